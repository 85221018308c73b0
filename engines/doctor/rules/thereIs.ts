import { isShouted } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort } from '../rule.ts';
import { lastingVerbs } from './lastingVerbs.ts';

const opening =
  /^There (is|are) ((?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|some) (?:[\p{L}\p{N}'’-]+ ){1,4}?)(\p{Ll}+ing)\b/u;
const notInPhrase =
  /\b(?:who|that|which|in|on|at|with|by|to|from|of|and|or|nothing|no|under|behind|near|there|here)\b/i;

/** "There is a man standing at the rail." → "A man stands at the rail." */
export const thereIs: LineRule = {
  scope: 'line',
  id: 'there-is',
  name: 'There is … -ing',
  reason: 'The sentence opens on a verb that shows nothing. Begin with who is there and what they do.',
  confidence: 0.8,
  types: ['action'],
  find({ sentences }) {
    return sentences.flatMap((sentence) => {
      const match = opening.exec(sentence.text);
      if (!match || isShouted(sentence.text)) return [];
      const [whole, be, phrase = '', ing = ''] = match;
      const verb = verbWith('ing', ing);
      if (!verb || !lastingVerbs.has(verb.base) || notInPhrase.test(phrase)) return [];
      const rest = sentence.text.slice(whole.length);
      const isPlain = !/\band \p{Ll}+ing\b|["“?]|^ (?:and|or)\b|^-/u.test(rest);
      const text = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${be === 'is' ? verb.third : verb.base}`;
      const edits = isPlain ? [{ from: sentence.from, to: sentence.from + whole.length, text }] : null;
      return [inSentence(sentence, `${quoteShort(whole)} can begin with its subject`, edits)];
    });
  },
};
