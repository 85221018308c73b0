import type { ScriptElement } from '../element.ts';
import { plainText } from '../emphasis.ts';
import type { ScriptNote } from '../screenplay.ts';
import type { StyledParagraph } from './styledParagraph.ts';

/** Number of elements among which the element of a paragraph is looked for. */
const maxDistance = 30;

/**
 * Return the comments of paragraphs as notes at the elements that were read from them. Several
 * paragraphs can be one element. Those of the title page are outside of `body`, and their comments
 * have no element.
 */
export function notesOfComments(
  paragraphs: readonly StyledParagraph[],
  body: ReadonlySet<StyledParagraph>,
  elements: readonly ScriptElement[],
): ScriptNote[] {
  if (!paragraphs.some(({ comments }) => comments)) return [];
  const keys = elements.map(({ content }) => lettersOf(plainText(content)));
  const notes: ScriptNote[] = [];
  let at = -1;
  let isWhole = true;
  for (const paragraph of paragraphs) {
    const { styled, comments = [] } = paragraph;
    const key = body.has(paragraph) ? lettersOf(styled.text) : '';
    const start = isWhole ? at + 1 : at;
    const found =
      key === '' ? -1 : keys.slice(start, start + maxDistance).findIndex((each) => each.includes(key));
    if (found >= 0) {
      at = start + found;
      isWhole = keys[at] === key;
    }
    for (const { text, author } of comments)
      if (text.trim() !== '') notes.push({ elementIndex: at < 0 ? null : at, text: text.trim(), author });
  }
  return notes;
}

/** Return the letters of a text, which are the same in a paragraph and its element. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();
}
