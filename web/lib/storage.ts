import { type Store, useStore } from './store.ts';

/** A value of this browser, stored between visits and shared by all tabs. */
export interface StoredValue<Value> extends Store<Value> {
  /** Return the value and re-render when this or another tab changes it. */
  use: () => Value;
}

/**
 * Create a value under a key of localStorage, as JSON. `parse` receives the stored content, or
 * undefined, and must return a value: the content may be from an older version or another user.
 */
export function storedValue<Value>(key: string, parse: (stored: unknown) => Value): StoredValue<Value> {
  const listeners = new Set<() => void>();
  /** The value in browsers that deny storage; it lasts until the page is closed. */
  let unstored: string | null = null;
  // Return the same object while the stored text is the same, because React compares.
  let known: { text: string | null; value: Value } | null = null;

  const get = () => {
    const text = unstored ?? read(key);
    if (known?.text !== text) known = { text, value: parse(jsonOf(text)) };
    return known.value;
  };
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const set = (value: Value) => {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(key, text);
      unstored = null;
    } catch {
      unstored = text; // storage is off or full
    }
    announce();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) announce();
  };
  const watch = (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  };
  const stored = { get, set, watch };
  return { ...stored, use: () => useStore(stored) };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is off
  }
}

function jsonOf(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not our content
  }
}
