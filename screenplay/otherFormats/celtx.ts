import type { ParseResult } from '../screenplay.ts';
import { paragraphsOfHtml } from './html.ts';
import { scriptOfParagraphs } from './paragraphElements.ts';

/** Parse the script of a Celtx project, a web page whose classes are the types of elements. */
export function parseCeltx(html: string): ParseResult {
  const paragraphs = paragraphsOfHtml(html);
  if (paragraphs.every(({ styled }) => styled.text === ''))
    return { ok: false, kind: 'empty', message: 'The Celtx project has no text.', line: null, column: null };
  return scriptOfParagraphs(paragraphs);
}
