const enders = new Set('.!?…');
const closers = new Set('”"’\')]»');
/** Sentence ends of Chinese and Japanese, which have no space after a sentence. */
const wideEnders = new Set('。！？');
const wideClosers = new Set('」』）】”’');
/** Abbreviations whose period does not end a sentence. */
const shortForms = new Set(['mr.', 'mrs.', 'dr.', 'ms.', 'st.', 'jr.', 'sr.', 'vs.', 'int.', 'ext.']);
const maxShortFormLength = 4;

/**
 * Return the last sentence end in a range of text: the offset after its period and closing quotes.
 * White space and then more text must follow. `from < end ≤ to`; -1 if there is none. Source:
 * docs/format.md, "Page breaks".
 */
export function lastSentenceEnd(text: string, from: number, to: number): number {
  for (let end = to; end > from; end--) {
    const isEnd = isSpace(text.charCodeAt(end)) ? isSentenceEnd(text, from, end) : isWideEnd(text, from, end);
    if (isEnd && nextWord(text, end) < text.length) return end;
  }
  return -1;
}

/**
 * Return the offset of the first character from `from` on that is not white space; the text's
 * length if there is none.
 */
export function nextWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSentenceEnd(text: string, from: number, end: number): boolean {
  const at = skipBack(text, from, end, closers);
  if (at === from || !enders.has(text.charAt(at - 1))) return isWideEnd(text, from, end);
  return at < end || !isShortForm(text, end);
}

function isWideEnd(text: string, from: number, end: number): boolean {
  const next = text.charAt(end);
  if (wideEnders.has(next) || wideClosers.has(next)) return false;
  const at = skipBack(text, from, end, wideClosers);
  return at > from && wideEnders.has(text.charAt(at - 1));
}

function skipBack(text: string, from: number, end: number, chars: Set<string>): number {
  let at = end;
  while (at > from && chars.has(text.charAt(at - 1))) at--;
  return at;
}

function isShortForm(text: string, end: number): boolean {
  let start = end - 1;
  while (start > 0 && end - start <= maxShortFormLength + 1 && !isSpace(text.charCodeAt(start - 1))) start--;
  return shortForms.has(text.slice(start, end).toLowerCase());
}

/**
 * Return whether a UTF-16 unit is white space that separates words. A no-break space does not. NaN
 * (past the end) is none.
 */
function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 9 && unit <= 13) || unit === 0x3000;
}
