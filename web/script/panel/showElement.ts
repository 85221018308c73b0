import type { ScriptScreenState } from '../scriptScreen.ts';

/** From what a panel says of an element to the element, which a panel over the page would cover. */
export function showElement({ going, panels }: ScriptScreenState, elementId: number): void {
  going.toElement(elementId);
  panels.closeOverlay();
}
