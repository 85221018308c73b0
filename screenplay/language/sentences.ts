/** A stretch of a text; offsets count in the text without marks of emphasis. */
export interface Sentence {
  from: number;
  to: number;
  text: string;
}

const shortForms =
  /(?:^|[\s("'“‘])(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Lt|Sgt|Capt|Prof|INT|EXT|etc|a\.m|p\.m|\p{Lu})\.$/u;
// It may only begin where a row of signs does: a row of thousands is then read once.
const ender = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|\n+/g;
const lowerCase = /^\s*["'“‘(]?\p{Ll}/u;

/**
 * A text → its sentences, without the spaces between them. A line feed ends one; a period before a small letter
 * ("Wait... no") and that of Mr. and its like do not.
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
  for (const { index, 0: mark } of text.matchAll(ender)) {
    const end = index + mark.length;
    if (mark.startsWith('\n')) add(index);
    else if (mark.startsWith('.') && shortForms.test(text.slice(Math.max(start, end - 8), end))) continue;
    else if (!lowerCase.test(text.slice(end, end + 4))) add(end);
  }
  add(text.length);
  return sentences;
}

const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*['’]?/gu;

/** The words of a text with their places: letters and figures, with hyphens and apostrophes inside them. */
export function wordsWithPlaces(text: string): Sentence[] {
  return Array.from(text.matchAll(word), ({ index, 0: found }) => {
    // A closing quotation mark is no part of a word, the apostrophe of "the sailors'" is of no use here either.
    const text = found.replace(/['’]$/, '');
    return { from: index, to: index + text.length, text };
  });
}

/** Whether a stretch is written wholly in capitals, as a sound or a sign is. */
export function isShouted(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Capital at the beginning; quotation marks and brackets in front stay. */
export function capitalised(text: string): string {
  return text.replace(
    /^([^\p{L}\p{N}]*)(\p{Ll})/u,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
