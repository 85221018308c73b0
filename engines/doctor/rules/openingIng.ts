import { isShouted, wordsWithPlaces } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort } from '../rule.ts';
import { lastingVerbs } from './lastingVerbs.ts';

const shape = /^(\p{Lu}\p{Ll}+ing)\b([^,;:.!?"“”()—–]+), ([\p{L}'’-]+) (\p{Ll}+)\b([^,;:"“”()]*)$/u;
const pronoun = /^(?:he|she|it|they)$/i;

const simultaneousVerbs = new Set(
  'smile grin laugh sigh yawn chuckle gasp nod keep use take try see hear feel know leave'.split(' '),
);

/** "Closing the door, Mara turns." → "Mara closes the door and turns." */
export const openingIng: LineRule = {
  scope: 'line',
  id: 'opening-ing',
  name: 'Opens on an -ing phrase',
  reason:
    'The reader meets the action before the one who does it, and the two blur into one moment. Name who acts, then what they do, in order.',
  confidence: 0.65,
  minCount: 3,
  types: ['action'],
  find({ sentences, facts }) {
    return sentences.flatMap((sentence) => {
      const match = shape.exec(sentence.text);
      if (!match || isShouted(sentence.text)) return [];
      const [, ing = '', object = '', subject = '', third = '', rest = ''] = match;
      const [first, second] = [verbWith('ing', ing), verbWith('third', third)];
      if (!first || !second || !(facts.isName(subject) || pronoun.test(subject))) return [];
      // "Holding the lamp, she climbs": both happen at once, so a sequence would show another
      // picture.
      if (lastingVerbs.has(first.base) || simultaneousVerbs.has(first.base)) return [];
      if (/\b(?:and|or|but|while|as|when|his own|himself|herself)\b/i.test(object)) return [];
      const isOne = !/^they$/i.test(subject);
      // With two postures or names in the opening, references such as "his hand" become ambiguous.
      const isPlain = isOne && facts.names.in(object).length === 0 && wordsWithPlaces(object).length <= 8;
      const name = subject.charAt(0).toUpperCase() + subject.slice(1);
      const text = `${name} ${first.third}${object} and ${third}${rest}`;
      const isJoined = /\band\b/.test(rest);
      const edits = isPlain && !isJoined ? [{ from: sentence.from, to: sentence.to, text }] : null;
      return [inSentence(sentence, `${quoteShort(`${ing}${object},`)} comes before who does it`, edits)];
    });
  },
};
