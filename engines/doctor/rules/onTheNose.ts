import { deletion } from '../editing.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault } from '../rule.ts';

const feelings =
  'angry|furious|sad|unhappy|scared|frightened|terrified|jealous|lonely|heartbroken|depressed|ashamed|devastated|betrayed|bitter|miserable';
const degrees = 'so|very|really|extremely|incredibly|deeply|totally|completely|terribly|just so';

const patterns: readonly RegExp[] = [
  new RegExp(`\\bI(?:['’]m| am| feel) (?:${degrees}) (?:${feelings})\\b(?! (?:to|for you))`, 'i'),
  new RegExp(`\\bI feel (?:${feelings})\\b`, 'i'),
  new RegExp(`\\bI(?:['’]m| am) (?:${feelings}) (?:because|at you|with you|about us|right now)\\b`, 'i'),
  new RegExp(
    `\\b(?:you|this|that|it|he|she) (?:really )?makes? me (?:feel )?(?:(?:${degrees}) )?(?:${feelings})\\b`,
    'i',
  ),
  new RegExp(`\\byou(?:['’]re| are) making me (?:feel )?(?:(?:${degrees}) )?(?:${feelings})\\b`, 'i'),
  /\bI feel (?:like|as if|as though) (?:nobody|no one|everybody|everyone|you never|you don['’]t|I have lost|I don['’]t)\b/i,
  /\bI(?:['’]m| am) filled with (?:anger|rage|sadness|joy|fear|hate|grief|guilt|shame)\b/i,
];

/** Reports named feelings: "I am so angry." Offers to cut the sentence if the speech has others. */
export const onTheNose: LineRule = {
  scope: 'line',
  id: 'on-the-nose',
  name: 'Says the feeling',
  reason:
    'The character names what the scene should make us see. People in the grip of a feeling talk about something else; cut the words or give them something to do.',
  confidence: 0.7,
  types: ['dialogue'],
  find({ sentences, text }) {
    return sentences.flatMap((sentence): RuleFault[] => {
      if (
        /\?["”]?$/.test(sentence.text) ||
        /\bif\b|\bnot\b|n['’]t\b/i.test(sentence.text.split(/,/)[0] ?? '')
      )
        return [];
      const match = patterns.map((pattern) => pattern.exec(sentence.text)).find((found) => found !== null);
      if (!match) return [];
      if (/\bhappy (?:you|that|he|she|we|they)\b/i.test(sentence.text)) return [];
      const others = sentences.filter((each) => each !== sentence);
      const isPlain =
        /[.!]$/.test(sentence.text) && !/[,;:—–]|\b(?:and|but|because|that|so that)\b/.test(sentence.text);
      // Keep the sentence if the next one refers to it ("Because …", "So are you.").
      const next = sentences[sentences.indexOf(sentence) + 1];
      const isNeeded =
        /^(?:I am|I was|I do|I['’]m not|because|so|and|but|that|this|it|too|at|about|which|me|why|not)\b/i.test(
          next?.text ?? '',
        );
      const canCut = others.length > 0 && match.index === 0 && isPlain && !isNeeded;
      const edits = canCut ? deletion(text, sentence.from, sentence.to, 0) : null;
      const fault = inSentence(sentence, `${quoteShort(match[0])} says the feeling outright`, edits);
      // Use the whole line, so that the suggestion shows the rest.
      return [canCut ? { ...fault, from: 0, to: text.length, confidence: 0.6 } : fault];
    });
  },
};
