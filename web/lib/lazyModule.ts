/** A part of the code that is loaded when it is needed; whoever needs it first begins, and all wait for the same. */
export interface LazyModule<T> {
  load: () => Promise<T>;
  /** Null until it is there. */
  loaded: () => T | null;
}

export function createLazyModule<T>(find: () => Promise<T>): LazyModule<T> {
  let found: T | null = null;
  return {
    load: async () => {
      found = await find();
      return found;
    },
    loaded: () => found,
  };
}
