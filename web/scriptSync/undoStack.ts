import { contentAs } from '#screenplay/flow.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Change, QueuedEdit } from './change.ts';

/** Inverse of a change. */
export interface UndoStep {
  key: string;
  label: string;
  inverse: QueuedEdit[];
  /** Consecutive changes of the same group are one step. */
  group: string | null;
}

const maxSteps = 2000;

/** Undo and redo steps of the changes made in this tab. */
export class UndoStack {
  #past: UndoStep[] = [];
  #future: UndoStep[] = [];

  get undoLabel(): string | null {
    return this.#past.at(-1)?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#future.at(-1)?.label ?? null;
  }

  /**
   * Add the inverse of a new change and clear the redo steps. Consecutive changes of one group
   * become one step.
   */
  add(step: UndoStep): void {
    const last = this.#past.at(-1);
    if (last && step.group !== null && last.group === step.group) {
      last.inverse = step.inverse.reduceRight(mergeInverse, last.inverse);
      last.key = step.key;
    } else if (step.inverse.length > 0) this.#past = [...this.#past, step].slice(-maxSteps);
    this.#future = [];
  }

  /** Remove and return the step that undo or redo applies; null if there is none. */
  take(direction: 'undo' | 'redo'): UndoStep | null {
    return (direction === 'undo' ? this.#past : this.#future).pop() ?? null;
  }

  /**
   * Let the remaining steps of an undone change build on the change that undid its last part, so
   * that they are not merged with text that was undone.
   */
  rebase(direction: 'undo' | 'redo', taken: UndoStep, onto: string): void {
    const bases = new Set(taken.inverse.map(({ base }) => base));
    for (const step of direction === 'undo' ? this.#past : this.#future) {
      if (step.key !== taken.key) continue;
      step.inverse = step.inverse.map((edit) => (bases.has(edit.base) ? { ...edit, base: onto } : edit));
    }
  }

  /** Add the inverse of an undo or redo that was applied. */
  addOpposite(direction: 'undo' | 'redo', step: UndoStep): void {
    if (step.inverse.length > 0) (direction === 'undo' ? this.#future : this.#past).push(step);
  }

  /**
   * Replace the inverse of a change that was replaced. `back` null: the change was dropped and
   * cannot be undone.
   */
  replace(key: string, inverse: (() => QueuedEdit[]) | null): void {
    const instead = (steps: UndoStep[]) => {
      const first = steps.find((step) => step.key === key);
      return steps.flatMap((step) => {
        if (step.key !== key) return step;
        return inverse && step === first ? { ...step, inverse: inverse() } : [];
      });
    };
    this.#past = instead(this.#past);
    this.#future = instead(this.#future);
  }

  /**
   * Adjust the inverse after the server merged a change with remote changes, so that undo keeps the
   * remote text. The code that merges texts is loaded for it.
   */
  async preserveRemoteText(
    change: Change,
    rows: readonly Pick<Element, 'id' | 'elementType' | 'content' | 'typedContent'>[],
    idOf: (id: number) => number,
  ): Promise<void> {
    // The last update of an element is the stored one.
    const sent = new Map(
      change.edits.flatMap((edit) =>
        edit.type === 'update' ? [[idOf(edit.id), edit.fields.content] as const] : [],
      ),
    );
    if (sent.size === 0) return;
    const stored = new Map<number, string>();
    for (const row of rows) {
      const text = sent.get(row.id);
      // A node of an earlier version stores the capitals alone.
      if (text !== undefined && contentAs(row.elementType, text) !== row.content)
        stored.set(row.id, lettersOf(row));
    }
    if (stored.size === 0) return;
    const { mergeText } = await import('#screenplay/merge.ts');
    for (const step of [...this.#past, ...this.#future]) {
      if (step.key !== change.key) continue;
      step.inverse = step.inverse.map((edit) => {
        if (edit.type !== 'update' || edit.fields.content === undefined) return edit;
        const [mine, theirs] = [sent.get(idOf(edit.id)), stored.get(idOf(edit.id))];
        if (mine === undefined || theirs === undefined) return edit;
        const content = mergeText(mine, theirs, edit.fields.content) ?? edit.fields.content;
        return { ...edit, fields: { ...edit.fields, content } };
      });
    }
  }
}

/** Merge inverses so that each element has one, which leads to its text before the group. */
function mergeInverse(steps: readonly QueuedEdit[], inverse: QueuedEdit): QueuedEdit[] {
  if (inverse.type !== 'update') return [inverse, ...steps];
  const isSame = (edit: QueuedEdit) =>
    (edit.type === 'update' || edit.type === 'delete') && edit.id === inverse.id;
  if (!steps.some(isSame)) return [inverse, ...steps];
  return steps.map((edit) => {
    if (!isSame(edit)) return edit;
    if (edit.type !== 'update') return { ...edit, base: inverse.base };
    return { ...edit, base: inverse.base, fields: { ...inverse.fields, ...edit.fields } };
  });
}
