import { parseEmphasis } from '#screenplay/emphasis.ts';
import { isPartOfText } from '#screenplay/fragment.ts';
import { pastedElements } from '#screenplay/pasted.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import { fragmentFromHtml } from './copied.ts';
import { textOfHtml } from './html.ts';

/**
 * The elements that a paste becomes; null for what is a part of one element. HTML knows what is bold, and text knows
 * its columns and lines: HTML counts where it has a style and reads as a screenplay no less than its text does.
 */
export function parsePastedElements({ text, html }: { text: string; html: string }): PastedElement[] | null {
  const copied = fragmentFromHtml(html);
  if (copied) return isPartOfText(copied) ? null : copied.elements;
  const plain = pastedElements(text);
  const styled = html === '' ? null : pastedElements(textOfHtml(html));
  if (!plain || !styled) return plain ?? styled;
  const isAsGood = styled.length >= plain.length && typesIn(styled) >= typesIn(plain);
  return isAsGood && styled.some(hasStyle) ? styled : plain;
}

/** How many elements are more than action, which any text may be. */
function typesIn(elements: readonly PastedElement[]): number {
  return elements.filter(({ elementType }) => elementType !== 'action').length;
}

function hasStyle({ content }: PastedElement): boolean {
  return parseEmphasis(content).spans.length > 0;
}
