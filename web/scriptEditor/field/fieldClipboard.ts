import type { ClipboardEvent, RefObject } from 'react';
import { sliceStyled } from '#screenplay/styled.ts';
import { type Clipboard, clipboardOf } from '../clipboard/clipboardOf.ts';
import { parsePastedInline } from '../clipboard/inline.ts';
import { pasteAtFocus, waitsForReader } from '../clipboard/pasteReader.ts';
import type { FieldOptions } from './fieldOptions.ts';
import type { LiveText, TextRange } from './liveText.ts';

/** Field as its clipboard uses it. */
interface ClipboardField {
  /** Number of the line that is open. */
  line(): number;
  live(): LiveText;
  selection(): TextRange;
  insert(text: LiveText): void;
  /** Remove a range of a text that is on the clipboard. */
  cut(live: LiveText, range: TextRange): void;
}

/** Copying, cutting and pasting in a field. */
export class FieldClipboard {
  readonly #field: RefObject<HTMLElement | null>;
  readonly #options: RefObject<FieldOptions>;
  readonly #text: ClipboardField;

  constructor(field: RefObject<HTMLElement | null>, options: RefObject<FieldOptions>, text: ClipboardField) {
    this.#field = field;
    this.#options = options;
    this.#text = text;
  }

  readonly onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    event.preventDefault();
    this.take(clipboardOf(event.clipboardData));
  };

  /** Copy or cut the selected text. The browser copies a part that it shows with its letters. */
  readonly onCopy = (event: ClipboardEvent<HTMLElement>): void => {
    if (!this.#field.current) return;
    const live = this.#text.live();
    const { start, end } = this.#text.selection();
    const selected = live.text.slice(start, end);
    const { isInCapitals, onCopy } = this.#options.current;
    const isWhole = selected.length === live.text.length;
    if (selected.trim() === '' || !(isWhole || isInCapitals)) return;
    const isCopied = onCopy?.(event.clipboardData, { start, end }) ?? false;
    if (!isCopied && !isInCapitals) return;
    if (!isCopied) event.clipboardData.setData('text/plain', selected.toUpperCase());
    event.preventDefault();
    if (event.type !== 'cut') return;
    const line = this.#text.line();
    const remove = () => {
      if (this.#text.line() === line) this.#text.cut(live, { start, end });
    };
    // The cut of a menu is an edit command, in which the browser runs no other.
    if (isWhole && isCopied) remove();
    else queueMicrotask(remove);
  };

  /** Insert pasted or dropped content, unless the screen handles it. */
  take(clipboard: Clipboard): void {
    const { onPaste } = this.#options.current;
    if (!this.#field.current || (onPaste && waitsForReader(clipboard, () => this.#takeLater(clipboard))))
      return;
    if (onPaste?.(clipboard)) return;
    const live = this.#text.live();
    const { start, end } = this.#text.selection();
    const around = sliceStyled(live, start < end ? start : start - 1, start < end ? start + 1 : start);
    const inline = parsePastedInline(clipboard, around);
    if (inline.text !== '') this.#text.insert(inline);
  }

  /** Take content that had to wait. Return false if no field of the script has the focus now. */
  #takeLater(clipboard: Clipboard): boolean {
    const field = this.#field.current;
    if (!field || document.activeElement !== field) return pasteAtFocus(clipboard);
    this.take(clipboard);
    return true;
  }
}
