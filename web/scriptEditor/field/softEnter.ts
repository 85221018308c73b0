import { isComposingKey } from '#web/lib/composition.ts';

/**
 * Turn the Enter of keyboards that report no such key into one. Keyboards of phones send a key
 * "Unidentified" and then an input that would break the paragraph.
 */
export class SoftEnter {
  /** The last key was an Enter, which the screen left to the browser. */
  private isKeySeen = false;

  readonly onKeyDown = (event: KeyboardEvent): void => {
    this.isKeySeen = event.key === 'Enter' && !isComposingKey(event);
  };

  /** Press Enter in place of the input, and drop the input if the screen handled the key. */
  readonly onBeforeInput = (event: InputEvent): void => {
    const isParagraph = event.inputType === 'insertParagraph';
    if (!isParagraph || this.isKeySeen || !event.target || !pressEnter(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}

/** Send a field the key Enter. Returns true if it was handled. */
export function pressEnter(field: EventTarget): boolean {
  const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
  return !field.dispatchEvent(new KeyboardEvent('keydown', key));
}
