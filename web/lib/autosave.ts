import { fieldProblemsOf } from './api.ts';
import { createStore, type ReadableStore } from './store.ts';

/** Of a save: none is under way, one is, the last one stored all there is, or it failed. */
export type SavePhase = 'still' | 'saving' | 'saved' | 'failed';

export interface AutosaveState<Fields> {
  /** As the server has them. */
  saved: Fields;
  /** What was written and is not saved. */
  typed: Partial<Fields>;
  phase: SavePhase;
  /** Something written could not be saved, and was not since; also while it is tried again. */
  hasFailed: boolean;
  /** What the server has against fields as they were sent. They are not sent again until they are changed. */
  problems: Readonly<Record<string, string>>;
}

export interface AutosaveOptions<Fields> {
  /**
   * Sends fields as they were written, and gives what is stored then; null where nothing of it can be sent.
   * `isLast`: the page is being closed, and no answer will be heard.
   */
  send: (written: Fields, saved: Fields, isLast: boolean) => Promise<Fields> | null;
  /** From the last change to the save, in milliseconds. Without it a save has to be asked for: a field is left. */
  debounceMs?: number;
  /** Whether two values of a field are the same for the server. Without it: whether they are identical. */
  isSame?: (one: Fields[keyof Fields], other: Fields[keyof Fields]) => boolean;
  /** A value that cannot be sent. It stays as it is written, and the other fields do not wait for it. */
  isRefused?: (field: keyof Fields, value: Fields[keyof Fields]) => boolean;
  /** A value that is not kept when its field is left: what is saved stands there again. */
  isDropped?: (field: keyof Fields, value: Fields[keyof Fields]) => boolean;
  /** What could not be saved goes back to what is saved. Without it, it stays as it is written. */
  revertsFailures?: boolean;
  onSaved?: () => void;
  onFailed?: (error: unknown) => void;
}

export interface Autosave<Fields> extends ReadableStore<AutosaveState<Fields>> {
  /** What is shown: what was written, and what is saved where nothing was. */
  values: () => Fields;
  isUnsaved: () => boolean;
  /** What the server has now, from elsewhere; what was written stays. */
  know: (saved: Fields) => void;
  write: (change: Partial<Fields>) => void;
  /** Sends what was written, after a save that is on its way. Ends when nothing is left to be sent; never rejects. */
  save: (isLast?: boolean) => Promise<void>;
}

/**
 * Saves fields while they are written. One request is on its way at a time, and what is written meanwhile follows it: an
 * answer never takes the place of newer words. `options` is asked anew each time.
 */
export function createAutosave<Fields extends object>(
  saved: Fields,
  options: () => AutosaveOptions<Fields>,
): Autosave<Fields> {
  type Field = keyof Fields;
  const state = createStore<AutosaveState<Fields>>({
    saved,
    typed: {},
    phase: 'still',
    hasFailed: false,
    problems: {},
  });
  let saving: Promise<void> | null = null;
  let isWanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<AutosaveState<Fields>>) => state.set({ ...state.get(), ...change });
  const isAsSaved = (field: Field, value: Fields[Field]) =>
    (options().isSame ?? Object.is)(value, state.get().saved[field]);
  const isUnsaved = () => fieldsIn(state.get().typed).some(([field, value]) => !isAsSaved(field, value));

  /** Takes fields out of what was written. With the last of them a failure is over, too. */
  function drop(isOver: (field: Field, value: Fields[Field]) => boolean): void {
    const { typed, phase, problems } = state.get();
    const kept = fieldsIn(typed).filter(([field, value]) => !isOver(field, value));
    if (kept.length === fieldsIn(typed).length) return;
    const left = fieldsOf<Fields>(kept);
    const standing = Object.entries(problems).filter(([field]) => field in left);
    set({ typed: left, problems: Object.fromEntries(standing) });
    if (kept.length > 0) return;
    set({ hasFailed: false, phase: phase === 'failed' ? 'still' : phase });
  }

  async function sendAll(isLast: boolean): Promise<void> {
    while (isWanted) {
      isWanted = false;
      clearTimeout(timer);
      drop(isAsSaved);
      const { isRefused, isDropped, send } = options();
      const { saved: before, typed, problems } = state.get();
      const sent = fieldsOf<Fields>(
        fieldsIn(typed).filter(
          ([field, value]) => !(String(field) in problems) && !isRefused?.(field, value),
        ),
      );
      const sending = fieldsIn(sent).length === 0 ? null : send({ ...before, ...sent }, before, isLast);
      if (isDropped) drop(isDropped);
      if (sending) await answered(sending, sent);
    }
  }

  async function answered(sending: Promise<Fields>, sent: Partial<Fields>): Promise<void> {
    const isAsSent = (field: Field, value: Fields[Field]) => field in sent && Object.is(value, sent[field]);
    set({ phase: 'saving' });
    try {
      set({ saved: await sending });
      drop(isAsSent);
      set({ phase: isUnsaved() ? 'still' : 'saved', hasFailed: false });
      options().onSaved?.();
    } catch (error) {
      const { typed, problems } = state.get();
      const said = Object.entries(fieldProblemsOf(error)).filter(
        ([field]) => field in sent && Object.is(typed[field as Field], sent[field as Field]),
      );
      set({ phase: 'failed', hasFailed: true, problems: { ...problems, ...Object.fromEntries(said) } });
      if (options().revertsFailures) drop(isAsSent);
      options().onFailed?.(error);
    }
  }

  const save = (isLast = false): Promise<void> => {
    isWanted = true;
    saving ??= sendAll(isLast).finally(() => {
      saving = null;
    });
    return saving;
  };

  return {
    get: state.get,
    watch: state.watch,
    values: () => ({ ...state.get().saved, ...state.get().typed }),
    isUnsaved,
    know(now) {
      const { saved: before } = state.get();
      if (fieldsIn(before).every(([field, value]) => Object.is(value, now[field]))) return;
      // Whoever wrote what stood there has changed nothing. While a save is on its way, its answer tells.
      const dropSame = () =>
        !saving && drop((field, value) => !Object.is(before[field], now[field]) && isAsSaved(field, value));
      dropSame();
      set({ saved: now });
      dropSame();
    },
    write(change) {
      const { typed, phase, problems } = state.get();
      const standing = Object.entries(problems).filter(([field]) => !(field in change));
      set({
        typed: { ...typed, ...change },
        phase: phase === 'saved' ? 'still' : phase,
        problems: Object.fromEntries(standing),
      });
      const { debounceMs } = options();
      if (debounceMs === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => void save(), debounceMs);
    },
    save,
  };
}

function fieldsIn<Fields extends object>(fields: Partial<Fields>): [keyof Fields, Fields[keyof Fields]][] {
  return Object.entries(fields) as [keyof Fields, Fields[keyof Fields]][];
}

function fieldsOf<Fields>(entries: [keyof Fields, Fields[keyof Fields]][]): Partial<Fields> {
  return Object.fromEntries(entries) as Partial<Fields>;
}
