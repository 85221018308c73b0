import { deletion } from '../editing.ts';
import { type Fault, inSentence, type LineRule, quoted } from '../rule.ts';

const tells: readonly RegExp[] = [
  /\bas (?:you|we)(?: both| all)?(?: well| already| very well)? know\b/i,
  /\bas (?:you|we)(?: both| all)? (?:remember|recall)\b/i,
  /\bas I(?:['’]ve| have)? (?:told you|said)(?: before| earlier| already)?\b/i,
  /\bas you(?:['’]re| are) (?:well )?aware\b/i,
  /\byou already know (?:that|who)\b/i,
  /\blike I (?:told you|said)(?: before| earlier)?(?=,)/i,
];
const remembered = /^(?:You )?[Rr]emember (?:when|how|that time) (?:we|you|I|he|she)\b/;
const kinship =
  /\byou(?:['’]re| are) my (?:(?:own|only|little|big|older|younger|twin) )?(?:brother|sister|father|mother|son|daughter|husband|wife|best friend)\b/i;

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
    return sentences.flatMap((sentence): Fault[] => {
      if (/\?["”]?$/.test(sentence.text)) return [];
      const match = tells.map((tell) => tell.exec(sentence.text)).find((found) => found !== null);
      if (match) {
        const from = sentence.from + match.index;
        const to = from + match[0].length;
        return [
          inSentence(
            sentence,
            `${quoted(match[0])} tells the audience, not the other person`,
            cut(text, from, to, sentence),
          ),
        ];
      }
      const shared = remembered.exec(sentence.text) ?? kinship.exec(sentence.text);
      if (!shared) return [];
      return [
        inSentence(sentence, `${quoted(shared[0])} tells what both of them know`, null, { confidence: 0.55 }),
      ];
    });
  },
};

/** Takes it out where commas part it from a whole sentence. */
function cut(text: string, from: number, to: number, sentence: { from: number; to: number; text: string }) {
  const before = text.slice(sentence.from, from);
  const after = text.slice(to, sentence.to);
  const isOpening = before.trim() === '';
  if (isOpening && /^, \p{L}/u.test(after) && !/^, (?:and|but|or|so)\b/.test(after)) {
    return deletion(text, from, to + 1, sentence.from);
  }
  if (/, $/.test(before) && /^,/.test(after)) return deletion(text, from - 2, to + 1, sentence.from);
  if (/, $/.test(before) && /^[.!]$/.test(after)) return [{ from: from - 2, to, text: '' }];
  return null;
}
