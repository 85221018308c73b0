import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { PastElementSchema } from '#shared/contract/history.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { asPast } from './entryText.ts';
import { aHistoryEntry, anElement, aVersion, HistoryServer, openHistory } from './testing.tsx';

freshBrowser();

const rain = anElement(1, 'Rain on black water.');
const horn = anElement(2, 'A horn.');
const mara = anElement(3, 'Mara looks up.');
const past = (id: number, content: string, more: Partial<PastElementSchema> = {}): PastElementSchema => ({
  ...asPast(anElement(id, content)),
  ...more,
});

/** Now: rain, horn, Mara. After change 5: "Rain.", gulls, Mara. */
function aServer(): HistoryServer {
  const server = new HistoryServer();
  server.entries = [aHistoryEntry(5)];
  const gone = {
    elementType: 'action',
    content: 'Gulls.',
    characterName: null,
    parenthetical: null,
  } as const;
  server.scripts.set(5, [past(1, 'Rain.'), past(9, 'Gulls.', { gone }), asPast(mara)]);
  return server;
}

const elements = [rain, horn, mara];

async function choose(user: ReturnType<typeof openHistory>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: /^More for/ }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

describe('restoring the script', () => {
  test('says how much changes, and then changes it as one', async () => {
    const server = aServer();
    const { user, changes } = openHistory(server, { elements });
    await choose(user, 'Restore the script to this moment');
    const dialog = await screen.findByRole('alertdialog');
    expect(
      await within(dialog).findByText(
        '3 elements change: 1 comes back, 1 gets its earlier text and 1 is deleted. It is one change, and can be undone.',
      ),
    ).toBeTruthy();
    expect(changes).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(changes).toEqual([
      {
        label: 'Restore',
        edits: [
          { does: 'restore', id: 9, afterId: 1 },
          { does: 'update', id: 1, fields: { content: 'Rain.' } },
          { does: 'delete', id: 2 },
        ],
      },
    ]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.asked.find(({ path }) => path.endsWith('/script-at'))?.query).toEqual({ historyId: '5' });
  });

  test('can be thought better of', async () => {
    const { user, changes } = openHistory(aServer(), { elements });
    await choose(user, 'Restore the script to this moment');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(changes).toEqual([]);
  });

  test('to what it says already is not offered', async () => {
    const server = aServer();
    server.scripts.set(5, elements.map(asPast));
    const { user } = openHistory(server, { elements });
    await choose(user, 'Restore the script to this moment');
    expect(
      await screen.findByText('The script reads now as it did then. There is nothing to restore.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('of more elements than one change can hold is not offered', async () => {
    const server = aServer();
    server.scripts.set(
      5,
      Array.from({ length: 20_001 }, (_, i) => past(i + 10, 'Gulls.', { gone: undefined })),
    );
    const { user } = openHistory(server);
    await choose(user, 'Restore the script to this moment');
    expect(await screen.findByText(/^More than 20,000 elements would change/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('whose moment cannot be read can be tried again', async () => {
    const server = aServer();
    server.refused = { path: '/script-at', status: 500, message: 'No' };
    const { user } = openHistory(server, { elements });
    await choose(user, 'Restore the script to this moment');
    expect(
      await screen.findByText(
        'The script at that moment could not be read. Check your connection and try again.',
      ),
    ).toBeTruthy();
    server.refused = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^3 elements change/)).toBeTruthy();
  });

  test('that the server refuses stays open and says why', async () => {
    const onChange = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const { user } = openHistory(aServer(), { elements, onChange });
    await choose(user, 'Restore the script to this moment');
    await screen.findByText(/^3 elements change/);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The script could not be restored. Please try again.',
    );
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe('comparing', () => {
  const rows = () =>
    within(screen.getByRole('dialog', { name: 'Compare' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('shows what has changed since, side by side, with counts', async () => {
    const { user } = openHistory(aServer(), { elements, canWrite: false });
    await choose(user, 'Show changes since');
    expect(await screen.findByText('1 changed, 1 added, 1 removed')).toBeTruthy();
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

  test('tells of another type, and of moved elements', async () => {
    const server = aServer();
    server.scripts.set(5, [asPast(horn), asPast(mara), past(1, rain.content)]);
    const spoken = anElement(3, mara.content, { elementType: 'dialogue', characterName: 'MARA' });
    const { user } = openHistory(server, { elements: [rain, horn, spoken] });
    await choose(user, 'Show changes since');
    expect(await screen.findByText('1 changed, 0 added, 0 removed, 1 moved')).toBeTruthy();
    expect(rows()).toEqual([
      '↕Moved: Rain on black water.',
      'A horn.A horn.',
      '~Changed: Action, no characterMara looks up.Dialogue, MARAMara looks up.',
      '↕Moved: Rain on black water.',
    ]);
  });

  test('of equal scripts says so', async () => {
    const server = aServer();
    server.scripts.set(5, elements.map(asPast));
    const { user } = openHistory(server, { elements });
    await choose(user, 'Show changes since');
    expect(await screen.findByText('No differences')).toBeTruthy();
  });

  test('folds what is unchanged, until it is opened', async () => {
    const server = aServer();
    const many = Array.from({ length: 50 }, (_, i) => anElement(i + 1, `Line ${i + 1}.`));
    server.scripts.set(5, [...many.slice(0, -1).map(asPast), past(50, 'Line fifty.')]);
    const { user } = openHistory(server, { elements: many });
    await choose(user, 'Show changes since');
    expect(await screen.findByText('1 changed, 0 added, 0 removed')).toBeTruthy();
    expect(rows()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: '… 48 unchanged elements' }));
    expect(rows()).toHaveLength(50);
    expect(rows()[0]).toBe('Line 1.Line 1.');
  });

  test('of thousands of changes draws some, and more when asked', async () => {
    const server = aServer();
    const many = Array.from({ length: 4000 }, (_, i) => anElement(i + 1, `Line ${i + 1}.`));
    server.scripts.set(5, []);
    const { user } = openHistory(server, { elements: many });
    await choose(user, 'Show changes since');
    expect(await screen.findByText('0 changed, 4,000 added, 0 removed')).toBeTruthy();
    expect(rows()).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show 200 more of 3,800' }));
    expect(rows()).toHaveLength(400);
  });

  test('can be of any two versions, and of now', async () => {
    const server = aServer();
    server.versions = [aVersion(2, 'Second draft'), aVersion(1, 'First draft', { moveId: 4 })];
    server.scripts.set(20, [asPast(rain), asPast(horn)]);
    server.scripts.set(10, [asPast(rain)]);
    const { user } = openHistory(server, { elements });
    await user.click(await screen.findByRole('tab', { name: 'Versions' }));
    await user.click(await screen.findByRole('button', { name: 'Compare…' }));
    expect(await screen.findByText('0 changed, 1 added, 0 removed')).toBeTruthy();
    const [before, after] = [
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'Before' }),
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'After' }),
    ];
    const chosen = () => [before, after].map((select) => select.selectedOptions[0]?.textContent);
    expect(chosen()).toEqual(['First draft', 'Second draft']);
    await user.selectOptions(after, 'Now');
    expect(await screen.findByText('0 changed, 2 added, 0 removed')).toBeTruthy();
    await user.selectOptions(before, 'Second draft');
    expect(await screen.findByText('0 changed, 1 added, 0 removed')).toBeTruthy();
    expect(server.asked.filter(({ path }) => path.endsWith('/script-at')).map(({ query }) => query)).toEqual([
      { historyId: '10', moveId: '4' },
      { historyId: '20', moveId: '0' },
    ]);
  });

  test('that cannot be loaded can be tried again', async () => {
    const server = aServer();
    server.refused = { path: '/script-at', status: 500, message: 'No' };
    const { user } = openHistory(server, { elements });
    await choose(user, 'Show changes since');
    expect(await screen.findByText('Failed to load the script as it was')).toBeTruthy();
    server.refused = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 changed, 1 added, 1 removed')).toBeTruthy();
  });
});

describe('versions', () => {
  async function openVersions(server: HistoryServer, given: Parameters<typeof openHistory>[1] = {}) {
    const opened = openHistory(server, { elements, ...given });
    await opened.user.click(await screen.findByRole('tab', { name: 'Versions' }));
    return opened;
  }
  const names = () =>
    within(screen.getByRole('region', { name: 'Versions' }))
      .queryAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent);

  test('are none at first; one is named', async () => {
    const server = aServer();
    const { user } = await openVersions(server);
    expect(await screen.findByText('No versions yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Compare…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Name this version…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Name this version' });
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Name' });
    expect(button.disabled).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), '  First draft {Enter}');
    await waitFor(() => expect(names()).toEqual(['First draft']));
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'First draft' });
    expect(screen.getByText(/^You,$/)).toBeTruthy();
  });

  test('can be of the moment after a change', async () => {
    const server = aServer();
    const { user } = openHistory(server, { elements });
    await choose(user, 'Name this version');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Short rain');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() =>
      expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
        name: 'Short rain',
        historyId: 5,
      }),
    );
    // Where it can be seen.
    await waitFor(() => expect(names()).toEqual(['Short rain']));
  });

  test('that the server refuses stay in the dialog, with its words', async () => {
    const server = aServer();
    const { user } = await openVersions(server);
    await user.click(await screen.findByRole('button', { name: 'Name this version…' }));
    server.refused = { path: '/script-versions', status: 400, message: 'A version needs a name' };
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('A version needs a name');
  });

  test('are renamed and deleted', async () => {
    const server = aServer();
    server.versions = [aVersion(1, 'First draft')];
    const { user } = await openVersions(server);
    await choose(user, 'Rename');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(field.value).toBe('First draft');
    await user.clear(field);
    await user.type(field, 'Blue draft{Enter}');
    await waitFor(() => expect(names()).toEqual(['Blue draft']));
    await choose(user, 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete version' });
    expect(within(dialog).getByText(/^Are you sure you want to delete "Blue draft"\?/)).toBeTruthy();
    server.refused = { path: '/script-versions/', status: 500, message: '' };
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(
      await within(dialog).findByText('"Blue draft" could not be deleted. Please try again.'),
    ).toBeTruthy();
    server.refused = null;
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toEqual([]));
  });

  test('are restored as a moment is', async () => {
    const server = aServer();
    server.versions = [aVersion(1, 'First draft', { moveId: 3 })];
    server.scripts.set(10, [asPast(rain)]);
    const { user, changes } = await openVersions(server);
    await choose(user, 'Restore this version');
    expect(await screen.findByText(/^2 elements change: 2 are deleted\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(changes[0]?.edits).toEqual([
      { does: 'delete', id: 2 },
      { does: 'delete', id: 3 },
    ]);
  });

  test('are only to look at for a reader', async () => {
    const server = aServer();
    server.versions = [aVersion(1, 'First draft', { userEmail: null })];
    const { user } = await openVersions(server, { canWrite: false });
    expect(await screen.findByText(/^Another user,$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Name this version…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More for First draft' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Compare with now',
    ]);
  });

  test('that cannot be loaded say so', async () => {
    const server = aServer();
    server.refused = { path: '/script-versions', status: 500, message: 'No' };
    const { user } = await openVersions(server);
    expect(await screen.findByText('Failed to load versions')).toBeTruthy();
    server.refused = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No versions yet')).toBeTruthy();
  });
});
