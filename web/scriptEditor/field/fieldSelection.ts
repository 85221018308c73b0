import type { RefObject } from 'react';
import { select, selectedIn } from './caret.ts';
import type { Reading } from './domText.ts';
import type { FieldOptions } from './fieldOptions.ts';
import type { FirstSelection, TextRange } from './liveText.ts';

const start: TextRange = { start: 0, end: 0 };

/** Caret or selection in a field, also while the focus is elsewhere. */
export class FieldSelection {
  readonly #field: RefObject<HTMLElement | null>;
  readonly #options: RefObject<FieldOptions>;
  readonly #read: (field: HTMLElement) => Reading;
  /** Last selection in the field. It applies while the focus is on a button. */
  #last = start;
  /** Selection that was reported last. */
  #reported = start;
  /** The pointer is pressed in the field and sets the caret itself. */
  #isPressed = false;

  constructor(
    field: RefObject<HTMLElement | null>,
    options: RefObject<FieldOptions>,
    read: (field: HTMLElement) => Reading,
  ) {
    this.#field = field;
    this.#options = options;
    this.#read = read;
  }

  get(): TextRange {
    const element = this.#field.current;
    const found = element && selectedIn(element, this.#read(element));
    if (found) this.#last = found;
    return this.#last;
  }

  reset(): void {
    this.#last = this.#reported = start;
  }

  /** Select in a line that is being opened. Its screen knows the selection. */
  open(element: HTMLElement, reading: Reading, selection: FirstSelection): void {
    this.#last = this.#reported = select(element, reading, selection);
  }

  /** Put the caret into a text that was changed elsewhere, and report it. */
  moveTo(element: HTMLElement, reading: Reading, caret: number): void {
    const hasFocus = document.activeElement === element;
    this.#last = hasFocus ? select(element, reading, caret) : { start: caret, end: caret };
    this.#reported = this.#last;
    this.#options.current.onSelection?.(this.#reported);
  }

  /** Select what was reported last. */
  restoreReported(element: HTMLElement): void {
    select(element, this.#read(element), this.#reported);
  }

  focus(): void {
    const element = this.#field.current;
    if (!element) return;
    const selection = this.get();
    element.focus({ preventScroll: true });
    select(element, this.#read(element), selection);
  }

  /** Focus the field with another selection, and report it. */
  put(selection: FirstSelection): void {
    const element = this.#field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    select(element, this.#read(element), selection);
    this.report();
  }

  /** Return the selection if it differs from what was reported; otherwise null. */
  moved(): TextRange | null {
    const now = this.get();
    return this.#reported.start === now.start && this.#reported.end === now.end ? null : now;
  }

  report(): void {
    this.#reported = this.get();
    this.#options.current.onSelection?.(this.#reported);
  }

  readonly onMouseDown = (): void => {
    this.#isPressed = true;
    document.addEventListener('mouseup', () => (this.#isPressed = false), { once: true });
  };

  /** Restore the caret: browsers put that of a focused editable element at its start. */
  restoreAfterFocus(): void {
    const element = this.#field.current;
    if (element && !this.#isPressed) select(element, this.#read(element), this.#last);
  }
}
