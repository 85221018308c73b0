/** Writing systems other than Latin, with the language that reads each, in BCP 47. */
const readers: [script: string, language: string][] = [
  ['Cyrillic', 'ru'],
  ['Greek', 'el'],
  ['Arabic', 'ar'],
  ['Hebrew', 'he'],
  ['Devanagari', 'hi'],
  ['Bengali', 'bn'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Sinhala', 'si'],
  ['Georgian', 'ka'],
  ['Armenian', 'hy'],
  ['Ethiopic', 'am'],
  ['Hangul', 'ko'],
  // Kanji next to kana have no reader here; they are left to Chinese.
  ['Hiragana', 'ja'],
  ['Katakana', 'ja'],
  ['Han', 'zh'],
];

/** The languages in that table. */
export const scriptLanguages = [...new Set(readers.map(([, language]) => language))];

const tests = readers.map(([script, language]) => ({
  isOf: new RegExp(`\\p{Script=${script}}`, 'u'),
  language,
}));
const latin = /\p{Script=Latin}/u;
const letter = /\p{L}/u;

/** A run of text for one language; null is the language of the voice. */
export interface WritingRun {
  text: string;
  language: string | null;
}

/**
 * Split a text by writing system. Characters in between, such as digits, belong to the preceding
 * run. Unknown letters are left out.
 */
export function splitByWritingSystem(text: string): WritingRun[] {
  const runs: WritingRun[] = [];
  let open: WritingRun = { text: '', language: null };
  let isDecided = false;
  for (const character of text) {
    const language = letter.test(character) ? readerOf(character) : undefined;
    if (language === 'unknown') continue;
    if (language !== undefined && language !== open.language) {
      if (isDecided) {
        runs.push(open);
        open = { text: '', language };
      }
      open.language = language;
    }
    isDecided ||= language !== undefined;
    open.text += character;
  }
  return [...runs, open];
}

function readerOf(character: string): string | null {
  if (latin.test(character)) return null;
  return tests.find(({ isOf }) => isOf.test(character))?.language ?? 'unknown';
}
