import { createStore, type ReadableStore } from '#web/lib/store.ts';

/** A step on a board with its inverse. Both promises resolve with the server's answer. */
export interface BoardStep {
  /** Name within a sentence: "Move scene 12". */
  label: string;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

export interface BoardUndoState {
  undoLabel: string | null;
  redoLabel: string | null;
  /** The last announcement for screen readers. */
  spoken: string;
}

const maxSteps = 200;

/**
 * Undo and redo of one user's steps on the boards of a project in this tab: scenes, beats,
 * characters, outline. Steps run one after the other, in the order of the requests.
 */
export class BoardUndo {
  #past: BoardStep[] = [];
  #future: BoardStep[] = [];
  #queue: Promise<void> = Promise.resolve();
  readonly #state = createStore<BoardUndoState>({ undoLabel: null, redoLabel: null, spoken: '' });

  get state(): ReadableStore<BoardUndoState> {
    return this.#state;
  }

  /** Add a step, and clear the redo steps. */
  add(step: BoardStep): void {
    this.#past = [...this.#past, step].slice(-maxSteps);
    this.#future = [];
    this.#tell(this.#state.get().spoken);
  }

  /**
   * Undo the last step, or the given one (for a toast's button), also when others were added after
   * it; a step that is already undone stays so.
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
        this.#tell(direction === 'undo' ? `Undone: ${step.label}` : `Redone: ${step.label}`);
      } catch {
        // The data has changed in between: the board shows the current state, and the step is
        // dropped.
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
