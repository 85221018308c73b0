import type { ScriptElement } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';

/** A row as the pure folder sees it; the same object. The types differ in `undefined` alone, which JSON has none of. */
export function toScriptElement(element: Element): ScriptElement {
  return element as ScriptElement;
}

/** The rows that a pagination was made of. */
export function toElementRows(elements: readonly ScriptElement[]): readonly Element[] {
  return elements as readonly ScriptElement[] as readonly Element[];
}

export function toScriptElements(elements: readonly Element[]): readonly ScriptElement[] {
  return elements as readonly ScriptElement[];
}
