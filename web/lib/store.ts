import { useSyncExternalStore } from 'react';

/** A value that can be read at any time and subscribed to. */
export interface ReadableStore<Value> {
  get: () => Value;
  /** Call the listener after every change. Returns a function that stops it. */
  watch: (listener: () => void) => () => void;
}

/** A shared value. Only components that use it re-render when it changes. */
export interface Store<Value> extends ReadableStore<Value> {
  set: (next: Value) => void;
}

let batches = 0;
const waiting = new Set<() => void>();

/** Run several changes as one: listeners are notified after all of them. */
export function batch<Result>(work: () => Result): Result {
  batches++;
  try {
    return work();
  } finally {
    batches--;
    if (batches === 0) {
      const listeners = [...waiting];
      waiting.clear();
      for (const listener of listeners) listener();
    }
  }
}

/** Call a listener now, or once at the end of the running batch. */
export function notifyListener(listener: () => void): void {
  if (batches > 0) waiting.add(listener);
  else listener();
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) notifyListener(listener);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type ValuesOf<Inputs extends readonly ReadableStore<unknown>[]> = {
  [Index in keyof Inputs]: Inputs[Index] extends ReadableStore<infer Value> ? Value : never;
};

/** Source stores of derived ones. */
const sourcesOf = new WeakMap<ReadableStore<unknown>, readonly ReadableStore<unknown>[]>();

/** Create a derived value. It is computed on demand, and again only after a source changed. */
export function derived<const Inputs extends readonly ReadableStore<unknown>[], Value>(
  inputs: Inputs,
  make: (...values: ValuesOf<Inputs>) => Value,
): ReadableStore<Value> {
  const sources = [...new Set(inputs.flatMap((input) => [...(sourcesOf.get(input) ?? [input])]))];
  let known: { sources: readonly unknown[]; inputs: readonly unknown[]; value: Value } | null = null;
  const value: ReadableStore<Value> = {
    get() {
      // Compare the original sources: most reads find nothing changed.
      if (known && areCurrent(sources, known.sources)) return known.value;
      const now = sources.map((source) => source.get());
      const values = inputs.map((input) => input.get());
      if (known && areSame(known.inputs, values)) known.sources = now;
      else known = { sources: now, inputs: values, value: make(...(values as ValuesOf<Inputs>)) };
      return known.value;
    },
    watch(listener) {
      const ends = sources.map((source) => source.watch(listener));
      return () => {
        for (const end of ends) end();
      };
    },
  };
  sourcesOf.set(value, sources);
  return value;
}

/**
 * Return whether all sources still have these values. It runs some hundred times per keystroke, so
 * it allocates nothing.
 */
function areCurrent(sources: readonly ReadableStore<unknown>[], values: readonly unknown[]): boolean {
  for (let at = 0; at < sources.length; at++)
    if (!Object.is((sources[at] as ReadableStore<unknown>).get(), values[at])) return false;
  return true;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.every((value, index) => Object.is(value, others[index]));
}

/** Return the value, or a selected part. The component re-renders only when that changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value;
export function useStore<Value, Selected>(
  store: ReadableStore<Value>,
  select: (value: Value) => Selected,
): Selected;
export function useStore<Value>(
  store: ReadableStore<Value>,
  select: (value: Value) => unknown = (value) => value,
) {
  return useSyncExternalStore(store.watch, () => select(store.get()));
}

const lateOf = new WeakMap<ReadableStore<unknown>, ReadableStore<unknown>>();

/**
 * Return a view of a store that changes after the next paint. It is for information around a text,
 * so that no keystroke waits for it.
 */
export function afterPaint<Value>(store: ReadableStore<Value>): ReadableStore<Value> {
  const known = lateOf.get(store) as ReadableStore<Value> | undefined;
  const late = known ?? makeLate(store);
  if (!known) lateOf.set(store, late);
  return late;
}

function makeLate<Value>(store: ReadableStore<Value>): ReadableStore<Value> {
  const listeners = new Set<() => void>();
  let painted: Value;
  let end = () => {};
  const catchUp = () => {
    const now = store.get();
    if (Object.is(now, painted)) return;
    painted = now;
    for (const listener of listeners) listener();
  };
  return {
    // Without listeners the store is current.
    get: () => (listeners.size > 0 ? painted : store.get()),
    watch(listener) {
      if (listeners.size === 0) {
        painted = store.get();
        end = store.watch(() => oncePainted(catchUp));
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end();
        behind.delete(catchUp);
      };
    },
  };
}

const behind = new Set<() => void>();

/** Run work after the next frame, together with other work for that frame. */
export function oncePainted(work: () => void): void {
  const isAwaited = behind.size > 0;
  behind.add(work);
  if (isAwaited) return;
  const run = () => {
    const all = [...behind];
    behind.clear();
    for (const each of all) each();
  };
  // A hidden page has no frames.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}
