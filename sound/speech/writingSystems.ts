/** Writings other than Latin letters, and the language by whose sounds each is read, in BCP 47. */
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
  // Kanji among kana have no reader here; they are left to Chinese.
  ['Hiragana', 'ja'],
  ['Katakana', 'ja'],
  ['Han', 'zh'],
];

/** The languages that read them. */
export const scriptLanguages = [...new Set(readers.map(([, language]) => language))];

const tests = readers.map(([script, language]) => ({
  isOf: new RegExp(`\\p{Script=${script}}`, 'u'),
  language,
}));
const latin = /\p{Script=Latin}/u;
const letter = /\p{L}/u;

/** A stretch of a text that is read by the sounds of one language; null: of the voice's own. */
export interface WritingRun {
  text: string;
  language: string | null;
}

/** Stretches by their writing; what stands between, such as digits, goes with what it follows. Unknown letters are left out. */
export function splitByWritingSystem(text: string): WritingRun[] {
  const stretches: WritingRun[] = [];
  let open: WritingRun = { text: '', language: null };
  let isDecided = false;
  for (const character of text) {
    const language = letter.test(character) ? readerOf(character) : undefined;
    if (language === 'unknown') continue;
    if (language !== undefined && language !== open.language) {
      if (isDecided) {
        stretches.push(open);
        open = { text: '', language };
      }
      open.language = language;
    }
    isDecided ||= language !== undefined;
    open.text += character;
  }
  return [...stretches, open];
}

function readerOf(character: string): string | null {
  if (latin.test(character)) return null;
  return tests.find(({ isOf }) => isOf.test(character))?.language ?? 'unknown';
}
