import type { RefObject } from 'react';
import { expandLetters } from '#screenplay/capitals.ts';
import {
  expandStyled,
  isSameStyled,
  replaceRange,
  type Style,
  toggleStyle,
  unstyled,
} from '#screenplay/styled.ts';
import { isComposingInput } from '#web/lib/composition.ts';
import { clipboardOf } from '../clipboard/clipboardOf.ts';
import { rangeOfInput, select, tidy } from './caret.ts';
import { hasMixedStyles, type Reading, readField, renderField } from './domText.ts';
import { FieldClipboard } from './fieldClipboard.ts';
import { FieldComposition } from './fieldComposition.ts';
import type { FieldOptions } from './fieldOptions.ts';
import { FieldSelection } from './fieldSelection.ts';
import { formats, ruleFor } from './inputRules.ts';
import type { FirstSelection, LiveFieldHandle, LiveText, Rewrite, TextRange } from './liveText.ts';
import { OpenedLines } from './openedLines.ts';
import { smartTyping } from './smartTyping.ts';
import { styleAround, TypedStyle } from './typedStyle.ts';
import { execEditCommand, writeField } from './writeField.ts';

/**
 * Text of a field while the browser edits it. In a heading it shows capitals by its style and has
 * the letters as typed. Those whose capital is longer become capitals. Composition by input methods
 * is not disturbed, and its text is normalised when it is stored. Edits for which browsers use
 * style attributes are done here, because the content policy forbids these.
 */
export class FieldEditing {
  private readonly field: RefObject<HTMLElement | null>;
  private readonly options: RefObject<FieldOptions>;
  private readonly typedStyle = new TypedStyle();
  private readonly composition = new FieldComposition();
  /** Our own edit commands fire events, too. */
  private isWriting = false;
  /** The current input moves a range to the clipboard. */
  private isCutting = false;
  private readonly lines = new OpenedLines();
  /** Text that was reported last. */
  private live: LiveText = unstyled('');
  readonly clipboard: FieldClipboard;
  readonly selection: FieldSelection;

  constructor(field: RefObject<HTMLElement | null>, options: RefObject<FieldOptions>) {
    this.field = field;
    this.options = options;
    this.selection = new FieldSelection(field, options, (element) => this.read(element));
    this.clipboard = new FieldClipboard(field, options, {
      line: () => this.lines.current,
      live: () => (field.current ? this.read(field.current).live : this.live),
      selection: () => this.selection.get(),
      insert: (text) => this.insert(text),
      cut: (live, range) => this.cut(live, range),
    });
  }

  readonly handle: LiveFieldHandle = {
    selection: () => this.selection.get(),
    replace: (next, selection) => this.replace(next, selection),
    rewrite: (make) => this.rewrite(make),
    refresh: (make) => this.refresh(make),
    toggle: (style) => this.toggle(style),
    focus: () => this.selection.focus(),
    isComposing: () => this.composition.isRunning,
    select: (selection) => {
      this.typedStyle.clear();
      this.selection.put(selection);
    },
  };

  /** Open a line in place of the previous one. */
  open(live: LiveText, selection: FirstSelection, takesFocus = true): void {
    const element = this.field.current;
    if (!element) return;
    this.endComposing(element);
    this.typedStyle.clear();
    this.selection.reset();
    this.lines.begin();
    this.live = live;
    renderField(element, live);
    const reading = this.read(element);
    element.toggleAttribute('data-empty', live.text === '');
    if (!takesFocus) return;
    // Focusing a focused element again costs a layout of the page.
    if (document.activeElement !== element) element.focus({ preventScroll: true });
    this.selection.open(element, reading, selection);
  }

  private read(element: HTMLElement): Reading {
    const reading = readField(element);
    this.lines.note(reading);
    return reading;
  }

  readonly onInput = (event: { nativeEvent: Event }): void => {
    const element = this.field.current;
    if (!element || this.isWriting) return;
    const reading = this.read(element);
    if (this.lines.hasTextOfPrevious(reading)) {
      renderField(element, this.live);
      this.selection.restoreReported(element);
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
    const { start: caret } = this.selection.get();
    const found = smartTyping.current?.({ type, isBelow, text: live.text, caret });
    if (!found) return;
    const { from, to, insert } = found;
    const spans = [{ ...styleAround(live, { start: from, end: to }), from: 0, to: insert.length }];
    const next = replaceRange(live, from, to, { text: insert, spans });
    this.replace(next, caret + insert.length - (to - from));
  }

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
    else if (rule === 'insert' && event.dataTransfer) this.clipboard.take(clipboardOf(event.dataTransfer));
  };

  readonly onSelectionChange = (): void => {
    const element = this.field.current;
    if (!element || this.isWriting || document.activeElement !== element) return;
    const moved = this.selection.moved();
    if (!moved) return;
    if (!this.typedStyle.isChosenAt(moved.start) && !this.composition.isRunning) this.typedStyle.clear();
    this.selection.report();
  };

  /** End a composition and keep its text. Without the focus the input method cannot continue. */
  private endComposing(element: HTMLElement): void {
    this.composition.dropRewrite();
    if (!this.composition.end()) return;
    this.isWriting = true;
    element.blur();
    this.isWriting = false;
  }

  readonly onFocus = (): void => {
    if (!this.isWriting) this.selection.restoreAfterFocus();
  };

  private replace(next: LiveText, selection: TextRange | number): void {
    const element = this.field.current;
    if (!element) return;
    this.selection.focus();
    this.typedStyle.clear();
    this.isWriting = true;
    try {
      writeField(element, next, selection);
    } finally {
      this.isWriting = false;
    }
    this.tell(next);
    this.selection.report();
  }

  private rewrite(make: Rewrite): void {
    const element = this.field.current;
    if (this.composition.delayRewrite(make) || !element) return;
    const { live } = this.read(element);
    const next = make({ text: live, caret: this.selection.get().end });
    if (!isSameStyled(next.text, live)) this.replace(next.text, next.caret);
  }

  private refresh(make: Rewrite): void {
    const element = this.field.current;
    if (this.composition.delayRefresh(make) || !element) return;
    const { live } = this.read(element);
    const next = make({ text: live, caret: this.selection.get().end });
    if (isSameStyled(next.text, live)) return;
    this.lines.begin();
    this.live = next.text;
    renderField(element, next.text);
    const reading = this.read(element);
    element.toggleAttribute('data-empty', next.text.text === '');
    this.selection.moveTo(element, reading, next.caret);
  }

  /**
   * Toggle a style by replacing the text. Browsers would use style attributes, which the content
   * policy forbids.
   */
  private toggle(style: Style): void {
    const element = this.field.current;
    // A style that the whole box has cannot be toggled visibly.
    if (!element || this.options.current.box[style]) return;
    this.selection.focus();
    const { live } = this.read(element);
    const range = this.selection.get();
    const { start, end } = range;
    if (start !== end) {
      this.replace(toggleStyle(live, start, end, style), { start, end });
      return;
    }
    const now = this.typedStyle.in(live, range);
    this.typedStyle.choose(start, { ...now, [style]: !now[style] });
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
    const range = rangeOfInput(element, reading, event) ?? this.selection.get();
    const isStyled = isInsert && this.typedStyle.isChosenAt(range.start);
    if (isStyled || hasMixedStyles(reading.live, range)) {
      event.preventDefault();
      const style = this.typedStyle.in(reading.live, range);
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
    const range = this.selection.get();
    this.composition.begin({ live, range, style: this.typedStyle.in(live, range) });
  };

  /** Style the composed text when an input method has finished. */
  readonly onCompositionEnd = (): void => {
    const element = this.field.current;
    const composed = this.composition.end();
    if (!element || !composed) return;
    const { live, range, style } = composed;
    const reading = this.read(element);
    const now = reading.live;
    tidy(element, reading);
    const { end } = this.selection.get();
    const text = now.text.slice(range.start, end);
    const spans = [{ ...style, from: 0, to: text.length }];
    const expected = replaceRange(live, range.start, range.end, { text, spans });
    if (expected.text === now.text && !isSameStyled(expected, now)) this.replace(expected, end);
    const { rewrite } = this.composition.delayed;
    if (rewrite) this.rewrite(rewrite);
    const { refresh } = this.composition.delayed;
    if (refresh) this.refresh(refresh);
  };

  private insert(styled: LiveText, { start, end } = this.selection.get()): void {
    const element = this.field.current;
    if (!element) return;
    const { live } = this.read(element);
    const insert = this.options.current.isInCapitals ? expandStyled(styled) : styled;
    this.replace(replaceRange(live, start, end, insert), start + insert.text.length);
  }

  private cut(live: LiveText, { start, end }: TextRange): void {
    this.isCutting = true;
    this.replace(replaceRange(live, start, end, unstyled('')), start);
  }

  private tell(live: LiveText): void {
    this.live = live;
    this.field.current?.toggleAttribute('data-empty', live.text === '');
    this.options.current.onText(live, this.isCutting);
    this.isCutting = false;
  }
}
