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
