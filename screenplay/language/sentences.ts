/** Range of a text. Offsets count in the text without emphasis marks. */
export interface Sentence {
  from: number;
  to: number;
  text: string;
}

const shortForms =
  /(?:^|[\s("'“‘])(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Lt|Sgt|Capt|Prof|INT|EXT|etc|a\.m|p\.m|\p{Lu})\.$/u;
// Match only at the start of a run of punctuation, so that thousands of characters are scanned
// once.
const sentenceEnd = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|\n+/g;
const lowerCase = /^\s*["'“‘(]?\p{Ll}/u;

/**
 * Split a text into sentences without the white space between them. A line feed ends a sentence. A
 * period does not if lower case follows ("Wait... no") or it belongs to an abbreviation such as Mr.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number) => {
    const part = text.slice(start, end);
    const from = start + part.length - part.trimStart().length;
    const trimmed = part.trim();
    if (trimmed !== '') sentences.push({ from, to: from + trimmed.length, text: trimmed });
    start = end;
  };
  for (const { index, 0: mark } of text.matchAll(sentenceEnd)) {
    const end = index + mark.length;
    if (mark.startsWith('\n')) add(index);
    else if (mark.startsWith('.') && shortForms.test(text.slice(Math.max(start, end - 8), end))) continue;
    else if (!lowerCase.test(text.slice(end, end + 4))) add(end);
  }
  add(text.length);
  return sentences;
}

const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*['’]?/gu;

/**
 * Return the words of a text with their offsets: letters and digits, with inner hyphens and
 * apostrophes.
 */
export function wordsWithPlaces(text: string): Sentence[] {
  return Array.from(text.matchAll(word), ({ index, 0: found }) => {
    // Drop a closing quotation mark. The apostrophe of "the sailors'" is dropped too; no caller
    // needs it.
    const text = found.replace(/['’]$/, '');
    return { from: index, to: index + text.length, text };
  });
}

/** Return whether a text is in capitals, as sounds and signs are. */
export function isShouted(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Capitalise the first letter, after quotation marks and brackets. */
export function capitalised(text: string): string {
  return text.replace(
    /^([^\p{L}\p{N}]*)(\p{Ll})/u,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
