import { maxParagraphs, type ParseResult } from '../screenplay.ts';

/** Return the failure of a file with too many paragraphs; null for any other count. */
export function paragraphLimitFailure(count: number): Extract<ParseResult, { ok: false }> | null {
  if (count <= maxParagraphs) return null;
  const message = `The file has more than ${maxParagraphs.toLocaleString('en')} paragraphs.`;
  return { ok: false, kind: 'too-large', message, line: null, column: null };
}
