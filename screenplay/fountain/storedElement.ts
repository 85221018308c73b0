import { isInAsciiCapitals } from '../capitals.ts';
import type { ScriptElement } from '../element.ts';
import { isUpperCased } from '../elementTypes/table.ts';
import { contentAs } from '../flow.ts';

/** Return an element as it is stored: headings, cues and transitions are in capitals. */
export function storedElement(element: ScriptElement): ScriptElement {
  const { elementType, content } = element;
  if (!isUpperCased(elementType) || isInAsciiCapitals(content)) return element;
  const stored = contentAs(elementType, content);
  return stored === content ? element : { ...element, content: stored };
}
