import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { exportComparison, readComparedFile } from '#shared/contract/comparing.ts';
import { getScriptAt } from '#shared/contract/history.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atTheHistory, openHistory, scrollToEnd } from '../testing.tsx';

freshBrowser();

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
      '~Changed: Rain.Rain on black water.',
      '−Removed: Gulls.',
      '+Added: A horn.',
      'Mara looks up.Mara looks up.',
    ]);
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    expect(dialog.querySelector('del')?.textContent).toBe('Gulls.');
    expect([...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
      ' on black water',
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
      '↕Moved: Rain on black water.',
      'A horn.A horn.',
      '~Changed: Action, no characterMara looks up.Dialogue, MARAMara looks up.',
      '↕Moved: Rain on black water.',
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
    expect(rows()[0]).toBe('Line 1.Line 1.');
  });

  test('renders some of thousands of changes, and more on a press', async () => {
    const browser = await atTheHistory({ script: ['Fog.'] });
    const [fog] = await browser.elements();
    await browser.change({ type: 'delete', id: fog?.id ?? 0 });
    const elements = Array.from({ length: 4000 }, (_, index) => action(`Line ${index + 1}.`));
    await browser.change({ type: 'insert', afterId: null, elements });
    // Filtered to one element, so that the change is in view.
    const { user } = await openHistory(browser, { element: fog ?? null });
    await choose(user, 'Show changes since');
    expect(
      await screen.findByText('Text before the first scene changed. 4,000 elements added.'),
    ).toBeTruthy();
    expect(rows()).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show 200 more of 3,800' }));
    expect(rows()).toHaveLength(400);
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
});
