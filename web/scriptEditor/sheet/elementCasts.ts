import type { ScriptElement } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';

/**
 * Cast a row to the type of the pure core. The types differ only in `undefined`, which JSON lacks.
 */
export function toScriptElement(element: Element): ScriptElement {
  return element as ScriptElement;
}

/** Cast the elements of a pagination back to rows. */
export function toElementRows(elements: readonly ScriptElement[]): readonly Element[] {
  return elements as readonly ScriptElement[] as readonly Element[];
}

export function toScriptElements(elements: readonly Element[]): readonly ScriptElement[] {
  return elements as readonly ScriptElement[];
}
