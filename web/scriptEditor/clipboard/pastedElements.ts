import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { isPartOfText } from '#screenplay/fragment.ts';
import { type PastedScript, pastedScript } from '#screenplay/pasted.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import type { Clipboard } from './clipboardOf.ts';
import { fragmentFromHtml } from './copied.ts';
import { textOfHtml } from './html.ts';

/**
 * Parse pasted content to elements; null if it is part of one element. Plain text shows columns and
 * lines, HTML shows styles: HTML is used if it has styles and is recognised as a screenplay as well
 * as the text.
 */
export function parsePastedElements({ text, html }: Clipboard): PastedScript | null {
  const copied = fragmentFromHtml(html);
  if (copied) return isPartOfText(copied) ? null : { elements: copied.elements, leftOut: 0, uncertain: 0 };
  const plain = pastedScript(text);
  const styled = html === '' ? null : pastedScript(textOfHtml(html));
  if (!plain || !styled) return plain ?? styled;
  const isAsGood =
    styled.elements.length >= plain.elements.length && typesIn(styled.elements) >= typesIn(plain.elements);
  return isAsGood && styled.elements.some(hasStyle) ? styled : plain;
}

/** Return the number of elements that are recognised as more than action. */
function typesIn(elements: readonly PastedElement[]): number {
  return elements.filter(({ elementType }) => !isActionType(elementType)).length;
}

function hasStyle({ content }: PastedElement): boolean {
  return parseEmphasis(content).spans.length > 0;
}
