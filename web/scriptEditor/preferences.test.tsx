import { act, screen as page, render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { PreferencesDialog } from '#web/script/preferences/PreferencesDialog.tsx';
import {
  currentPreferences,
  preferencesKey,
  setPreferences,
  usePreferences,
  writingPreferences,
} from './preferences.ts';

freshBrowser();

const defaults = {
  ...{ elementKeys: 'cycle', afterDialogue: 'action', isUnsent: false, userId: null },
  ...{ smartQuotes: true, smartDashes: true, sentenceCapitals: true, spelling: true },
};

test('uses the documented keys, typing rules and spelling by default', () => {
  expect(currentPreferences()).toEqual(defaults);
});

test.each(['', 'null', '7', '"cycle"', '{', '{"elementKeys":"emacs","afterDialogue":3}'])(
  'what others stored, such as %s, is no choice',
  (stored) => {
    localStorage.setItem(preferencesKey, stored);
    expect(currentPreferences()).toEqual(defaults);
  },
);

test('only the keys are sent to the server', () => {
  setPreferences({ spelling: false });
  expect(writingPreferences.get()).toMatchObject({ spelling: false, isUnsent: false });
  setPreferences({ afterDialogue: 'character' });
  expect(writingPreferences.get().isUnsent).toBe(true);
});

test('keys of an older version are sent, unless they are the default', () => {
  localStorage.setItem(preferencesKey, '{"elementKeys":"cycle","afterDialogue":"action","spelling":false}');
  expect(writingPreferences.get().isUnsent).toBe(false);
  localStorage.setItem(preferencesKey, '{"elementKeys":"finalDraft","afterDialogue":"action"}');
  expect(writingPreferences.get().isUnsent).toBe(true);
});

test('changing one preference leaves the other unchanged', () => {
  const { result } = renderHook(usePreferences);
  act(() => result.current.set({ elementKeys: 'finalDraft' }));
  act(() => result.current.set({ afterDialogue: 'character' }));
  expect(result.current).toMatchObject({ elementKeys: 'finalDraft', afterDialogue: 'character' });
  expect(JSON.parse(localStorage.getItem(preferencesKey) ?? '')).toEqual({
    ...defaults,
    elementKeys: 'finalDraft',
    afterDialogue: 'character',
    isUnsent: true,
  });
});

test('applies a choice that was made in another tab', () => {
  const { result } = renderHook(usePreferences);
  localStorage.setItem(preferencesKey, '{"elementKeys":"finalDraft"}');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: preferencesKey })));
  expect(result.current.elementKeys).toBe('finalDraft');
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(result.current.elementKeys).toBe('cycle');
});

test('a choice lasts as long as the page if storage is unavailable', () => {
  const rejected = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { result } = renderHook(usePreferences);
  act(() => result.current.set({ elementKeys: 'finalDraft' }));
  expect(result.current.elementKeys).toBe('finalDraft');
  rejected.mockRestore();
  act(() => result.current.set({ elementKeys: 'cycle' }));
  expect(localStorage.getItem(preferencesKey)).toContain('cycle');
});

test('the dialog shows the current preferences, and applies a choice at once', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<PreferencesDialog onClose={onClose} />);
  const group = page.getByRole('group', { name: 'Element keys' });
  expect(group.querySelectorAll('input')).toHaveLength(3);
  expect(page.getByRole('radio', { name: 'Cycle' })).toHaveProperty('checked', true);
  await user.click(page.getByRole('radio', { name: 'Final Draft' }));
  await user.click(page.getByRole('radio', { name: 'Character' }));
  expect(currentPreferences()).toEqual({
    ...defaults,
    elementKeys: 'finalDraft',
    afterDialogue: 'character',
    isUnsent: true,
  });
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  act(() => localStorage.clear());
});

test.each([
  ['Typographic quotation marks', 'smartQuotes'],
  ['Dashes', 'smartDashes'],
  ['Capitals at the start of sentences', 'sentenceCapitals'],
  ['Check spelling', 'spelling'],
] as const)('%s can be switched off', async (label, name) => {
  const user = userEvent.setup();
  render(<PreferencesDialog onClose={() => {}} />);
  await user.click(page.getByRole('checkbox', { name: label }));
  expect(currentPreferences()).toEqual({ ...defaults, [name]: false });
  await user.click(page.getByRole('checkbox', { name: label }));
  expect(currentPreferences()).toEqual(defaults);
});
