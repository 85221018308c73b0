import { isShouted, type Sentence } from '../../language/sentences.ts';
import { deletion } from '../editing.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault, type TextEdit } from '../rule.ts';

interface Pad {
  pattern: RegExp;
  /** What stands in its place; "" deletes it. */
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
  {
    pattern: /\bmakes (?:his|her|their) way (to|into|through|across|towards?|along|down|up)\b/i,
    text: '=goes',
  },
  { pattern: /\bSuddenly, (?=\p{L})/u, text: '' },
  {
    pattern: /(?<=\p{L} )suddenly (?=(?!as\b|across\b|is\b|has\b|was\b|always\b|\p{Ll}+wards\b)\p{Ll}+s\b)/u,
    text: '',
  },
  {
    pattern:
      /(?<!\b(?:the|this|that|these|those|his|her|its|their|my|your|our|so|not|too|how)\s)(?<!n['’]t\s)\b(?:very|extremely|incredibly|really) (?=(?!much\b|well\b|few\b|little\b|many\b|end\b|first\b|last\b|same\b|next\b|moment\b|thing\b|soon\b|often\b|own\b|a\b|an\b|the\b|in\b|at\b|on\b|is\b|are\b|do\b|does\b|as\b|like\b)\p{Ll})/u,
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
    // "very cold and very deep": all of them at once.
    const all = [...sentence.text.matchAll(new RegExp(pad.pattern, 'gu'))];
    return all.flatMap(({ index, 0: word }) => {
      return deletion(text, sentence.from + index, sentence.from + index + word.length, sentence.from);
    });
  }
  // "=goes" keeps the word after it: "makes her way to" → "goes to".
  const word = pad.text.startsWith('=') ? `${pad.text.slice(1)} ${match[1] ?? ''}` : pad.text;
  const isOpening = match.index === 0;
  return [{ from, to, text: isOpening ? word.charAt(0).toUpperCase() + word.slice(1) : word }];
}
