import type { ScriptElement } from './element.ts';
import type { ScriptFormat } from './format.ts';

const outline = /^(outline( .*)?|note|summary)$/i;

/** Whether an element is a paragraph of an outline or a note, which Final Draft 13 can hide. */
export function isOutline({ originalType }: Pick<ScriptElement, 'originalType'>): boolean {
  return originalType !== null && outline.test(originalType);
}

/** What of a script is shown and printed: all of it, the same list, or all but its outline. */
export function visibleElements<E extends Pick<ScriptElement, 'originalType'>>(
  elements: readonly E[],
  { outlineHidden }: Pick<ScriptFormat, 'outlineHidden'>,
): readonly E[] {
  return outlineHidden && elements.some(isOutline) ? elements.filter((each) => !isOutline(each)) : elements;
}
