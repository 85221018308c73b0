/** A module that is loaded on first use; all users share one request. */
export interface LazyModule<T> {
  load: () => Promise<T>;
  /** Return the module, or null until it is loaded. */
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
