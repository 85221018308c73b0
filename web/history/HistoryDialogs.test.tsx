import { screen, waitFor, within } from '@testing-library/react';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rows as rowsOf } from '#server/db/client.ts';
import { scriptVersions } from '#server/db/schema/history.ts';
import { users } from '#server/db/schema/people.ts';
import { changeScript } from '#shared/contract/edits.ts';
import { createVersion, deleteVersion, getScriptAt, listVersions } from '#shared/contract/history.ts';
import { errorTexts } from '#shared/errors.ts';
import { aUser } from '#test/factories.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atTheHistory, type HistoryBrowser, openHistory } from './testing.tsx';

freshBrowser();

type User = Awaited<ReturnType<typeof openHistory>>['user'];

const action = (content: string) => ({ elementType: 'action' as const, content });

/**
 * Create a script that reads rain, horn, Mara now, and read "Rain.", gulls, Mara at an earlier
 * moment.
 */
async function aPast(who: Name = 'olive') {
  const browser = await atTheHistory({ user: who, script: ['Fog.', 'Gulls.', 'Mara looks up.'] });
  const [rain, gulls, mara] = (await browser.elements()).map(({ id }) => id) as [number, number, number];
  const moment = await browser.change({ type: 'update', id: rain, fields: { content: 'Rain.' } });
  await browser.change(
    { type: 'update', id: rain, fields: { content: 'Rain on black water.' } },
    { type: 'delete', id: gulls },
    { type: 'insert', afterId: rain, elements: [action('A horn.')] },
  );
  return { browser, moment, ids: { rain, gulls, mara, horn: await browser.idOf('A horn.') } };
}

/** Choose an item in the menu of a listed change or version, by default the oldest. */
async function choose(user: User, item: string, at = -1) {
  const menus = await screen.findAllByRole('button', { name: /^More for/ });
  await user.click(menus.at(at) ?? document.body);
  await user.click(screen.getByRole('menuitem', { name: item }));
}

describe('restoring the script', () => {
  test('shows how much will change, then restores it as one change', async () => {
    const { browser, moment, ids } = await aPast();
    const { user, changes } = await openHistory(browser);
    await choose(user, 'Restore the script to this moment');
    const dialog = await screen.findByRole('alertdialog');
    expect(
      await within(dialog).findByText(
        '3 elements change: 1 comes back, 1 gets its earlier text and 1 is deleted. It is one change, and can be undone.',
      ),
    ).toBeTruthy();
    expect(changes).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(changes).toEqual([
      {
        label: 'Restore',
        edits: [
          { type: 'restore', id: ids.gulls, afterId: ids.rain },
          { type: 'update', id: ids.rain, fields: { content: 'Rain.' } },
          { type: 'delete', id: ids.horn },
        ],
      },
    ]);
    expect(await browser.texts()).toEqual(['Rain.', 'Gulls.', 'Mara looks up.']);
    expect(browser.momentsAsked()).toEqual([{ historyId: String(moment.id) }]);
  });

  test('can be cancelled', async () => {
    const { browser } = await aPast();
    const { user, changes } = await openHistory(browser);
    await choose(user, 'Restore the script to this moment');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(changes).toEqual([]);
    expect(browser.network.writes).toEqual([]);
  });

  test('is not offered when the script would not change', async () => {
    const { browser } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Restore the script to this moment', 0);
    expect(
      await screen.findByText('The script has not changed since then, so there is nothing to restore.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('offers no restore of more elements than one change can hold', async () => {
    const browser = await atTheHistory({ script: ['Fog.'] });
    const [fog] = await browser.elements();
    await browser.change({ type: 'update', id: fog?.id ?? 0, fields: { content: 'Rain.' } });
    // Deleted since, all at once.
    await rowsOf(
      browser.db,
      sql`insert into script_history (project_id, element_id, action, previous_content, previous_element_type)
          select ${browser.project.id}::int, 1000000000 + n, 'delete', 'Gulls.', 'action'
          from generate_series(1, 20001) n`,
    );
    // Filtered to one element, so that the change is in view.
    const { user } = await openHistory(browser, { element: fog ?? null });
    await choose(user, 'Restore the script to this moment');
    expect(await screen.findByText(/^More than 20,000 elements would change/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('offers a retry when the past script cannot be read', async () => {
    const { browser } = await aPast();
    browser.network.reject(getScriptAt, 'internal', 'No', 1);
    const { user } = await openHistory(browser);
    await choose(user, 'Restore the script to this moment');
    expect(
      await screen.findByText(
        'The script at that moment could not be read. Check your connection and try again.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^3 elements change/)).toBeTruthy();
  });

  test('keeps the dialog open with the reason when it fails', async () => {
    const { browser } = await aPast();
    browser.network.cut(changeScript);
    const { user } = await openHistory(browser);
    await choose(user, 'Restore the script to this moment');
    await screen.findByText(/^3 elements change/);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The script could not be restored. Please try again.',
    );
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(browser.network.callsOf(changeScript)).toHaveLength(2));
  });
});

describe('versions', () => {
  async function openVersions(browser: HistoryBrowser) {
    const opened = await openHistory(browser);
    await opened.user.click(await screen.findByRole('tab', { name: 'Versions' }));
    return opened;
  }
  const names = () =>
    within(screen.getByRole('region', { name: 'Versions' }))
      .queryAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent);
  const named = ({ network }: HistoryBrowser) => network.callsOf(createVersion).map(({ body }) => body);

  test('are none at first; one is named', async () => {
    const browser = await atTheHistory({ script: ['Rain.'] });
    const { user } = await openVersions(browser);
    expect(await screen.findByText('No versions yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Compare…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Name this version…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Name this version' });
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Name' });
    expect(button.disabled).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), '  First draft {Enter}');
    await waitFor(() => expect(names()).toEqual(['First draft']));
    expect(named(browser)).toEqual([{ name: 'First draft' }]);
    expect(screen.getByText(/^You,$/)).toBeTruthy();
  });

  test('can name the moment after a change', async () => {
    const { browser, moment } = await aPast();
    const { user } = await openHistory(browser);
    await choose(user, 'Name this version');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Short rain');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(named(browser)).toEqual([{ name: 'Short rain', historyId: moment.id }]));
    // The panel has switched to the list of versions.
    await waitFor(() => expect(names()).toEqual(['Short rain']));
  });

  test("keep the dialog open with the server's message when they are rejected", async () => {
    const browser = await atTheHistory();
    const { user } = await openVersions(browser);
    await user.click(await screen.findByRole('button', { name: 'Name this version…' }));
    // The role of this user has become viewer.
    browser.network.browser = browser.as('vic');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(errorTexts.forbidden);
    expect(screen.getByRole('dialog', { name: 'Name this version' })).toBeTruthy();
  });

  test('are renamed and deleted', async () => {
    const browser = await atTheHistory();
    await browser.nameVersion('First draft');
    const { user } = await openVersions(browser);
    await choose(user, 'Rename');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(field.value).toBe('First draft');
    await user.clear(field);
    await user.type(field, 'Blue draft{Enter}');
    await waitFor(() => expect(names()).toEqual(['Blue draft']));
    await choose(user, 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete version' });
    expect(within(dialog).getByText(/^Are you sure you want to delete "Blue draft"\?/)).toBeTruthy();
    browser.network.reject(deleteVersion, 'internal', '', 1);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(
      await within(dialog).findByText('"Blue draft" could not be deleted. Please try again.'),
    ).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toEqual([]));
    expect((await browser.as('olive').get(`${browser.people.projectUrl}/script-versions`)).json()).toEqual(
      [],
    );
  });

  test('are restored like a moment', async () => {
    const browser = await atTheHistory({ script: ['Rain on black water.'] });
    const [rain] = await browser.elements();
    await browser.nameVersion('First draft');
    const lines = [action('A horn.'), action('Mara looks up.')];
    await browser.change({ type: 'insert', afterId: rain?.id ?? 0, elements: lines });
    const added = [await browser.idOf('A horn.'), await browser.idOf('Mara looks up.')];
    const { user, changes } = await openVersions(browser);
    await choose(user, 'Restore this version');
    expect(await screen.findByText(/^2 elements change: 2 are deleted\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(async () => expect(await browser.texts()).toEqual(['Rain on black water.']));
    expect(changes[0]?.edits).toEqual(added.map((id) => ({ type: 'delete', id })));
  });

  test('are read-only for viewers', async () => {
    const browser = await atTheHistory({ user: 'vic' });
    const { db, project } = browser;
    const author = await aUser(db);
    const moment = { historyId: 0, moveId: 0 };
    await db
      .insert(scriptVersions)
      .values({ ...moment, projectId: project.id, name: 'First draft', userId: author.id });
    await db.delete(users).where(eq(users.id, author.id));
    const { user } = await openVersions(browser);
    expect(await screen.findByText(/^Another user,$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Name this version…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More for First draft' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Compare with now',
    ]);
  });

  test('report a failed load', async () => {
    const browser = await atTheHistory();
    browser.network.reject(listVersions, 'internal', 'No', 1);
    const { user } = await openVersions(browser);
    expect(await screen.findByText('Failed to load versions')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No versions yet')).toBeTruthy();
  });
});
