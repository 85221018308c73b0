import type { ClipboardEvent, RefObject } from 'react';
import { expandLetters } from '#screenplay/capitals.ts';
import {
  expandStyled,
  isSameStyled,
  type Look,
  plain,
  replaceRange,
  type Style,
  sliceStyled,
  toggleStyle,
  unstyled,
} from '#screenplay/styled.ts';
import { isComposingInput } from '#web/lib/composition.ts';
import type { Clipboard } from '../clipboard/clipboardOf.ts';
import { clipboardOf } from '../clipboard/clipboardOf.ts';
import { parsePastedInline } from '../clipboard/inline.ts';
import { pasteAtFocus, waitsForReader } from '../clipboard/pasteReader.ts';
import { select, selectedIn } from './caret.ts';
import { hasMixedStyles, offsetAt, type Reading, readField, renderField } from './domText.ts';
import { formats, ruleFor } from './inputRules.ts';
import type { FirstSelection, LiveFieldHandle, LiveText, Rewrite, TextRange } from './liveText.ts';
import { smartTyping, type TypedField } from './smartTyping.ts';
import { execEditCommand, writeField } from './writeField.ts';

export interface FieldOptions extends Pick<TypedField, 'type' | 'isBelow'> {
  isInCapitals: boolean;
  /** Styles that all of the text has anyway. */
  box: Readonly<Record<Style, boolean>>;
  /** `isCut`: the removed text is on the clipboard. */
  onText: (next: LiveText, isCut: boolean) => void;
  onSelection: ((range: TextRange) => void) | undefined;
  onPaste: ((clipboard: Clipboard) => boolean) | undefined;
  /** Copies a part of the text, or all of it. Returns false if it cannot. */
  onCopy: ((data: DataTransfer, range: TextRange) => boolean) | undefined;
  /** Undo or redo of the script, by a menu of the browser. Without it the browser undoes typing. */
  onHistory: ((direction: 'undo' | 'redo') => void) | undefined;
}

type NextStyle = Look;

/**
 * Text of a field while the browser edits it. In a heading it shows capitals by its style and has
 * the letters as typed. Those whose capital is longer become capitals. Composition by input methods
 * is not disturbed, and its text is normalised when it is stored. Edits for which browsers use
 * style attributes are done here, because the content policy forbids these.
 */
export class FieldEditing {
  private readonly field: RefObject<HTMLElement | null>;
  private readonly options: RefObject<FieldOptions>;
  /** Last selection in the field. It applies while the focus is on a button. */
  private selected: TextRange = { start: 0, end: 0 };
  /** Selection that was reported last. */
  private told: TextRange = { start: 0, end: 0 };
  /** Style of the text typed next. Moving the caret clears it. */
  private next: { at: number; style: NextStyle } | null = null;
  /** State of the field when the composition began. */
  private composing: { live: LiveText; range: TextRange; style: NextStyle } | null = null;
  /** Rewrite that waits for the end of the composition. */
  private waiting: Rewrite | null = null;
  /** Text from elsewhere that waits for the end of the composition. */
  private refreshing: Rewrite | null = null;
  /** Our own edit commands fire events, too. */
  private isWriting = false;
  /** The current input moves a range to the clipboard. */
  private isCutting = false;
  /** The pointer is pressed in the field and sets the caret itself. */
  private isPressed = false;
  /** Number of lines that were opened in this field. */
  private line = 0;
  /** The line in which each node was first seen. */
  private readonly lines = new WeakMap<Node, number>();
  /** Text that was reported last. */
  private live: LiveText = unstyled('');

  constructor(field: RefObject<HTMLElement | null>, options: RefObject<FieldOptions>) {
    this.field = field;
    this.options = options;
  }

  readonly handle: LiveFieldHandle = {
    selection: () => this.selection(),
    replace: (next, selection) => this.replace(next, selection),
    rewrite: (make) => this.rewrite(make),
    refresh: (make) => this.refresh(make),
    toggle: (style) => this.toggle(style),
    focus: () => this.focus(),
    isComposing: () => this.composing !== null,
    select: (selection) => this.select(selection),
  };

  /** Open a line in place of the previous one. */
  open(live: LiveText, selection: FirstSelection, takesFocus = true): void {
    const element = this.field.current;
    if (!element) return;
    this.endComposing(element);
    this.next = null;
    this.selected = this.told = { start: 0, end: 0 };
    this.line++;
    this.live = live;
    renderField(element, live);
    const reading = this.read(element);
    element.toggleAttribute('data-empty', live.text === '');
    if (!takesFocus) return;
    // Focusing a focused element again costs a layout of the page.
    if (document.activeElement !== element) element.focus({ preventScroll: true });
    this.selected = this.told = select(element, reading, selection);
  }

  private read(element: HTMLElement): Reading {
    const reading = readField(element);
    for (const { node } of reading.leaves) if (!this.lines.has(node)) this.lines.set(node, this.line);
    return reading;
  }

  /** Return whether the browser's undo restored text of a previous line. */
  private isOfOthers({ leaves }: Reading): boolean {
    return leaves.some(({ node }) => this.lines.get(node) !== this.line);
  }

  readonly onInput = (event: { nativeEvent: Event }): void => {
    const element = this.field.current;
    if (!element || this.isWriting) return;
    const reading = this.read(element);
    if (this.isOfOthers(reading)) {
      renderField(element, this.live);
      select(element, this.read(element), this.told);
      return;
    }
    if (!isComposingInput(event.nativeEvent)) tidy(element, reading);
    this.tell(reading.live);
    // Report the selection with the text. The browser's event follows later.
    this.onSelectionChange();
    this.improve(event.nativeEvent);
  };

  /** Apply the typing rules to one typed character. That is a step of undo after the typing. */
  private improve(event: Event): void {
    if (!(event instanceof InputEvent) || event.inputType !== 'insertText') return;
    if (event.data?.length !== 1 || isComposingInput(event)) return;
    const { type, isBelow } = this.options.current;
    const { live } = this;
    const { start: caret } = this.selection();
    const found = smartTyping.current?.({ type, isBelow, text: live.text, caret });
    if (!found) return;
    const { from, to, insert } = found;
    const spans = [{ ...styleOfTyped(live, { start: from, end: to }), from: 0, to: insert.length }];
    const next = replaceRange(live, from, to, { text: insert, spans });
    this.replace(next, caret + insert.length - (to - from));
  }

  readonly onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    event.preventDefault();
    this.take(clipboardOf(event.clipboardData));
  };

  /** Copy or cut the selected text. The browser copies a part that it shows with its letters. */
  readonly onCopy = (event: ClipboardEvent<HTMLElement>): void => {
    const element = this.field.current;
    if (!element) return;
    const { live } = this.read(element);
    const { start, end } = this.selection();
    const selected = live.text.slice(start, end);
    const { isInCapitals, onCopy } = this.options.current;
    const isWhole = selected.length === live.text.length;
    if (selected.trim() === '' || !(isWhole || isInCapitals)) return;
    const isCopied = onCopy?.(event.clipboardData, { start, end }) ?? false;
    if (!isCopied && !isInCapitals) return;
    if (!isCopied) event.clipboardData.setData('text/plain', selected.toUpperCase());
    event.preventDefault();
    if (event.type !== 'cut') return;
    const { line } = this;
    const remove = () => {
      if (this.line !== line) return;
      this.isCutting = true;
      this.replace(replaceRange(live, start, end, unstyled('')), start);
    };
    // The cut of a menu is an edit command, in which the browser runs no other.
    if (isWhole && isCopied) remove();
    else queueMicrotask(remove);
  };

  readonly onBeforeInput = (event: InputEvent): void => {
    if (this.isWriting) return;
    this.isCutting = event.inputType === 'deleteByCut';
    const rule = ruleFor(event.inputType);
    if (rule === 'browser') {
      if (!isComposingInput(event) && event.cancelable) this.writeInstead(event);
      return;
    }
    const { onHistory } = this.options.current;
    if (rule === 'history' && !onHistory) return;
    event.preventDefault();
    if (rule === 'history') onHistory?.(event.inputType === 'historyRedo' ? 'redo' : 'undo');
    const style = formats[event.inputType];
    if (style) this.toggle(style);
    else if (rule === 'lineBreak') execEditCommand('insertLineBreak');
    else if (rule === 'insert' && event.dataTransfer) this.take(clipboardOf(event.dataTransfer));
  };

  readonly onSelectionChange = (): void => {
    const element = this.field.current;
    if (!element || this.isWriting || document.activeElement !== element) return;
    const { start, end } = this.selection();
    if (this.told.start === start && this.told.end === end) return;
    if (start !== this.next?.at && !this.composing) this.next = null;
    this.reportSelection();
  };

  /** End a composition and keep its text. Without the focus the input method cannot continue. */
  private endComposing(element: HTMLElement): void {
    this.waiting = null;
    if (!this.composing) return;
    this.composing = null;
    this.isWriting = true;
    element.blur();
    this.isWriting = false;
  }

  readonly onMouseDown = (): void => {
    this.isPressed = true;
    document.addEventListener('mouseup', () => (this.isPressed = false), { once: true });
  };

  /** Restore the caret: browsers put that of a focused editable element at its start. */
  readonly onFocus = (): void => {
    const element = this.field.current;
    if (element && !this.isPressed && !this.isWriting) select(element, this.read(element), this.selected);
  };

  private selection(): TextRange {
    const element = this.field.current;
    const found = element && selectedIn(element, this.read(element));
    if (found) this.selected = found;
    return this.selected;
  }

  private focus(): void {
    const element = this.field.current;
    if (!element) return;
    const selection = this.selection();
    element.focus({ preventScroll: true });
    select(element, this.read(element), selection);
  }

  private select(selection: FirstSelection): void {
    const element = this.field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    select(element, this.read(element), selection);
    this.next = null;
    this.reportSelection();
  }

  private replace(next: LiveText, selection: TextRange | number): void {
    const element = this.field.current;
    if (!element) return;
    this.focus();
    this.next = null;
    this.isWriting = true;
    try {
      writeField(element, next, selection);
    } finally {
      this.isWriting = false;
    }
    this.tell(next);
    this.reportSelection();
  }

  private rewrite(make: Rewrite): void {
    const element = this.field.current;
    this.waiting = this.composing ? make : null;
    if (!element || this.composing) return;
    const { live } = this.read(element);
    const next = make({ text: live, caret: this.selection().end });
    if (!isSameStyled(next.text, live)) this.replace(next.text, next.caret);
  }

  private refresh(make: Rewrite): void {
    const element = this.field.current;
    this.refreshing = this.composing ? make : null;
    if (!element || this.composing) return;
    const { live } = this.read(element);
    const next = make({ text: live, caret: this.selection().end });
    if (isSameStyled(next.text, live)) return;
    this.line++;
    this.live = next.text;
    renderField(element, next.text);
    const reading = this.read(element);
    element.toggleAttribute('data-empty', next.text.text === '');
    if (document.activeElement === element) this.selected = select(element, reading, next.caret);
    else this.selected = { start: next.caret, end: next.caret };
    this.told = this.selected;
    this.options.current.onSelection?.(this.told);
  }

  /**
   * Toggle a style by replacing the text. Browsers would use style attributes, which the content
   * policy forbids.
   */
  private toggle(style: Style): void {
    const element = this.field.current;
    // A style that the whole box has cannot be toggled visibly.
    if (!element || this.options.current.box[style]) return;
    this.focus();
    const { live } = this.read(element);
    const { start, end } = this.selected;
    if (start !== end) {
      this.replace(toggleStyle(live, start, end, style), { start, end });
      return;
    }
    const now = this.styleFor(live, this.selected);
    this.next = { at: start, style: { ...now, [style]: !now[style] } };
  }

  /**
   * Apply inputs for which browsers would use style attributes or longer capitals: typed text with
   * a chosen style, and replacing or deleting a range with several styles.
   */
  private writeInstead(event: InputEvent): void {
    const element = this.field.current;
    if (!element) return;
    const isInsert = event.inputType === 'insertText' || event.inputType === 'insertReplacementText';
    const isDelete = event.inputType.startsWith('delete');
    if (!isInsert && !isDelete) return;
    const text = isInsert ? (event.data ?? event.dataTransfer?.getData('text/plain') ?? '') : '';
    if (isInsert && text === '') return;
    const reading = this.read(element);
    const range = targetOf(element, reading, event) ?? this.selection();
    const isStyled = isInsert && this.next?.at === range.start;
    if (isStyled || hasMixedStyles(reading.live, range)) {
      event.preventDefault();
      const style = this.styleFor(reading.live, range);
      this.insert({ text, spans: [{ ...style, from: 0, to: text.length }] }, range);
      this.improve(event);
      return;
    }
    const letters = expandLetters(text);
    if (!this.options.current.isInCapitals || letters === text) return;
    event.preventDefault();
    select(element, reading, range);
    if (!execEditCommand('insertText', letters)) this.insert({ text: letters, spans: [] }, range);
  }

  readonly onCompositionStart = (): void => {
    const element = this.field.current;
    if (!element) return;
    const { live } = this.read(element);
    const range = this.selection();
    this.composing = { live, range, style: this.styleFor(live, range) };
  };

  /** Style the composed text when an input method has finished. */
  readonly onCompositionEnd = (): void => {
    const element = this.field.current;
    const composed = this.composing;
    this.composing = null;
    if (!element || !composed) return;
    const { live, range, style } = composed;
    const reading = this.read(element);
    const now = reading.live;
    tidy(element, reading);
    const { end } = this.selection();
    const text = now.text.slice(range.start, end);
    const spans = [{ ...style, from: 0, to: text.length }];
    const expected = replaceRange(live, range.start, range.end, { text, spans });
    if (expected.text === now.text && !isSameStyled(expected, now)) this.replace(expected, end);
    if (this.waiting) this.rewrite(this.waiting);
    if (this.refreshing) this.refresh(this.refreshing);
  };

  /** Insert pasted or dropped content, unless the screen handles it. */
  take(clipboard: Clipboard): void {
    const element = this.field.current;
    const { onPaste } = this.options.current;
    if (!element || (onPaste && waitsForReader(clipboard, () => this.takeLater(clipboard)))) return;
    if (onPaste?.(clipboard)) return;
    const { live } = this.read(element);
    const { start, end } = this.selection();
    const around = sliceStyled(live, start < end ? start : start - 1, start < end ? start + 1 : start);
    const inline = parsePastedInline(clipboard, around);
    if (inline.text !== '') this.insert(inline);
  }

  /** Take content that had to wait. Return false if no field of the script has the focus now. */
  private takeLater(clipboard: Clipboard): boolean {
    if (!this.field.current || document.activeElement !== this.field.current) return pasteAtFocus(clipboard);
    this.take(clipboard);
    return true;
  }

  private insert(styled: LiveText, { start, end } = this.selection()): void {
    const element = this.field.current;
    if (!element) return;
    const { live } = this.read(element);
    const insert = this.options.current.isInCapitals ? expandStyled(styled) : styled;
    this.replace(replaceRange(live, start, end, insert), start + insert.text.length);
  }

  /** Return the style of text typed in a range or at a caret. */
  private styleFor(live: LiveText, range: TextRange): NextStyle {
    return this.next?.at === range.start ? this.next.style : styleOfTyped(live, range);
  }

  private reportSelection(): void {
    this.told = this.selection();
    this.options.current.onSelection?.(this.told);
  }

  private tell(live: LiveText): void {
    this.live = live;
    this.field.current?.toggleAttribute('data-empty', live.text === '');
    this.options.current.onText(live, this.isCutting);
    this.isCutting = false;
  }
}

/** Remove foreign markup. This clears the browser's undo. */
function tidy(field: HTMLElement, reading: Reading): void {
  if (!reading.isForeign) return;
  const selection = selectedIn(field, reading);
  renderField(field, reading.live);
  if (selection) select(field, readField(field), selection);
}

/**
 * Return the style of typed text: that of the first replaced character, or of the one before it.
 */
function styleOfTyped({ spans }: LiveText, { start, end }: TextRange): NextStyle {
  const at = start < end ? start : start - 1;
  const found: Look = spans.find(({ from, to }) => from <= at && at < to) ?? plain;
  const { isBold, isItalic, isUnderlined, isStruck } = found;
  return { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck }) };
}

/**
 * Return the range that an input will replace or delete; null if the browser does not report it.
 */
function targetOf(field: HTMLElement, reading: Reading, event: InputEvent): TextRange | null {
  const [target] = typeof event.getTargetRanges === 'function' ? event.getTargetRanges() : [];
  if (!target || !field.contains(target.startContainer) || !field.contains(target.endContainer)) return null;
  const start = offsetAt(reading, target.startContainer, target.startOffset);
  return { start, end: Math.max(start, offsetAt(reading, target.endContainer, target.endOffset)) };
}
