import { mergeText } from '#screenplay/merge.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Change, QueuedEdit } from './change.ts';

/** How to take a change back. */
export interface UndoStep {
  key: string;
  label: string;
  back: QueuedEdit[];
  /** Further changes of it belong to the same step. */
  group: string | null;
}

const maxSteps = 500;

/** The way back and forth over the changes that were made here. */
export class UndoStack {
  #past: UndoStep[] = [];
  #future: UndoStep[] = [];

  get undoLabel(): string | null {
    return this.#past.at(-1)?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#future.at(-1)?.label ?? null;
  }

  /** Another change: changes of one group that follow each other are one step. What could be brought again is gone. */
  add(step: UndoStep): void {
    const last = this.#past.at(-1);
    if (last && step.group !== null && last.group === step.group) {
      last.back = step.back.reduceRight(withBack, last.back);
      last.key = step.key;
    } else if (step.back.length > 0) this.#past = [...this.#past, step].slice(-maxSteps);
    this.#future = [];
  }

  /** The step that undo or redo goes; null where there is none. */
  take(direction: 'undo' | 'redo'): UndoStep | null {
    return (direction === 'undo' ? this.#past : this.#future).pop() ?? null;
  }

  /** How to go back on an undo or a redo that was made. */
  addOpposite(direction: 'undo' | 'redo', step: UndoStep): void {
    if (step.back.length > 0) (direction === 'undo' ? this.#future : this.#past).push(step);
  }

  /** A change that is given up cannot be taken back; of another in its place it is that one that can be. */
  replace(key: string, back: (() => QueuedEdit[]) | null): void {
    const instead = (steps: UndoStep[]) =>
      steps.flatMap((step) => {
        if (step.key !== key) return step;
        return back ? { ...step, back: back() } : [];
      });
    this.#past = instead(this.#past);
    this.#future = instead(this.#future);
  }

  /** What somebody else wrote meanwhile was merged in; taking the change back must leave it there. */
  keepOthersWords(
    change: Change,
    rows: readonly Pick<Element, 'id' | 'content'>[],
    idOf: (id: number) => number,
  ): void {
    // Of several the last is what was stored.
    const sent = new Map(
      change.edits.flatMap((edit) =>
        edit.type === 'update' ? [[idOf(edit.id), edit.fields.content] as const] : [],
      ),
    );
    if (sent.size === 0) return;
    const stored = new Map<number, string>();
    for (const { id, content } of rows) if (sent.has(id)) stored.set(id, content);
    for (const step of [...this.#past, ...this.#future]) {
      if (step.key !== change.key) continue;
      step.back = step.back.map((edit) => {
        if (edit.type !== 'update' || edit.fields.content === undefined) return edit;
        const [mine, theirs] = [sent.get(idOf(edit.id)), stored.get(idOf(edit.id))];
        if (mine === undefined || theirs === undefined || mine === theirs) return edit;
        const content = mergeText(mine, theirs, edit.fields.content) ?? edit.fields.content;
        return { ...edit, fields: { ...edit.fields, content } };
      });
    }
  }
}

/** One step back for each element: it leads to what stood before the first change of the group. */
function withBack(steps: readonly QueuedEdit[], back: QueuedEdit): QueuedEdit[] {
  if (back.type !== 'update') return [back, ...steps];
  const isSame = (edit: QueuedEdit) =>
    (edit.type === 'update' || edit.type === 'delete') && edit.id === back.id;
  if (!steps.some(isSame)) return [back, ...steps];
  return steps.map((edit) => {
    if (!isSame(edit)) return edit;
    if (edit.type !== 'update') return { ...edit, base: back.base };
    return { ...edit, base: back.base, fields: { ...back.fields, ...edit.fields } };
  });
}
