import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exportComparison, readComparedFile } from '#shared/contract/comparing.ts';
import { getScriptAt } from '#shared/contract/history.ts';
import type { Name } from '#test/world.ts';
import * as saving from '#web/lib/saveFile.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atTheHistory, openHistory, scrollToEnd } from '../testing.tsx';

freshBrowser();

beforeEach(() => {
  // jsdom does not have it.
  Element.prototype.scrollIntoView = vi.fn();
});

type User = Awaited<ReturnType<typeof openHistory>>['user'];

const action = (content: string) => ({ elementType: 'action' as const, content });

/**
 * Create a script that reads rain, horn, Mara now, and read "Rain.", gulls, Mara at an earlier
 * moment.
 */
async function aPast(who: Name = 'olive') {
  const browser = await atTheHistory({ user: who, script: ['Fog.', 'Gulls.', 'Mara looks up.'] });
  const [rain, gulls] = (await browser.elements()).map(({ id }) => id) as [number, number];
  await browser.change({ type: 'update', id: rain, fields: { content: 'Rain.' } });
  await browser.change(
    { type: 'update', id: rain, fields: { content: 'Rain on black water.' } },
    { type: 'delete', id: gulls },
    { type: 'insert', afterId: rain, elements: [action('A horn.')] },
  );
  return { browser };
}

/** Choose an item in the menu of a listed change, by default the oldest. */
async function choose(user: User, item: string, at = -1) {
  const menus = await screen.findAllByRole('button', { name: /^More for/ });
  await user.click(menus.at(at) ?? document.body);
  await user.click(screen.getByRole('menuitem', { name: item }));
}

describe('CompareDialog', () => {
  const rows = () =>
    within(screen.getByRole('dialog', { name: 'Compare' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('shows what has changed since, side by side, with counts', async () => {
    const { browser } = await aPast('vic');
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    expect(
      await screen.findByText('Text before the first scene changed. 1 element changed, 1 added, 1 removed.'),
    ).toBeTruthy();
    expect(rows()).toEqual([
      '~Changed: Page 1Rain.Page 1RainInserted:  on black water.',
      '−Removed: Gulls.',
      '+Added: A horn.',
      'Mara looks up.Mara looks up.',
    ]);
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    expect(dialog.querySelector('del')?.textContent).toBe('Gulls.');
    expect([...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
      'Inserted:  on black water',
      'A horn.',
    ]);
  });

  test('shows another type and moved elements', async () => {
    const browser = await atTheHistory({ script: ['A horn.', 'Mara looks up.', 'Fog.'] });
    const [, mara, rain] = (await browser.elements()).map(({ id }) => id) as [number, number, number];
    await browser.change({ type: 'update', id: rain, fields: { content: 'Rain on black water.' } });
    await browser.change(
      { type: 'move', ids: [rain], afterId: null },
      { type: 'update', id: mara, fields: { elementType: 'dialogue', characterName: 'MARA' } },
    );
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');

    expect(
      await screen.findByText('Text before the first scene changed. 1 element changed, 1 moved.'),
    ).toBeTruthy();
    expect(rows()).toEqual([
      '↕Moved: Page 1Moved from page 1Rain on black water.',
      'Page 1A horn.A horn.',
      '~Changed: ActionMara looks up.DialogueMara looks up.',
      '↕Moved: Moved to page 1Rain on black water.',
    ]);
  });

  test('says that two scripts are equal', async () => {
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since', 0);
    expect(await screen.findByText('No differences')).toBeTruthy();
  });

  test('folds what is unchanged, until it is opened', async () => {
    const script = Array.from({ length: 50 }, (_, index) => `Line ${index + 1}.`);
    const browser = await atTheHistory({ script });
    const id = await browser.idOf('Line 50.');
    await browser.change({ type: 'update', id, fields: { content: 'Line fifty.' } });
    await browser.change({ type: 'update', id, fields: { content: 'Line 50.' } });
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    expect(await screen.findByText('Text before the first scene changed. 1 element changed.')).toBeTruthy();
    expect(rows()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: '… 48 unchanged elements' }));
    expect(rows()).toHaveLength(50);
    expect(rows()[0]).toBe('Page 1Line 1.Page 1Line 1.');
  });

  test('renders some of thousands of changes, and more on a press or when the end comes into view', async () => {
    const browser = await atTheHistory({ script: ['Fog.'] });
    const [fog] = await browser.elements();
    await browser.change({ type: 'delete', id: fog?.id ?? 0 });
    const elements = Array.from({ length: 1000 }, (_, index) => action(`Line ${index + 1}.`));
    await browser.change({ type: 'insert', afterId: null, elements });
    // Filtered to one element, so that the change is in view.
    const { user } = await openHistory(browser, { element: fog ?? null });
    await choose(user, 'Show changes since');
    expect(
      await screen.findByText('Text before the first scene changed. 1,000 elements added.'),
    ).toBeTruthy();
    expect(rows()).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show 200 more of 800' }));
    expect(rows()).toHaveLength(400);
    scrollToEnd();
    expect(rows()).toHaveLength(600);
  });

  test('can compare any two versions, and the current script', async () => {
    const browser = await atTheHistory({ script: ['Gulls.', 'Rain on black water.'] });
    const [gulls, rain] = (await browser.elements()).map(({ id }) => id) as [number, number];
    await browser.change({ type: 'move', ids: [rain], afterId: null }, { type: 'delete', id: gulls });
    const first = await browser.nameVersion('First draft');
    await browser.change({ type: 'insert', afterId: rain, elements: [action('A horn.')] });
    const second = await browser.nameVersion('Second draft');
    const horn = await browser.idOf('A horn.');
    await browser.change({ type: 'insert', afterId: horn, elements: [action('Mara looks up.')] });
    const { user } = await openHistory(browser);
    await user.click(await screen.findByRole('tab', { name: 'Versions' }));
    await user.click(await screen.findByRole('button', { name: 'Compare…' }));
    expect(await screen.findByText('Text before the first scene changed. 1 element added.')).toBeTruthy();
    const [before, after] = [
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'Before' }),
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'After' }),
    ];
    const chosen = () => [before, after].map((select) => select.selectedOptions[0]?.textContent);
    expect(chosen()).toEqual(['First draft', 'Second draft']);
    await user.selectOptions(after, 'Now');
    expect(await screen.findByText('Text before the first scene changed. 2 elements added.')).toBeTruthy();
    await user.selectOptions(before, 'Second draft');
    expect(await screen.findByText('Text before the first scene changed. 1 element added.')).toBeTruthy();
    expect(first.moveId).toBeGreaterThan(0);
    expect(browser.momentsAsked()).toEqual(
      [first, second].map(({ historyId, moveId }) => ({
        historyId: String(historyId),
        moveId: String(moveId),
      })),
    );
  });

  test('offers a retry when the comparison cannot be loaded', async () => {
    const { browser } = await aPast();
    browser.network.reject(getScriptAt, 'internal', 'No', 1);
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    expect(
      await screen.findByText('Failed to load the script as it was. Check your connection and try again.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await screen.findByText('Text before the first scene changed. 1 element changed, 1 added, 1 removed.'),
    ).toBeTruthy();
  });

  test('shows one marked script, and swaps the sides', async () => {
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    await user.click(await screen.findByRole('button', { name: 'One marked script' }));
    expect(rows()).toEqual([
      '~Changed: Page 1RainInserted:  on black water.',
      '−Removed: Gulls.',
      '+Added: A horn.',
      'Mara looks up.',
    ]);
    await user.click(screen.getByRole('button', { name: 'Swap the sides' }));
    await waitFor(() => expect(rows()[1]).toBe('−Removed: A horn.'));
    await user.click(screen.getByRole('button', { name: 'Swap the sides' }));
    await waitFor(() => expect(rows()[1]).toBe('−Removed: Gulls.'));
  });

  test('goes to the next and the previous change by keys and buttons', async () => {
    const script = Array.from({ length: 260 }, (_, index) => `Line ${index + 1}.`);
    const browser = await atTheHistory({ script });
    const ids = (await browser.elements()).map(({ id }) => id);
    const change = (at: number, content: string) =>
      browser.change({ type: 'update', id: ids[at] ?? 0, fields: { content } });
    await change(2, 'Line 3 at first.');
    await change(2, 'Line three.');
    await change(250, 'Line 251 is rewritten.');
    const { user } = await openHistory(browser, { element: (await browser.elements())[2] ?? null });
    await choose(user, 'Show changes since');
    const focusedRow = () => document.activeElement?.textContent;
    await user.click(await screen.findByRole('checkbox', { name: 'Only changes' }));
    await user.click(screen.getByRole('button', { name: 'Next change' }));
    await waitFor(() => expect(focusedRow()).toContain('three.'));
    expect(screen.getByText('Change 1 of 2')).toBeTruthy();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    // The row is far below those that were rendered at first.
    await waitFor(() => expect(focusedRow()).toContain('251'));
    expect(screen.getByText('Change 2 of 2')).toBeTruthy();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(focusedRow()).toContain('three.'));
  });

  test('goes from a moved passage to its other position', async () => {
    const browser = await atTheHistory({ script: ['A horn.', 'Mara looks up.', 'Fog.'] });
    const [, mara, fog] = (await browser.elements()).map(({ id }) => id) as [number, number, number];
    await browser.change({ type: 'update', id: fog, fields: { content: 'Fog on black water.' } });
    await browser.change(
      { type: 'move', ids: [fog], afterId: null },
      { type: 'update', id: mara, fields: { content: 'Mara looks down.' } },
    );
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    await user.click(await screen.findByRole('button', { name: 'Moved from page 1' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Moved to page 1'));
  });

  test('compares with a file, which is read and not stored, and prints it', async () => {
    const saved = vi.spyOn(saving, 'saveFile').mockReturnValue();
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since', 0);
    const file = new File(['Title: Ferry\n\n.DECK\n\nRain on black water.\n'], 'draft.fountain');
    await user.upload(screen.getByLabelText('Before: file'), file);
    const [call] = await waitFor(() => {
      const calls = browser.network.callsOf(readComparedFile);
      expect(calls).toHaveLength(1);
      return calls;
    });
    expect(call?.upload?.field).toBe('scriptFile');
    expect(await screen.findByRole('region', { name: 'Title page' })).toBeTruthy();
    expect(screen.getByText(/^1 scene removed/)).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Before' }).selectedOptions[0]?.text).toBe(
      'draft.fountain',
    );
    await user.click(screen.getByRole('button', { name: 'Save as PDF' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const [print] = browser.network.callsOf(exportComparison);
    expect(print?.upload?.field).toBe('before');
    expect(print?.url).toContain('before=file&after=now&beforeName=draft.fountain&afterName=Now');
    expect(saved.mock.calls[0]?.[1]).toMatch(/_changes\.pdf$/);
  });

  test('says why a file cannot be compared', async () => {
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since', 0);
    await user.upload(screen.getByLabelText('After: file'), new File(['<FinalDraft'], 'broken.fdx'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The file could not be read as a Final Draft script.');
  });

  test('compares with a moment of the history by its time', async () => {
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    const before = await screen.findByRole('combobox', { name: 'Before' });
    await user.selectOptions(before, 'A moment of the history…');
    const field = screen.getByLabelText('Before: time');
    fireEvent.change(field, { target: { value: '2020-01-01T12:00' } });
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('The script had no change until then. Choose a later time.')).toBeTruthy();
    fireEvent.change(field, { target: { value: '2100-01-01T12:00' } });
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('No differences')).toBeTruthy();
    expect(screen.queryByLabelText('Before: time')).toBeNull();
  });

  test('asks for another draft when both sides are the same', async () => {
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Show changes since');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Before' }), 'Now');
    expect(screen.getByText('Both sides are the same draft')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save as PDF' }).disabled).toBe(true);
  });
});
