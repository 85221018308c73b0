import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { type LineRule, quoteShort, type RuleFault } from '../rule.ts';

const small =
  /(?<![\p{L}\p{N}'’-])(the|a|an|of|and|to|with|at|from|for|by|into|their|its|my|your|our|is|are|was|were|or|his) (\1)(?![\p{L}\p{N}'’-])/giu;
const never = new Set([
  'of',
  'the',
  'a',
  'an',
  'and',
  'to',
  'with',
  'at',
  'from',
  'for',
  'by',
  'into',
  'their',
  'its',
  'my',
  'your',
  'our',
  'or',
]);

/** "the the" → "the". */
export const doubledWord: LineRule = {
  scope: 'line',
  id: 'doubled-word',
  name: 'Word typed twice',
  reason: 'A slip of the keys.',
  confidence: 0.95,
  types: ['action', 'dialogue', 'parenthetical'],
  find({ sentences, element, text }) {
    return sentences.flatMap((sentence): RuleFault[] => {
      for (const match of sentence.text.matchAll(small)) {
        const [whole, word = '', again = ''] = match;
        const isSpeech = isDialogueType(element.elementType);
        // Skip "what it is is", "to to-ing" and stammers. In speech, report only words that nobody
        // repeats on purpose.
        if (isSpeech && !/^(?:of|the|and|with|at|from|into|their|its|our)$/i.test(word)) continue;
        if (
          !isSpeech &&
          !never.has(word.toLowerCase()) &&
          /\b(?:what|who|that|it|which)\b/i.test(sentence.text)
        )
          continue;
        if (isSpeech && /\.\.|…|--|—/.test(sentence.text)) continue;
        if (/^\p{Lu}/u.test(again) && /^\p{Ll}/u.test(word)) continue;
        const to = sentence.from + match.index + whole.length;
        const edits = [{ from: to - again.length - 1, to, text: '' }];
        return [
          {
            from: sentence.from,
            to: Math.min(sentence.to, text.length),
            description: `${quoteShort(whole)}: once too often`,
            edits,
          },
        ];
      }
      return [];
    });
  },
};
