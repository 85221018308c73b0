import type { ElementType } from '#screenplay/element.ts';
import { editableContent } from '#screenplay/typedLetters.ts';
import type { ElementText } from '#web/scriptSync/change.ts';
import { activeLineContent } from '#web/scriptSync/lineEdits.ts';
import type { LiveText } from '../field/liveText.ts';
import { textDifference } from '../field/writeField.ts';
import type { ActiveLine } from './activeLine.ts';

/** State of a line while it is written. */
export interface TypedState {
  type: ElementType;
  text: LiveText;
}

interface TypedChange {
  type: 'insert' | 'delete' | 'other';
  from: number;
  /** Offset behind the inserted text, or of the deleted one. */
  to: number;
  text: string;
}

/** Collects the states of a line that undo restores, until the next save takes them. */
export class TypedSteps {
  #states: TypedState[] = [];
  #last: TypedChange | null = null;

  /** Note a change of the line. The state before it is kept if the change starts an undo step. */
  note(before: TypedState, after: TypedState): void {
    const change = changeBetween(before, after);
    if (!change) return;
    if (this.#last && startsStep(this.#last, change)) this.#states.push(before);
    this.#last = change;
  }

  /** Change the kept states, such as after a remote change of the line. Null drops a state. */
  map(change: (state: TypedState) => TypedState | null): void {
    this.#states = this.#states.flatMap((state) => change(state) ?? []);
    this.#last &&= { type: 'other', from: 0, to: 0, text: '' };
  }

  /**
   * Return the kept states, and begin again if the line is finished. Otherwise a save in the middle
   * of a word does not divide it.
   */
  take(isFinished = true): TypedState[] {
    const states = this.#states;
    this.#states = [];
    if (isFinished) this.#last = null;
    return states;
  }
}

function changeBetween(before: TypedState, after: TypedState): TypedChange | null {
  const found = textDifference(before.text, after.text);
  if (before.type !== after.type) return { type: 'other', from: 0, to: 0, text: '' };
  if (!found) return null;
  const { from, to, insert } = found;
  if (from === to) return { type: 'insert', from, to: from + insert.text.length, text: insert.text };
  if (insert.text === '') return { type: 'delete', from, to: from, text: before.text.text.slice(from, to) };
  return { type: 'other', from, to: from + insert.text.length, text: insert.text };
}

/**
 * Return whether a change starts an undo step: a new word, a deletion after typing, a change
 * elsewhere in the line, or one of several letters, such as a paste or a completion.
 */
function startsStep(last: TypedChange, next: TypedChange): boolean {
  if (next.type !== last.type || next.type === 'other') return true;
  if (next.text.length > 1 || last.text.length > 1) return true;
  if (next.type === 'delete') return next.from !== last.from && next.from !== last.from - 1;
  return next.from !== last.to || (/\s/.test(last.text) && !/\s/.test(next.text));
}

/**
 * Return the texts that undo leads back to, from the kept states of a line. A state that shows as
 * its neighbour, or as no text, is no step. `startsStep`: undo leads back to the stored text, too.
 */
export function undoTexts(live: ActiveLine, states: readonly TypedState[]) {
  const stored = {
    elementType: live.base?.elementType ?? live.type,
    content: live.base ? editableContent(live.base) : '',
  };
  const texts = states.map((state) => ({ elementType: state.type, content: activeLineContent(state) }));
  const last = { elementType: live.type, content: activeLineContent(live) };
  const isSame = (one: ElementText, other: ElementText) =>
    one.content === other.content && one.elementType === other.elementType;
  return {
    startsStep: texts[0] !== undefined && isSame(texts[0], stored),
    texts: texts.filter((text, index) => {
      if (text.content === '' || isSame(text, texts[index - 1] ?? stored)) return false;
      return index < texts.length - 1 || !isSame(text, last);
    }),
  };
}
