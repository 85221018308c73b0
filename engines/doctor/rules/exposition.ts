import { deletion } from '../editing.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault } from '../rule.ts';

const tells: readonly RegExp[] = [
  /\bas (?:you|we)(?: both| all)?(?: well| already| very well)? know(?=[,.!]|$)/i,
  /\bas (?:you|we)(?: both| all)? (?:remember|recall)(?=[,.!]|$)/i,
  /\bas you(?:['’]re| are) (?:well )?aware(?=[,.!]|$)/i,
];

/** "As you know, the ramp is broken." → "The ramp is broken." */
export const exposition: LineRule = {
  scope: 'line',
  id: 'exposition',
  name: 'Exposition tell',
  reason:
    'The other person knows it already, so it is said to us. Let them argue about it, use it, or find it out on the screen.',
  confidence: 0.75,
  types: ['dialogue'],
  find({ sentences, text }) {
    return sentences.flatMap((sentence): RuleFault[] => {
      const match = tells.map((tell) => tell.exec(sentence.text)).find((found) => found !== null);
      if (!match || /\?["”]?$/.test(sentence.text)) return [];
      const from = sentence.from + match.index;
      const to = from + match[0].length;
      const description = `${quoteShort(match[0])} tells the audience, not the other person`;
      return [inSentence(sentence, description, cut(text, from, to, sentence))];
    });
  },
};

/** Delete the phrase if commas separate it from a complete sentence. */
function cut(text: string, from: number, to: number, sentence: { from: number; to: number; text: string }) {
  const before = text.slice(sentence.from, from);
  const after = text.slice(to, sentence.to);
  const isOpening = before.trim() === '';
  if (isOpening && /^, \p{L}/u.test(after) && !/^, (?:and|but|or|so)\b/.test(after)) {
    return deletion(text, from, to + 1, sentence.from);
  }
  // "You know, as I said, …": without the phrase, the opening would merge with the rest.
  const isInterjection = /^(?:you know|well|look|no|yes|so|and|but|now|listen|oh|see|right|okay), $/i.test(
    before,
  );
  if (/, $/.test(before) && /^,/.test(after) && !isInterjection)
    return [{ from: from - 2, to: to + 1, text: '' }];
  if (/, $/.test(before) && /^[.!]$/.test(after)) return [{ from: from - 2, to, text: '' }];
  return null;
}
