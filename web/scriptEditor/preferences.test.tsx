import { act, screen as page, render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { PreferencesDialog } from '#web/script/preferences/PreferencesDialog.tsx';
import { currentPreferences, preferencesKey, usePreferences } from './preferences.ts';

freshBrowser();

test('uses the documented keys by default', () => {
  expect(currentPreferences()).toEqual({ elementKeys: 'cycle', afterDialogue: 'action', isUnsent: false });
});

test.each(['', 'null', '7', '"cycle"', '{', '{"elementKeys":"emacs","afterDialogue":3}'])(
  'what others stored, such as %s, is no choice',
  (stored) => {
    localStorage.setItem(preferencesKey, stored);
    expect(currentPreferences()).toMatchObject({ elementKeys: 'cycle', afterDialogue: 'action' });
  },
);

test('one choice leaves the other alone', () => {
  const { result } = renderHook(usePreferences);
  act(() => result.current.set({ elementKeys: 'finalDraft' }));
  act(() => result.current.set({ afterDialogue: 'character' }));
  expect(result.current).toMatchObject({ elementKeys: 'finalDraft', afterDialogue: 'character' });
  expect(JSON.parse(localStorage.getItem(preferencesKey) ?? '')).toEqual({
    elementKeys: 'finalDraft',
    afterDialogue: 'character',
    isUnsent: true,
  });
});

test('a choice made in another tab holds here', () => {
  const { result } = renderHook(usePreferences);
  localStorage.setItem(preferencesKey, '{"elementKeys":"finalDraft"}');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: preferencesKey })));
  expect(result.current.elementKeys).toBe('finalDraft');
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(result.current.elementKeys).toBe('cycle');
});

test('where storage is refused a choice lasts as long as the page', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { result } = renderHook(usePreferences);
  act(() => result.current.set({ elementKeys: 'finalDraft' }));
  expect(result.current.elementKeys).toBe('finalDraft');
  refused.mockRestore();
  act(() => result.current.set({ elementKeys: 'cycle' }));
  expect(localStorage.getItem(preferencesKey)).toContain('cycle');
});

test('the dialog shows what holds, and a choice holds at once', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<PreferencesDialog onClose={onClose} />);
  const group = page.getByRole('group', { name: 'Element keys' });
  expect(group.querySelectorAll('input')).toHaveLength(3);
  expect(page.getByRole('radio', { name: 'Cycle' })).toHaveProperty('checked', true);
  await user.click(page.getByRole('radio', { name: 'Final Draft' }));
  await user.click(page.getByRole('radio', { name: 'Character' }));
  expect(currentPreferences()).toMatchObject({ elementKeys: 'finalDraft', afterDialogue: 'character' });
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  act(() => localStorage.clear());
});
