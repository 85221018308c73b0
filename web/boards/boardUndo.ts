import { createStore, type ReadableStore } from '#web/lib/store.ts';

/** Something that was done on a board, with the way back. Both end when the server has answered. */
export interface BoardStep {
  /** Within a sentence: "Move scene 12". */
  label: string;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

export interface BoardUndoState {
  undoLabel: string | null;
  redoLabel: string | null;
  /** What was said last, for those who do not see it. */
  spoken: string;
}

const maxSteps = 200;

/**
 * What one person did on the boards of a project in this window, back and forth (as the script has it): scenes, beats,
 * characters, outline. Steps run one after the other, in the order in which they were asked for.
 */
export class BoardUndo {
  #past: BoardStep[] = [];
  #future: BoardStep[] = [];
  #queue: Promise<void> = Promise.resolve();
  readonly #state = createStore<BoardUndoState>({ undoLabel: null, redoLabel: null, spoken: '' });

  get state(): ReadableStore<BoardUndoState> {
    return this.#state;
  }

  /** What was undone before cannot be done again. */
  add(step: BoardStep): void {
    this.#past = [...this.#past, step].slice(-maxSteps);
    this.#future = [];
    this.#tell(this.#state.get().spoken);
  }

  /**
   * Undo the last step, or the given one, for the button of a toast. That step is undone wherever it stands, since
   * others may have been added after it; a step that is undone already stays so.
   */
  undo(step?: BoardStep): Promise<void> {
    return this.#go('undo', step);
  }

  redo(): Promise<void> {
    return this.#go('redo');
  }

  #go(direction: 'undo' | 'redo', named?: BoardStep): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      const [from, to] = direction === 'undo' ? [this.#past, this.#future] : [this.#future, this.#past];
      const at = named ? from.lastIndexOf(named) : from.length - 1;
      const [step] = at < 0 ? [] : from.splice(at, 1);
      if (!step) return;
      this.#tell(this.#state.get().spoken);
      try {
        await step[direction]();
        to.push(step);
        this.#tell(direction === 'undo' ? `Undone: ${step.label}` : `Done again: ${step.label}`);
      } catch {
        // What it was about has changed meanwhile: the board shows how it is, and the step is gone.
        this.#tell(`Could not be ${direction === 'undo' ? 'undone' : 'done again'}: ${step.label}`);
      }
    });
    return this.#queue;
  }

  #tell(spoken: string): void {
    this.#state.set({
      undoLabel: this.#past.at(-1)?.label ?? null,
      redoLabel: this.#future.at(-1)?.label ?? null,
      spoken,
    });
  }
}
