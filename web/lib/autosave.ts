import { fieldProblemsOf } from './api.ts';
import { createStore, type ReadableStore } from './store.ts';

/** Phase of a save: none yet, running, everything stored, or failed. */
export type SavePhase = 'still' | 'saving' | 'saved' | 'failed';

export interface AutosaveState<Fields> {
  /** Fields as stored on the server. */
  saved: Fields;
  /** Typed fields that are not saved yet. */
  typed: Partial<Fields>;
  phase: SavePhase;
  /** A typed field could not be saved since; it stays true during a retry. */
  hasFailed: boolean;
  /** Messages of the server about fields. These are not sent again until they change. */
  problems: Readonly<Record<string, string>>;
}

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
  isRefused?: (field: keyof Fields, value: Fields[keyof Fields]) => boolean;
  /** Whether a value is dropped when its field is left, which shows the saved one again. */
  isDropped?: (field: keyof Fields, value: Fields[keyof Fields]) => boolean;
  /** Fields that could not be saved go back to the saved values. By default they stay as typed. */
  revertsFailures?: boolean;
  onSaved?: () => void;
  onFailed?: (error: unknown) => void;
}

export interface Autosave<Fields> extends ReadableStore<AutosaveState<Fields>> {
  /** Shown values: typed ones, otherwise saved ones. */
  values: () => Fields;
  isUnsaved: () => boolean;
  /** Set the values that the server has now. Typed fields stay. */
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
  type Field = keyof Fields;
  const state = createStore<AutosaveState<Fields>>({
    saved,
    typed: {},
    phase: 'still',
    hasFailed: false,
    problems: {},
  });
  let saving: Promise<void> | null = null;
  let isRequested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<AutosaveState<Fields>>) => state.set({ ...state.get(), ...change });
  const isAsSaved = (field: Field, value: Fields[Field]) =>
    (options().isSame ?? Object.is)(value, state.get().saved[field]);
  const isUnsaved = () => fieldsIn(state.get().typed).some(([field, value]) => !isAsSaved(field, value));

  /** Remove fields from the typed ones. When none is left, a failure is over. */
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
    while (isRequested) {
      isRequested = false;
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
      const stillValid = Object.entries(fieldProblemsOf(error)).filter(
        ([field]) => field in sent && Object.is(typed[field as Field], sent[field as Field]),
      );
      set({ phase: 'failed', hasFailed: true, problems: { ...problems, ...Object.fromEntries(stillValid) } });
      if (options().revertsFailures) drop(isAsSent);
      options().onFailed?.(error);
    }
  }

  const save = (isLast = false): Promise<void> => {
    isRequested = true;
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
      // Typing the saved value is no change. During a save its reply decides.
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
