import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setImmediate as yieldToServer } from 'node:timers/promises';
import { vi } from 'vitest';

/*
 * Several browsers in one process. Code that runs in a tab gets the fetch, storage, locks, timers
 * and window events of that tab. Time stands still until a test advances it.
 */

/** Storage of one browser, which its tabs share. Items are its own properties, as in browsers. */
export class BrowserStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, text: string): void {
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}
for (const name of ['getItem', 'setItem', 'removeItem'])
  Object.defineProperty(BrowserStorage.prototype, name, { enumerable: false });

type Listener = (event: Event) => void;

/** One tab. No code of it runs after it is closed. */
export class SimulatedTab {
  readonly storage: BrowserStorage;
  readonly fetch: typeof fetch;
  readonly locks = new Set<string>();
  readonly #listeners = new Map<string, Set<Listener>>();
  isClosed = false;

  constructor(storage: BrowserStorage, send: typeof fetch) {
    this.storage = storage;
    this.fetch = send;
    openTabs.add(this);
  }

  /** Run code in this tab. Its asynchronous continuations and timers stay in the tab. */
  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  listenersOf(type: string): Set<Listener> {
    const known = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, known);
    return known;
  }

  /** Dispatch an event of the window. */
  dispatch(type: string): void {
    this.run(() => {
      for (const listener of [...this.listenersOf(type)]) listener(new Event(type));
    });
  }

  close(): void {
    this.isClosed = true;
    this.locks.clear();
    openTabs.delete(this);
  }
}

const current = new AsyncLocalStorage<SimulatedTab>();
const openTabs = new Set<SimulatedTab>();

/** Replace browser globals by those of the running tab. Returns a function that restores them. */
export function simulateBrowsers(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const fakeSetTimeout = globalThis.setTimeout;
  const inTab = (work: () => void) => {
    const tab = current.getStore();
    return AsyncResource.bind(() => {
      if (!tab?.isClosed) work();
    });
  };
  const setTimeoutInTab = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    fakeSetTimeout(
      inTab(() => work(...args)),
      ms,
    );
  globalThis.setTimeout = setTimeoutInTab as typeof setTimeout;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const tab = current.getStore();
    if (!tab) throw new Error(`fetch of ${url} outside a tab`);
    return tab.fetch(url, init);
  });
  const restores = [replaceStorage(), replaceListeners(), replaceLocks()];
  return () => {
    for (const tab of openTabs) tab.close();
    for (const restore of restores) restore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
}

function replaceStorage(): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  const outside = new BrowserStorage();
  const get = () => current.getStore()?.storage ?? outside;
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get });
  return () => before && Object.defineProperty(globalThis, 'localStorage', before);
}

function replaceListeners(): () => void {
  const { addEventListener, removeEventListener } = window;
  window.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    const tab = current.getStore();
    if (tab) tab.listenersOf(type).add(listener as Listener);
    else addEventListener.call(window, type, listener as Listener, options as AddEventListenerOptions);
  };
  window.removeEventListener = (type: string, listener: unknown) => {
    const tab = current.getStore();
    if (tab) tab.listenersOf(type).delete(listener as Listener);
    else removeEventListener.call(window, type, listener as Listener);
  };
  return () => Object.assign(window, { addEventListener, removeEventListener });
}

function replaceLocks(): () => void {
  const request = async (name: string, work: () => Promise<void>) => {
    current.getStore()?.locks.add(name);
    await work();
  };
  const query = async () => ({
    held: [...openTabs].flatMap(({ locks }) => [...locks].map((name) => ({ name }))),
  });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } });
  return () => Reflect.deleteProperty(navigator, 'locks');
}

/** Advance the time, and let everything run that is due. */
export async function advanceMs(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 3; turn++) await yieldToServer();
}
