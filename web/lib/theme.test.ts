import { readFileSync } from 'node:fs';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeScreen, freshBrowser } from '#web/lib/testing.ts';
import { currentTheme, setTheme, themeKey, watchTheme } from './theme.ts';
import { useTheme } from './useTheme.ts';

freshBrowser();
beforeEach(() => {
  document.documentElement.className = '';
});

const markers = () =>
  ['light', 'dark'].filter((marker) => document.documentElement.classList.contains(marker));

test('the theme is system until one is chosen', () => {
  expect(currentTheme()).toBe('system');
  localStorage.setItem('vite-ui-theme', 'sepia');
  expect(currentTheme()).toBe('system');
});

test('stores a choice under vite-ui-theme, and sets exactly one class on the root', () => {
  setTheme('dark');
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
  expect(markers()).toEqual(['dark']);
  setTheme('light');
  expect(localStorage.getItem('vite-ui-theme')).toBe('light');
  expect(markers()).toEqual(['light']);
});

test('follows the operating system with "system", also while the page is open', () => {
  const stop = watchTheme();
  expect(markers()).toEqual(['light']);
  changeScreen({ isDark: true });
  expect(markers()).toEqual(['dark']);
  changeScreen({ isDark: false });
  expect(markers()).toEqual(['light']);
  stop();
});

test('a chosen theme does not follow the operating system', () => {
  const stop = watchTheme();
  setTheme('light');
  changeScreen({ isDark: true });
  expect(markers()).toEqual(['light']);
  stop();
});

test('follows a choice made in another tab', () => {
  const stop = watchTheme();
  const { result } = renderHook(() => useTheme());
  act(() => {
    localStorage.setItem(themeKey, 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue: 'dark' }));
  });
  expect(result.current.theme).toBe('dark');
  expect(markers()).toEqual(['dark']);
  stop();
});

test('keeps the choice until the page is closed when there is no storage', () => {
  const reject = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const working = localStorage;
  vi.stubGlobal('localStorage', { getItem: reject, setItem: reject });
  setTheme('dark');
  expect(currentTheme()).toBe('dark');
  expect(markers()).toEqual(['dark']);
  vi.stubGlobal('localStorage', working);
  setTheme('system');
});

describe('the script that runs before the first paint', () => {
  const source = readFileSync('web/public/theme.js', 'utf8');
  const run = new Function('matchMedia', 'localStorage', 'document', source);

  for (const stored of [null, 'light', 'dark', 'system', 'sepia']) {
    for (const isDark of [false, true]) {
      test(`agrees with the application on ${stored} and a ${isDark ? 'dark' : 'light'} system`, () => {
        changeScreen({ isDark });
        if (stored) localStorage.setItem(themeKey, stored);
        run(window.matchMedia, localStorage, document);
        const first = markers();
        watchTheme()();
        expect(first).toHaveLength(1);
        expect(markers()).toEqual(first);
      });
    }
  }

  test("restores the sidebar's width and the open panel, and detects a zoomed page", () => {
    const { dataset } = document.documentElement;
    localStorage.setItem('cold-open-sidebar', 'narrow');
    localStorage.setItem('cold-open-panel', 'closed');
    localStorage.setItem('script-view', '{"zoomPercent":100}');
    run(window.matchMedia, localStorage, document);
    expect({ ...dataset }).toEqual({ scripted: '', sidebar: 'narrow', panel: 'closed' });
    localStorage.setItem('script-view', '{"zoomPercent":150}');
    run(window.matchMedia, localStorage, document);
    expect(dataset.zoomed).toBe('');
    localStorage.setItem('script-view', 'not ours');
    run(window.matchMedia, localStorage, document);
    for (const name of Object.keys(dataset)) delete dataset[name];
  });

  describe('buffering before the editor is ready', () => {
    const listeners: Record<string, (event: object) => void> = {};
    const preventDefault = vi.fn();
    const event = { isTrusted: true, isComposing: false, preventDefault, stopPropagation: vi.fn() };
    const press = (key: string, modifiers: object = {}) =>
      listeners.keydown?.({ ...event, key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });
    const insert = (more: object) => listeners.beforeinput?.({ ...event, inputType: 'insertText', ...more });
    const kept = () =>
      window.earlyInput?.kept.map((input) => (input.type === 'key' ? input.key : input.type));

    beforeEach(() => {
      const listen = (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      };
      const parameters = ['matchMedia', 'localStorage', 'document', 'addEventListener'];
      new Function(...parameters, source)(window.matchMedia, localStorage, document, listen);
      document.body.innerHTML = '<div data-desk><input></div>';
      document.querySelector('input')?.focus();
    });

    afterEach(() => {
      preventDefault.mockClear();
      delete window.earlyInput;
      document.body.innerHTML = '';
      for (const name of Object.keys(document.documentElement.dataset))
        delete document.documentElement.dataset[name];
    });

    test('keeps edits without a key behind the buffered keys, unless a replayed key makes them', () => {
      press('N');
      insert({ data: 'o—' });
      insert({ data: 'か', isComposing: true });
      insert({ data: null, inputType: 'deleteContentBackward' });
      insert({ data: null, inputType: 'insertParagraph' });
      insert({ data: null, inputType: 'formatBold' });
      expect(preventDefault).toHaveBeenCalledTimes(4);
      const { earlyInput } = window;
      if (earlyInput) earlyInput.isReplaying = true;
      insert({ data: 'N' });
      expect(preventDefault).toHaveBeenCalledTimes(4);
      expect(kept()).toEqual(['N', 'o', '—', 'Backspace', 'Enter']);
    });

    test('keeps moves, commands and pastes behind the buffered keys, and leaves the first ones to the browser', () => {
      const clipboardData = { types: ['text/plain'], getData: () => 'Fog.' };
      press('ArrowLeft', { ctrlKey: true, shiftKey: true });
      press('b', { ctrlKey: true });
      listeners.paste?.({ ...event, clipboardData });
      expect(kept()).toEqual([]);
      press('N');
      press('ArrowLeft', { ctrlKey: true, shiftKey: true });
      press('b', { ctrlKey: true });
      press('r', { ctrlKey: true });
      press('F5');
      press('ArrowLeft', { altKey: true });
      listeners.paste?.({ ...event, clipboardData });
      expect(kept()).toEqual(['N', 'ArrowLeft', 'b', 'paste']);
      expect(window.earlyInput?.kept.at(-1)).toEqual({ type: 'paste', texts: { 'text/plain': 'Fog.' } });
    });
  });
});
