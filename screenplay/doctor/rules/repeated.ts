import { isShouted, type Sentence, wordsWithPlaces } from '../../language/sentences.ts';
import { type ExaminedLine, type LineRule, quoteShort, type RuleFault } from '../rule.ts';

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
        const isSpeech = element.elementType === 'dialogue';
        // "what it is is", "to to-ing", a stammer: in speech only what no speaker means.
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

const least = 3;
const common = new Set(
  `about above across after again against along around another before behind below beside between both could down
   every first from have here into itself just last left like more most much never next only onto other over past
   right same second side since slowly some someone something still than that their them then there these they thing
   third this those through time toward towards under until upon very what when where which while with without would
   turn turns look looks walk walks stand stands back door hand hands eyes face himself herself themselves`.split(
    /\s+/,
  ),
);

/** One weighty word three times in a block of action. Named only: it may be meant. */
export const echoedWord: LineRule = {
  scope: 'line',
  id: 'echoed-word',
  name: 'Word repeated',
  reason: 'The same word again and again in one block reads as an oversight unless it plainly is a refrain.',
  confidence: 0.5,
  types: ['action'],
  find(line) {
    if (isShouted(line.text) || line.text.length > 1200) return [];
    const found = new Map<string, Sentence[]>();
    for (const word of wordsWithPlaces(line.text)) {
      const key = stem(word.text.toLowerCase());
      if (
        key.length < 5 ||
        common.has(key) ||
        common.has(word.text.toLowerCase()) ||
        isNaming(word.text, line)
      )
        continue;
      found.set(key, [...(found.get(key) ?? []), word]);
    }
    return [...found.values()].flatMap((words): RuleFault[] => {
      const [first, last] = [words[0], words.at(-1)];
      if (words.length < least || !first || !last || isRefrain(words, line)) return [];
      const description = `${quoteShort(first.text)} stands here ${words.length} times`;
      return [{ from: first.from, to: last.to, description, edits: null }];
    });
  },
};

function stem(word: string): string {
  return word.replace(/['’]s?$/, '').replace(/(?<=[^s])s$/, '');
}

function isNaming(word: string, { facts }: ExaminedLine): boolean {
  return facts.isName(word) || facts.isName(word.replace(/['’]s$/, '')) || isShouted(word);
}

/** "Rain on the roof. Rain on the deck.": repeated at the beginnings of sentences, or one straight after another. */
function isRefrain(words: readonly Sentence[], { sentences, text }: ExaminedLine): boolean {
  const openings = new Set(sentences.map(({ from }) => from));
  if (words.filter(({ from }) => openings.has(from)).length >= 2) return true;
  return words.some(({ from }, index) => {
    const before = words[index - 1];
    return before !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(before.to, from));
  });
}
