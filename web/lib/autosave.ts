import { fieldProblemsOf } from './api.ts';
import {
  type AutosaveState,
  type FieldTest,
  fieldsIn,
  fieldsOf,
  withoutFields,
  withProblems,
  withWritten,
} from './autosaveState.ts';
import { createStore, type ReadableStore, type Store } from './store.ts';

export interface AutosaveOptions<Fields> {
  /**
   * Sends fields and returns the stored ones; null if none can be sent. `isLast`: the page is being
   * closed, and no reply will arrive.
   */
  send: (written: Fields, saved: Fields, isLast: boolean) => Promise<Fields> | null;
  /**
   * Delay from the last change to the save, in milliseconds. Without it `save` must be called, such
   * as when a field is left.
   */
  debounceMs?: number;
  /** Whether two values are equal for the server. Default: identical. */
  isSame?: (one: Fields[keyof Fields], other: Fields[keyof Fields]) => boolean;
  /** Whether a value cannot be sent. It stays as typed, and other fields are saved without it. */
  isRejected?: (field: keyof Fields, value: Fields[keyof Fields]) => boolean;
  /** Whether a value is dropped when its field is left, which shows the saved one again. */
  isDropped?: (field: keyof Fields, value: Fields[keyof Fields]) => boolean;
  /**
   * Whether fields that could not be saved are reset to the saved values. By default they stay as
   * typed.
   */
  revertsFailures?: boolean;
  onSaved?: () => void;
  onFailed?: (error: unknown) => void;
}

export interface Autosave<Fields> extends ReadableStore<AutosaveState<Fields>> {
  /** Shown values: typed ones, otherwise saved ones. */
  values: () => Fields;
  isUnsaved: () => boolean;
  /** Set the values that are now stored on the server. Typed fields stay. */
  know: (saved: Fields) => void;
  write: (change: Partial<Fields>) => void;
  /**
   * Send typed fields after a running save. Resolves when nothing is left to send; never rejects.
   */
  save: (isLast?: boolean) => Promise<void>;
}

/**
 * Save fields while they are typed. One request runs at a time, and later changes follow it, so
 * that a reply never replaces newer text. `options` is called each time.
 */
export function createAutosave<Fields extends object>(
  saved: Fields,
  options: () => AutosaveOptions<Fields>,
): Autosave<Fields> {
  return new FieldAutosave(saved, options);
}

class FieldAutosave<Fields extends object> implements Autosave<Fields> {
  readonly #state: Store<AutosaveState<Fields>>;
  readonly #options: () => AutosaveOptions<Fields>;
  #saving: Promise<void> | null = null;
  #isRequested = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(saved: Fields, options: () => AutosaveOptions<Fields>) {
    this.#state = createStore<AutosaveState<Fields>>({
      saved,
      typed: {},
      phase: 'still',
      hasFailed: false,
      problems: {},
    });
    this.#options = options;
  }

  readonly get = (): AutosaveState<Fields> => this.#state.get();

  readonly watch = (listener: () => void) => this.#state.watch(listener);

  readonly values = (): Fields => ({ ...this.get().saved, ...this.get().typed });

  readonly isUnsaved = (): boolean =>
    fieldsIn(this.get().typed).some(([field, value]) => !this.#isAsSaved(field, value));

  readonly know = (now: Fields): void => {
    const { saved: before } = this.get();
    if (fieldsIn(before).every(([field, value]) => Object.is(value, now[field]))) return;
    // Typing the saved value is no change. During a save its reply decides.
    const dropSame = () => {
      if (this.#saving) return;
      this.#drop((field, value) => !Object.is(before[field], now[field]) && this.#isAsSaved(field, value));
    };
    dropSame();
    this.#set({ saved: now });
    dropSame();
  };

  readonly write = (change: Partial<Fields>): void => {
    this.#state.set(withWritten(this.get(), change));
    const { debounceMs } = this.#options();
    if (debounceMs === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), debounceMs);
  };

  readonly save = (isLast = false): Promise<void> => {
    this.#isRequested = true;
    this.#saving ??= this.#sendAll(isLast).finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  };

  async #sendAll(isLast: boolean): Promise<void> {
    while (this.#isRequested) {
      this.#isRequested = false;
      clearTimeout(this.#timer);
      this.#drop(this.#isAsSaved);
      const { isDropped, send } = this.#options();
      const { saved } = this.get();
      const sent = this.#sendable();
      const sending = fieldsIn(sent).length === 0 ? null : send({ ...saved, ...sent }, saved, isLast);
      if (isDropped) this.#drop(isDropped);
      if (sending) await this.#settle(sending, sent);
    }
  }

  /** Return the typed fields that neither the server nor the options reject. */
  #sendable(): Partial<Fields> {
    const { isRejected } = this.#options();
    const { typed, problems } = this.get();
    const canSend: FieldTest<Fields> = (field, value) =>
      !(String(field) in problems) && !isRejected?.(field, value);
    return fieldsOf(fieldsIn(typed).filter(([field, value]) => canSend(field, value)));
  }

  /** Wait for a request, and take over its reply or its failure. */
  async #settle(sending: Promise<Fields>, sent: Partial<Fields>): Promise<void> {
    const isAsSent: FieldTest<Fields> = (field, value) => field in sent && Object.is(value, sent[field]);
    this.#set({ phase: 'saving' });
    try {
      this.#set({ saved: await sending });
      this.#drop(isAsSent);
      this.#set({ phase: this.isUnsaved() ? 'still' : 'saved', hasFailed: false });
      this.#options().onSaved?.();
    } catch (error) {
      this.#state.set(withProblems(this.get(), fieldProblemsOf(error), isAsSent));
      if (this.#options().revertsFailures) this.#drop(isAsSent);
      this.#options().onFailed?.(error);
    }
  }

  readonly #isAsSaved: FieldTest<Fields> = (field, value) =>
    (this.#options().isSame ?? Object.is)(value, this.get().saved[field]);

  #drop(isOver: FieldTest<Fields>): void {
    this.#state.set(withoutFields(this.get(), isOver));
  }

  #set(change: Partial<AutosaveState<Fields>>): void {
    this.#state.set({ ...this.get(), ...change });
  }
}
