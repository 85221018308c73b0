import { type RefObject, useEffect, useRef } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import type { Position, ScriptSelection } from '#screenplay/selection.ts';
import { wordAt } from '#screenplay/words.ts';
import type { Element } from '#shared/contract/elements.ts';
import { pressedTextKey } from '../keys/keys.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import { clickedText } from '../pages/clickedText.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import { placeUnder } from '../selection/places.ts';
import { isBefore, isBelow, isField, isOnOwnSelection, isSamePosition } from '../selection/pointed.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import type { SheetLayout } from '../sheet/sheetLayout.ts';
import { WordDrag } from './wordDrag.ts';

interface PointerInput {
  desk: RefObject<HTMLElement | null>;
  nodes: EditorNodes;
  writing: ActiveLineEditor;
  /** Called at each event of the mouse, for the current value. */
  book: () => SheetLayout;
  rows: () => readonly Element[];
  canWrite: boolean;
  selecting: EditorSelection;
  /** Called with the position under the dragged selection; null without one, and at the end. */
  onCarry: (place: Position | null) => void;
  /** Called after a click, to put the caret there, or the focus if the user may only read. */
  onPlace: (element: Element, offset: number) => void;
}

/** Distance that the mouse must move before a drag begins. */
const dragPx = 4;
/** Height of the areas at the top and bottom of the editor in which a drag scrolls. */
const edgePx = 28;

/**
 * Handle the mouse on the pages: a click puts the caret into the nearest text, and a drag selects.
 */
export function usePointer(input: PointerInput): void {
  const latest = useRef(input);
  latest.current = input;
  useEffect(() => {
    const node = input.desk.current;
    if (!node) return;
    const drag = new PointerDrag(node, () => latest.current);
    const stop = drag.listenOn(node);
    const stopWords = new WordDrag(() => latest.current, drag.placeAt).listenOn(node);
    return () => {
      drag.end();
      stop();
      stopWords();
    };
  }, [input.desk]);
}

class PointerDrag {
  private readonly desk: HTMLElement;
  private readonly input: () => PointerInput;
  private pointerType = 'mouse';
  /** The press of the mouse has put the caret already, so its click is ignored. */
  private isPlaced = false;
  private start: { xPx: number; yPx: number; anchor: ScriptSelection | null } | null = null;
  private isDragging = false;
  /**
   * The position at which the mouse was pressed on the selection: moving drags it, and a release
   * without movement puts the caret there.
   */
  private carried: Position | null = null;
  private last: { clientX: number; clientY: number } = { clientX: 0, clientY: 0 };
  private frame = 0;

  constructor(desk: HTMLElement, input: () => PointerInput) {
    this.desk = desk;
    this.input = input;
  }

  /** Listen to pointer events of the editor. Returns a function that stops listening. */
  listenOn(desk: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    desk.addEventListener('pointerdown', this.onPointerDown, { signal });
    desk.addEventListener('mousedown', this.onMouseDown, { signal });
    desk.addEventListener('click', this.onClick, { signal });
    return () => listening.abort();
  }

  private readonly onPointerDown = (event: PointerEvent): void => {
    this.pointerType = event.pointerType;
  };

  private readonly onMouseDown = (event: MouseEvent): void => {
    this.isPlaced = false;
    if (event.button !== 0 || this.pointerType === 'touch' || !this.isOnPage(event)) return;
    const { selecting } = this.input();
    if (isField(event.target)) {
      // The browser drags a selection that starts there.
      if (!isOnOwnSelection(event)) this.begin(event, null);
      return;
    }
    const place = this.placeOf(event);
    if (!place) return;
    // The browser would select only rendered elements.
    event.preventDefault();
    this.isPlaced = true;
    if (!event.shiftKey && event.detail === 1 && selecting.holds(place)) {
      this.begin(event, null, place);
      return;
    }
    const at = event.shiftKey ? selecting.present() : null;
    if (at) {
      selecting.select({ anchor: at.anchor, head: place }, { isRevealed: false });
      this.begin(event, { anchor: at.anchor, head: at.anchor });
      return;
    }
    const taken = event.detail > 1 ? this.taken(place, event.detail) : null;
    if (taken) selecting.select(taken, { isRevealed: false });
    else if (!this.isBesideText(event)) this.put(place);
    this.begin(event, taken ?? { anchor: place, head: place });
  };

  /** Handles clicks by touch and other devices without a mouse. */
  private readonly onClick = (event: MouseEvent): void => {
    if (this.isPlaced || event.button !== 0 || isField(event.target) || !this.isOnPage(event)) {
      this.isPlaced = false;
      return;
    }
    // The browser's selection, such as one made by touch, stays.
    if (document.getSelection()?.isCollapsed === false) return;
    const place = this.placeOf(event);
    if (place && !this.isBesideText(event)) this.put(place);
  };

  end(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.start = null;
    this.isDragging = false;
    this.carried = null;
    delete this.desk.dataset.selecting;
    delete this.desk.dataset.carrying;
    this.input().onCarry(null);
    window.removeEventListener('keydown', this.onKey, true);
    window.removeEventListener('mousemove', this.onMove);
    window.removeEventListener('mouseup', this.onUp);
    window.removeEventListener('dragstart', this.onUp);
  }

  private begin(event: MouseEvent, anchor: ScriptSelection | null, carried: Position | null = null): void {
    this.end();
    this.carried = carried;
    if (carried) window.addEventListener('keydown', this.onKey, true);
    this.start = { xPx: event.clientX, yPx: event.clientY, anchor };
    window.addEventListener('mousemove', this.onMove);
    window.addEventListener('mouseup', this.onUp);
    // A drag of selected words by the browser does not change the selection.
    window.addEventListener('dragstart', this.onUp);
  }

  private readonly onUp = (event: MouseEvent): void => {
    const { carried, isDragging } = this;
    const place = carried && isDragging ? this.placeAt(event) : carried;
    this.end();
    if (!carried || !place) return;
    const { selecting } = this.input();
    const isCopy = event.ctrlKey || event.altKey;
    if (!isDragging) this.put(place);
    else if (isBelow(event.target)) selecting.carryToEnd(isCopy);
    else selecting.carry(place, isCopy);
  };

  /** Escape cancels the drag. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (pressedTextKey(event) !== 'escape' || !this.isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    this.end();
  };

  private readonly onMove = (event: MouseEvent): void => {
    if (!this.start) return;
    if ((event.buttons & 1) === 0) {
      this.end();
      return;
    }
    this.last = event;
    const { xPx, yPx } = this.start;
    if (!this.isDragging && Math.hypot(event.clientX - xPx, event.clientY - yPx) < dragPx) return;
    this.isDragging = true;
    this.extend();
    this.frame ||= requestAnimationFrame(this.scroll);
  };

  /** Scroll while the mouse is at the top or bottom edge. */
  private readonly scroll = (): void => {
    this.frame = 0;
    if (!this.isDragging) return;
    const { top, bottom } = this.desk.getBoundingClientRect();
    const { clientY } = this.last;
    const beyond = Math.min(clientY - top - edgePx, 0) + Math.max(clientY - bottom + edgePx, 0);
    if (beyond !== 0) {
      this.desk.scrollTop += beyond / 2;
      this.extend();
    }
    this.frame = requestAnimationFrame(this.scroll);
  };

  private extend(): void {
    const { selecting, onCarry } = this.input();
    const head = this.placeAt(this.last);
    if (!this.start || !head) return;
    if (this.carried) {
      this.desk.dataset.carrying = '';
      onCarry(head);
      return;
    }
    const present = selecting.present();
    if (this.start.anchor === null) {
      // Within the field the browser extends the selection.
      if (!present || head.id === present.anchor.id) return;
      this.start.anchor = { anchor: present.anchor, head: present.anchor };
    }
    this.desk.dataset.selecting = '';
    const { anchor, head: end } = this.start.anchor;
    // A word selected by double click stays selected.
    const from = isBefore(this.input().rows(), head, anchor) ? end : anchor;
    if (
      present?.head.id === head.id &&
      present.head.offset === head.offset &&
      isSamePosition(present.anchor, from)
    )
      return;
    document.getSelection()?.removeAllRanges();
    selecting.select({ anchor: from, head }, { isRevealed: false });
  }

  private put({ id, offset }: Position): void {
    const { rows, selecting, onPlace } = this.input();
    const element = rows().find((row) => row.id === id);
    selecting.clear();
    if (element) onPlace(element, offset);
  }

  /** Return the selection of a double click, the word, or of a triple click, the element. */
  private taken({ id, offset }: Position, clicks: number): ScriptSelection | null {
    const element = this.input()
      .rows()
      .find((row) => row.id === id);
    if (!element) return null;
    const text = plainText(element.content);
    const { start, end } = clicks === 2 ? wordAt(text, offset) : { start: 0, end: text.length };
    return { anchor: { id, offset: start }, head: { id, offset: end } };
  }

  private placeOf(event: MouseEvent): Position | null {
    const { rows, book } = this.input();
    const elementOf = (id: number) => rows().find((row) => row.id === id);
    const clicked = clickedText(event, elementOf, book().measures.charPx);
    return clicked ? { id: clicked.element.id, offset: clicked.offset } : this.placeAt(event);
  }

  readonly placeAt = (point: { clientX: number; clientY: number }): Position | null =>
    placeUnder(this.desk, this.input().book(), point);

  /** Return whether a caret is in a field and the pointer beside the sheets: the caret stays. */
  private isBesideText({ target }: MouseEvent): boolean {
    const { selecting } = this.input();
    const isBeside = target instanceof HTMLElement && target.closest('article') === null;
    return isBeside && selecting.present() !== null && selecting.spanning() === null;
  }

  /** Return whether an event is on a sheet or beside it, and not on a control or the scroll bar. */
  private isOnPage({ target, clientX }: MouseEvent): boolean {
    if (!(target instanceof HTMLElement)) return false;
    const { left } = this.desk.getBoundingClientRect();
    if (this.desk.clientWidth > 0 && clientX > left + this.desk.clientWidth) return false;
    const control = target.closest('button, a, input, textarea, select, label, section, [role]');
    return isField(target) || !control || !this.desk.contains(control);
  }
}
