import { isShouted, type Sentence } from '#screenplay/language/sentences.ts';
import { deletion } from '../editing.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault, type TextEdit } from '../rule.ts';

interface Pad {
  pattern: RegExp;
  /** Replacement; "" deletes the words. */
  text: string;
}

const pads: readonly Pad[] = [
  { pattern: /\bin order to\b/i, text: 'to' },
  { pattern: /\bdue to the fact that\b/i, text: 'because' },
  { pattern: /\bin spite of the fact that\b/i, text: 'although' },
  { pattern: /\bat this point in time\b/i, text: 'now' },
  { pattern: /\bfor the purpose of\b/i, text: 'for' },
  { pattern: /\bin the direction of\b/i, text: 'towards' },
  { pattern: /\bin close proximity to\b/i, text: 'near' },
  { pattern: /^Suddenly, (?=(?:the|an?|his|her|its|their|he|she|it|they|\p{Lu}\p{Ll}+) \p{Ll})/u, text: '' },
  {
    pattern:
      /(?<!\b(?:and|when|as|then|but|who|which|that|until) (?:\p{L}+ )?)(?<=\p{L} )suddenly (?=(?!as\b|across\b|is\b|has\b|was\b|always\b|\p{Ll}+wards\b)\p{Ll}+s\b)/u,
    text: '',
  },
  // Only before gradable words that keep their meaning. "very pregnant", "very different" and
  // "very, very" are intended.
  {
    pattern:
      /(?<!\b(?:the|this|that|these|those|his|her|its|their|my|your|our|so|not|too|how|only|very|really)\s)(?<!(?:n['’]t|,|\()\s?)\b(?:very|extremely|incredibly) (?=(?:angry|bright|busy|cold|crowded|dark|deep|dirty|dry|dusty|empty|excited|fancy|fast|happy|heavy|hot|hungry|large|late|loud|messy|narrow|nervous|old|pale|proud|quiet|rough|sad|scared|sick|silent|slow|small|steep|strong|tall|thick|thin|tired|ugly|upset|warm|weak|wet|wide)\b(?! (?:indeed|for)\b)(?!, (?:very|extremely|incredibly)\b))/u,
    text: '',
  },
];

/** "a very old ferry" → "an old ferry". */
export const padding: LineRule = {
  scope: 'line',
  id: 'padding',
  name: 'Padding',
  reason: 'These words weigh nothing. Without them the line is shorter and says the same.',
  confidence: 0.7,
  types: ['action'],
  find({ sentences, text }) {
    return sentences.flatMap((sentence): RuleFault[] => {
      if (/(?:--|—|–|\.\.|…)["”’]?$/.test(sentence.text)) return [];
      if (isShouted(sentence.text) || /["“”?]|\b(?:[Nn]ot|[Nn]ever|[Hh]ardly)\b|n['’]t\b/.test(sentence.text))
        return [];
      for (const pad of pads) {
        const match = pad.pattern.exec(sentence.text);
        if (match)
          return [inSentence(sentence, described(match[0], pad), editsFor(text, sentence, match, pad))];
      }
      return [];
    });
  },
};

function described(found: string, { text }: Pad): string {
  return text === ''
    ? `${quoteShort(found.replace(/,\s*$/, ''))} adds nothing`
    : `${quoteShort(found)} can be shorter`;
}

function editsFor(text: string, sentence: Sentence, match: RegExpExecArray, pad: Pad): TextEdit[] {
  const from = sentence.from + match.index;
  const to = from + match[0].length;
  if (pad.text === '') {
    // Delete all at once in "very cold and very deep".
    const all = [...sentence.text.matchAll(new RegExp(pad.pattern, 'gu'))];
    return all.flatMap(({ index, 0: word }) => {
      return deletion(text, sentence.from + index, sentence.from + index + word.length, sentence.from);
    });
  }
  const word = pad.text;
  const isOpening = match.index === 0;
  return [{ from, to, text: isOpening ? word.charAt(0).toUpperCase() + word.slice(1) : word }];
}
