import type { Element } from '#shared/contract/elements.ts';
import type { Change, QueuedEdit } from './change.ts';
import { mergedTextsOf, remoteTextMerger } from './mergedReplies.ts';

/** Inverse of a change. */
export interface UndoStep {
  key: string;
  label: string;
  inverse: QueuedEdit[];
  /** Consecutive changes of the same group are one step. */
  group: string | null;
  /** Keys of earlier changes that the step is about. */
  earlierKeys?: readonly string[];
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
   * become one step. `resolve` replaces local ids by server ids.
   */
  add(step: UndoStep, resolve = (edits: QueuedEdit[]) => edits): void {
    const last = this.#past.at(-1);
    if (last && step.group !== null && last.group === step.group) {
      const { key } = last;
      last.inverse = step.inverse.reduceRight(mergeInverse, resolve(last.inverse));
      if (key !== step.key) this.#continueIn(step.key, key);
    } else if (step.inverse.length > 0) this.#past = [...this.#past, step].slice(-maxSteps);
    this.#future = [];
  }

  /** Let the steps of a change build on a later one that continues it. */
  #continueIn(key: string, earlier: string): void {
    for (const step of this.#past) {
      if (step.key !== earlier) continue;
      step.key = key;
      step.earlierKeys = [...(step.earlierKeys ?? []), earlier];
      step.inverse = step.inverse.map((edit) => (edit.base === earlier ? { ...edit, base: key } : edit));
    }
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
      const first = steps.find((step) => isOf(step, key));
      return steps.flatMap((step) => {
        if (!isOf(step, key)) return step;
        return inverse && step === first ? { ...step, inverse: inverse() } : [];
      });
    };
    this.#past = instead(this.#past);
    this.#future = instead(this.#future);
  }

  /**
   * Adjust the inverse after the server merged a change with remote changes, so that undo keeps the
   * remote text. `laterKeys`: later changes, which get it as well (mergedReplies.ts).
   */
  preserveRemoteText(
    change: Change,
    rows: readonly Pick<Element, 'id' | 'elementType' | 'content' | 'typedContent'>[],
    { idOf, laterKeys = [] }: { idOf: (id: number) => number; laterKeys?: readonly string[] },
  ): void {
    const texts = new Map(rows.map((row) => [row.id, row]));
    const merged = mergedTextsOf(change.edits, (id) => texts.get(id), idOf);
    if (merged.size === 0) return;
    const withRemoteText = remoteTextMerger(merged, idOf);
    for (const step of [...this.#past, ...this.#future])
      if ([change.key, ...laterKeys].some((key) => isOf(step, key)))
        step.inverse = step.inverse.map(withRemoteText);
  }
}

function isOf({ key, earlierKeys }: UndoStep, changeKey: string): boolean {
  return key === changeKey || earlierKeys?.includes(changeKey) === true;
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
