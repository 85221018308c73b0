import type { AssistantContext } from './context.ts';

/** Decision OQ-73, to the letter. */
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

export function promptsFor(context: AssistantContext | null): readonly string[] {
  switch (context?.elementType) {
    case undefined:
      return quickPrompts.general;
    case 'dialogue':
    case 'action':
    case 'character':
      return quickPrompts[context.elementType];
    default:
      return quickPrompts.other;
  }
}
