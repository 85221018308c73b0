import { headingStartOf } from '../heading.ts';

/** Return the number before a heading in its line, with its length in the text; null: none. */
export function numberInHeading(text: string): { number: string; length: number } | null {
  const [before = '', number = ''] = /^(\d{1,4}[A-Z]{0,2})\.? +/.exec(text) ?? [];
  const isHeading = before !== '' && headingStartOf(text.slice(before.length)) !== null;
  return isHeading ? { number, length: before.length } : null;
}
