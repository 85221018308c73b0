import { afterEach, beforeEach, vi } from 'vitest';

/*
 * Files of web tests share a window (vitest.config.ts). Every test begins in one that nobody has used: at the address
 * of a first visit, with nothing kept, on time that passes by itself. Every file has our modules to itself: what one
 * puts in the place of a screen is not found by another.
 */

vi.resetModules();

/** The window brings classes of its own for bytes. The server, which runs in this process, is handed Node's. */
Object.assign(globalThis, {
  Uint8Array: Object.getPrototypeOf(Buffer),
  ArrayBuffer: Buffer.alloc(1).buffer.constructor,
});

/** Nothing has a size here. Some libraries look for it when they are imported. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** jsdom captures no pointers, and what is drawn over the page asks whether one is. */
HTMLElement.prototype.hasPointerCapture ??= () => false;
HTMLElement.prototype.setPointerCapture ??= () => {};
HTMLElement.prototype.releasePointerCapture ??= () => {};

/**
 * The window's own frames are kept by one interval: a test that stops intervals in the moment in which it is begun would stop the
 * frames of every later file. These have a timer each.
 */
const frames = Symbol.for('cold-open.frames');
const timers = window as unknown as Record<symbol, Pick<typeof window, 'setTimeout' | 'clearTimeout'>>;
timers[frames] ??= { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
const { setTimeout: later, clearTimeout: never } = timers[frames];
window.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16));
window.cancelAnimationFrame = (id) => never(id);

/** A channel that never opens: what a screen does with what it is told has tests of its own (web/live). */
globalThis.WebSocket = class extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 0;
  send() {}
  close() {}
} as unknown as typeof WebSocket;

// What an earlier file drew beside its own tree, and the questions before leaving of drafts that it left unsaved.
document.body.replaceChildren();
const shared = Symbol.for('cold-open.window');
const held = window as unknown as Record<
  symbol,
  { listen: typeof window.addEventListener; removals: (() => void)[] }
>;
held[shared] ??= { listen: window.addEventListener, removals: [] };
const { listen, removals } = held[shared];
for (const remove of removals.splice(0)) remove();
window.addEventListener = (...given: Parameters<typeof window.addEventListener>) => {
  if (given[0] === 'beforeunload') removals.push(() => window.removeEventListener(...given));
  listen(...given);
};

function clear(): void {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
}

beforeEach(clear);

afterEach(() => {
  vi.useRealTimers();
  clear();
});
