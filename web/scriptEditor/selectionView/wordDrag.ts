import { flushSync } from 'react-dom';
import type { Position, ScriptSelection } from '#screenplay/selection.ts';
import { replaceRange, unstyled } from '#screenplay/styled.ts';
import { insertWords, rangeWithSpace } from '#screenplay/wordSpacing.ts';
import { domPointUnder } from '../field/caret.ts';
import type { TextRange } from '../field/liveText.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import { isBelow, isField } from '../selection/pointed.ts';
import type { EditorSelection } from '../selection/selecting.ts';

interface WordDragInput {
  nodes: EditorNodes;
  writing: ActiveLineEditor;
  selecting: EditorSelection;
  /** Called with the position under the dragged text; null without one, and at the end. */
  onCarry: (place: Position | null) => void;
}

/** Dragged words, of the active line on a page or of the bottom input. */
type Dragged = { in: 'script'; at: ScriptSelection } | { in: 'below'; range: TextRange };

/**
 * Dragging of selected words of one line by the browser: to another place of the script, out of the
 * bottom input, or into it. Within its own text a field handles it
 * (web/scriptEditor/field/fieldDragging.ts).
 */
export class WordDrag {
  readonly #input: () => WordDragInput;
  readonly #placeAt: (event: MouseEvent) => Position | null;
  #dragged: Dragged | null = null;

  constructor(input: () => WordDragInput, placeAt: (event: MouseEvent) => Position | null) {
    this.#input = input;
    this.#placeAt = placeAt;
  }

  /** Listen to drag events of the editor. Returns a function that stops listening. */
  listenOn(desk: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    desk.addEventListener('dragstart', this.#onStart, { signal });
    desk.addEventListener('dragover', this.#onOver, { signal });
    // Runs before the handler of the field under the mouse, which would insert a copy.
    desk.addEventListener('drop', this.#onDrop, { signal, capture: true });
    desk.addEventListener('dragend', this.#onEnd, { signal });
    return () => listening.abort();
  }

  readonly #onStart = ({ target }: DragEvent): void => {
    const { nodes, selecting } = this.#input();
    this.#dragged = null;
    if (isBelow(target)) {
      const range = nodes.bottomInput.current?.selection();
      if (range) this.#dragged = { in: 'below', range };
    } else if (isField(target)) {
      const at = selecting.present();
      if (at) this.#dragged = { in: 'script', at };
    }
  };

  /**
   * Return where the dragged text would be dropped; null over its own field, beside the script, and
   * for drags that did not start in a field of the script.
   */
  #goalOf(event: DragEvent): Position | 'below' | null {
    if (!this.#dragged) return null;
    const isFromBelow = this.#dragged.in === 'below';
    if (isBelow(event.target)) return isFromBelow ? null : 'below';
    return isField(event.target) && !isFromBelow ? null : this.#placeAt(event);
  }

  readonly #onOver = (event: DragEvent): void => {
    const goal = this.#goalOf(event);
    this.#input().onCarry(goal === 'below' ? null : goal);
    if (!goal) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isCopying(event) ? 'copy' : 'move';
  };

  readonly #onDrop = (event: DragEvent): void => {
    const goal = this.#goalOf(event);
    const dragged = this.#dragged;
    this.#onEnd();
    if (!goal || !dragged) return;
    event.preventDefault();
    event.stopPropagation();
    const isCopy = isCopying(event);
    if (dragged.in === 'below') this.#putIntoScript(dragged.range, goal, isCopy);
    else if (goal === 'below') this.#putBelow(dragged.at, event, isCopy);
    else this.#input().selecting.carry(goal, isCopy, dragged.at);
  };

  readonly #onEnd = (): void => {
    this.#dragged = null;
    this.#input().onCarry(null);
  };

  #putIntoScript({ start, end }: TextRange, place: Position | 'below', isCopy: boolean): void {
    const { nodes, writing, selecting } = this.#input();
    const line = writing.below.get();
    if (!line || place === 'below') return;
    const removed = rangeWithSpace(line.text.text, { start, end });
    const rest = replaceRange(line.text, removed.start, removed.end, unstyled(''));
    // Opening another line stores the bottom input, so the words are removed from it before.
    if (!isCopy) flushSync(() => nodes.bottomInput.current?.replace(rest, removed.start));
    selecting.put(line.text, { start, end }, place);
  }

  #putBelow(at: ScriptSelection, { clientX, clientY }: DragEvent, isCopy: boolean): void {
    const { nodes, writing, selecting } = this.#input();
    const line = writing.line.get();
    const field = nodes.bottomInput.current;
    if (!line || !field) return;
    const [start = 0, end = 0] = [at.anchor.offset, at.head.offset].sort((one, other) => one - other);
    const under = domPointUnder(clientX, clientY);
    // Moving the focus stores the line on the page.
    field.focus();
    if (under) document.getSelection()?.collapse(under.node, under.offset);
    const to = field.selection().end;
    const text = writing.below.get()?.text ?? unstyled('');
    const { styled, range } = insertWords(text, to, line.text, { start, end });
    field.replace(styled, range);
    if (isCopy) return;
    const removed = rangeWithSpace(line.text.text, { start, end });
    const positionAt = (offset: number) => ({ ...at.anchor, offset });
    selecting.remove({ anchor: positionAt(removed.start), head: positionAt(removed.end) });
  }
}

function isCopying({ ctrlKey, altKey }: MouseEvent): boolean {
  return ctrlKey || altKey;
}
