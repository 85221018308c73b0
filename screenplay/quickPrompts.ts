/** The quick prompts, four per context, with the exact texts of OQ-73. */
export const quickPrompts = {
  general: [
    'What could happen next?',
    'Help me with the pacing',
    'Suggest a plot twist',
    'Strengthen the conflict',
  ],
  dialogue: [
    'Make this dialogue more natural',
    'Add subtext',
    'Make it shorter and sharper',
    'Give this character a distinct voice',
  ],
  action: ['Make this more visual', 'Tighten this description', 'Raise the tension', 'Add sensory detail'],
  character: [
    'Deepen the motivation',
    'How would this character react?',
    'Suggest a memorable entrance',
    'Give an inner conflict',
  ],
  other: ['Improve this element', 'Check the formatting', 'Suggest an alternative', 'Make it more cinematic'],
} as const;

/** A quick prompt. */
export type QuickPrompt = (typeof quickPrompts)[keyof typeof quickPrompts][number];
