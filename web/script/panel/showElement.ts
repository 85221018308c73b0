import type { ScriptScreenState } from '../scriptScreen.ts';

/** Go to an element. A panel over the page is closed. */
export function showElement({ going, panels }: ScriptScreenState, elementId: number): void {
  going.toElement(elementId);
  panels.closeOverlay();
}
