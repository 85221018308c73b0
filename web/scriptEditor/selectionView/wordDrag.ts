import { flushSync } from 'react-dom';
import type { Position, ScriptSelection } from '#screenplay/selection.ts';
import { replaceRange, sliceStyled, unstyled } from '#screenplay/styled.ts';
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
  /** Called while the selection is dragged over this place; null: over no place. */
  onCarry: (place: Position | null) => void;
}

/** Words of the line being written on a page, or of the line below the script. */
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

  /** Listen to the desk's drag events. Return a function that stops listening. */
  listenOn(desk: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    desk.addEventListener('dragstart', this.#onStart, { signal });
    desk.addEventListener('dragover', this.#onOver, { signal });
    // Before the field under the mouse, which takes what comes from elsewhere for a copy.
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

  /** Where what is carried would go; null in the text that it is from, and where it is not ours. */
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
    const rest = replaceRange(line.text, start, end, unstyled(''));
    // The line below is stored when another one is opened: without those words, then.
    if (!isCopy) flushSync(() => nodes.bottomInput.current?.replace(rest, start));
    selecting.put(sliceStyled(line.text, start, end), place);
  }

  #putBelow(at: ScriptSelection, { clientX, clientY }: DragEvent, isCopy: boolean): void {
    const { nodes, writing, selecting } = this.#input();
    const line = writing.line.get();
    const field = nodes.bottomInput.current;
    if (!line || !field) return;
    const [start, end] = [at.anchor.offset, at.head.offset].sort((one, other) => one - other);
    const words = sliceStyled(line.text, start ?? 0, end);
    const under = domPointUnder(clientX, clientY);
    // The line on the page is stored when the keyboard leaves it.
    field.focus();
    if (under) document.getSelection()?.collapse(under.node, under.offset);
    const to = field.selection().end;
    const text = writing.below.get()?.text ?? unstyled('');
    field.replace(replaceRange(text, to, to, words), { start: to, end: to + words.text.length });
    if (!isCopy) selecting.remove(at);
  }
}

function isCopying({ ctrlKey, altKey }: MouseEvent): boolean {
  return ctrlKey || altKey;
}
