import { isShouted } from '#screenplay/language/sentences.ts';
import { deletion } from '../editing.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault } from '../rule.ts';

/** The first group stays; the second repeats it. */
const doubles: readonly RegExp[] = [
  /\b(whispers?) (quietly|softly)\b(?! (?:and|but|enough))/i,
  /\b(shouts?|screams?|yells?|bellows?|roars?) (loudly)\b(?! (?:and|but|enough))/i,
  /\b(sprints?|dashes|dash|rush(?:es)?|hurr(?:y|ies)|races?) (quickly|fast|hurriedly)\b(?! (?:and|but|enough))/i,
  /\b(creeps?|trudges?) (slowly)\b(?! (?:and|but|enough))/i,
  /\b(slams?) (loudly)\b(?! (?:and|but|enough))/i,
  /\b(nods?) ((?:his|her|their) heads?)(?= and\b|[.,;!]|$| at\b| to\b)/i,
  /\b(shrugs?) ((?:his|her|their) shoulders)(?= and\b|[.,;!]|$| at\b)/i,
  /\b(blinks?) ((?:his|her|their) eyes)(?= and\b|[.,;!]|$| at\b)/i,
  /\b(claps?) ((?:his|her|their) hands)(?=[.!]|$)/i,
  /\b(stands?) (up to (?:his|her) feet)\b/i,
  /\b(returns?|retreats?|reverses?) (back)(?= (?:to|from|into|in|through|across)\b|[.,;!]|$)/i,
  /\b(kneels?) (down)(?= (?:by|beside|at|in|on|behind|next)\b|[.,;!]|$)/i,
  /\b(repeats?) (again)(?=[.,;!]|$)/i,
  /\b(continues) (on)(?= (?:to|down|up|along|across|past|into|through|towards?)\b|[.,;!]|$)/i,
  /\b(gathers?|joins?|merges?) (together)(?= (?:at|in|on|by|around|round|under)\b|[.,;!]|$)/i,
  /\b(enters?) (into)(?= (?:the|a|an|his|her)\b)/i,
];

/** "whispers quietly" → "whispers". */
export const redundant: LineRule = {
  scope: 'line',
  id: 'redundant',
  name: 'Said twice',
  reason: 'The verb already says it. What it does not need slows the eye down.',
  confidence: 0.85,
  types: ['action'],
  find({ sentences, text }) {
    return sentences.flatMap((sentence): RuleFault[] => {
      if (isShouted(sentence.text) || /["“”]/.test(sentence.text)) return [];
      for (const pattern of doubles) {
        const match = pattern.exec(sentence.text);
        if (!match) continue;
        const [whole, stays = '', goes = ''] = match;
        const to = sentence.from + match.index + whole.length;
        const edits = deletion(text, to - goes.length, to, sentence.from);
        return [inSentence(sentence, `${quoteShort(goes)} is already in ${quoteShort(stays)}`, edits)];
      }
      return [];
    });
  },
};
