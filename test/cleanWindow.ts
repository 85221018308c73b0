import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';

/*
 * Files of web tests share a window (vitest.config.ts). Every test begins in an unused one: at the
 * URL of a first visit, with empty storage and real timers. Every file has its own copies of our
 * modules, so that mocks do not leak into other files.
 */

vi.resetModules();

/**
 * React's development build creates an error for each element, to print its owner in a warning: a
 * quarter of the time of rendering. It stops at a maximum, which is always reached here.
 */
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(React, internals), 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => undefined,
  configurable: true,
});

/** The window has its own classes for bytes. The server runs in this process and needs Node's. */
Object.assign(globalThis, {
  Uint8Array: Object.getPrototypeOf(Buffer),
  ArrayBuffer: Buffer.alloc(1).buffer.constructor,
});

/**
 * jsdom has no layout, so every size is 0. Some libraries look for ResizeObserver when they are
 * imported.
 */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** jsdom does not implement pointer capture. Components of dialogs and menus call it. */
HTMLElement.prototype.hasPointerCapture ??= () => false;
HTMLElement.prototype.setPointerCapture ??= () => {};
HTMLElement.prototype.releasePointerCapture ??= () => {};

/**
 * jsdom runs all animation frames from one interval. A test with fake timers that starts at that
 * time would stop the frames of every later file. These frames use one timer each.
 */
const framesKey = Symbol.for('cold-open.frames');
const timers = window as unknown as Record<symbol, Pick<typeof window, 'setTimeout' | 'clearTimeout'>>;
timers[framesKey] ??= { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
const { setTimeout: originalSetTimeout, clearTimeout: originalClearTimeout } = timers[framesKey];
window.requestAnimationFrame = (draw) => Number(originalSetTimeout(() => draw(performance.now()), 16));
window.cancelAnimationFrame = (id) => originalClearTimeout(id);

/**
 * A live channel that opens, answers pings and carries nothing else. web/live tests how screens
 * react to its messages.
 */
globalThis.WebSocket = class extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 0;
  constructor(_address: string) {
    super();
    queueMicrotask(() => this.open());
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  send(text: string) {
    if (text !== '{"type":"ping"}') return;
    const data = '{"type":"pong"}';
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  close() {}
} as unknown as typeof WebSocket;

// Remove elements that an earlier file left next to its own tree, and its beforeunload listeners
// for unsaved drafts.
document.body.replaceChildren();
const stateKey = Symbol.for('cold-open.window');
const windowState = window as unknown as Record<
  symbol,
  { addListener: typeof window.addEventListener; removals: (() => void)[] }
>;
windowState[stateKey] ??= { addListener: window.addEventListener, removals: [] };
const { addListener, removals } = windowState[stateKey];
for (const remove of removals.splice(0)) remove();
window.addEventListener = (...args: Parameters<typeof window.addEventListener>) => {
  if (args[0] === 'beforeunload') removals.push(() => window.removeEventListener(...args));
  addListener(...args);
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
