import type { ScriptElement } from './element.ts';
import type { ScriptFormat } from './format.ts';

const outline = /^(outline( .*)?|note|summary)$/i;

/** Return whether an element is an outline paragraph or a note, which Final Draft 13 can hide. */
export function isOutline({ originalType }: Pick<ScriptElement, 'originalType'>): boolean {
  return originalType !== null && outline.test(originalType);
}

/** Return the elements to show and print. The list is reused unless outline elements are hidden. */
export function visibleElements<E extends Pick<ScriptElement, 'originalType'>>(
  elements: readonly E[],
  { outlineHidden }: Pick<ScriptFormat, 'outlineHidden'>,
): readonly E[] {
  return outlineHidden && elements.some(isOutline) ? elements.filter((each) => !isOutline(each)) : elements;
}
