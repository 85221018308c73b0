/** Part of a keyboard event that is read; events of React and of the document have it. */
export interface ComposingKey {
  keyCode?: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}

/** Code that browsers give to the keys of an input method. */
const inputMethodCode = 229;

/**
 * Return whether a key belongs to an input method and not to the field. Safari sends the Enter that
 * ends a composition after it has ended: only the code shows what the key was for.
 */
export function isComposingKey(event: ComposingKey): boolean {
  return event.keyCode === inputMethodCode || (event.nativeEvent ?? event).isComposing === true;
}

/** Return whether the text that an input event reports is still being composed. */
export function isComposingInput(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

/** Keep a dialog open at the Escape that cancels a composition in one of its fields. */
export function ignoreComposingEscape(event: KeyboardEvent): void {
  if (isComposingKey(event)) event.preventDefault();
}
