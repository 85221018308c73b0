import { screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { restoreInPlan } from '#shared/contract/planDeletions.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atThePlan, cardOf, lists, openPlan } from './testing.tsx';

freshBrowser();

type User = ReturnType<typeof openPlan>['user'];

async function remove(user: User, menu: string): Promise<void> {
  await user.click(await page.findByRole('button', { name: menu }));
  await user.click(page.getByRole('menuitem', { name: 'Delete' }));
  const question = within(page.getByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
}

describe('a deletion on the planning board', () => {
  test('asks with the specified text, mentions undo, and focuses Cancel', async () => {
    const { user } = openPlan(await atThePlan());
    await user.click(await page.findByRole('button', { name: 'Menu of act 1' }));
    await user.click(page.getByRole('menuitem', { name: 'Delete' }));
    const question = page.getByRole('alertdialog', { name: 'Delete act' });
    const texts = within(question);
    expect(
      texts.getByText(
        'Are you sure you want to delete this act? All associated story beats will also be deleted.',
      ),
    ).toBeTruthy();
    expect(texts.getByText('You can undo this with Ctrl+Z or the Undo button.')).toBeTruthy();
    expect(document.activeElement).toBe(texts.getByRole('button', { name: 'Cancel' }));
  });

  test.each([
    ['an act', 'Menu of act 1', 'Act deleted'],
    ['a sequence', 'Menu of Boarding', 'Sequence deleted'],
    ['a beat', 'Menu of The captain', 'Beat deleted'],
  ])('of %s is undone by Ctrl+Z, and redone by Ctrl+Shift+Z', async (_thing, menu, told) => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await cardOf('Departure');
    const [before, stored] = [lists(), await server.beats()];
    await remove(user, menu);
    expect(await page.findByText(told)).toBeTruthy();
    await waitFor(() => expect(lists()).not.toEqual(before));
    const after = lists();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(lists()).toEqual(before));
    expect(await server.beats()).toEqual(stored);
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await waitFor(() => expect(lists()).toEqual(after));
  });

  test('can be undone for the last act on the empty board', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await cardOf('Departure');
    const before = lists();
    for (const act of [20, 10]) await server.as('eddie').delete(`/api/acts/${server.act(act)}`);
    for (const act of [10, 20])
      await server.as('eddie').post(`${server.people.projectUrl}/plan/restore`, {
        ...{ kind: 'act', rowId: server.act(act) },
      });
    await remove(user, 'Menu of act 2');
    await remove(user, 'Menu of act 1');
    await page.findByRole('button', { name: 'Undo: Delete Departure' });
    await user.keyboard('{Control>}zz{/Control}');
    await waitFor(() => expect(lists()).toEqual(before));
  });

  test("is undone by its toast's button after another change, which stays", async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await cardOf('Departure');
    const stored = await server.beats();
    await remove(user, 'Menu of act 1');
    const undo = await page.findByRole('button', { name: 'Undo' });
    await server
      .as('eddie')
      .patch(`/api/story-beats/${server.beat(201) ?? stored.at(-1)?.id}`, { title: 'Renamed by Eddie' });
    await user.click(undo);
    await cardOf('Departure');
    const titles = (beats: typeof stored) => beats.map(({ id, title }) => [id, title]);
    const expected = titles(stored).map(([id, title]) => [
      id,
      id === (server.beat(201) ?? stored.at(-1)?.id) ? 'Renamed by Eddie' : title,
    ]);
    expect(titles(await server.beats())).toEqual(expected);
    expect(await page.findByText('Renamed by Eddie')).toBeTruthy();
  });

  test('shows the stored plan and an error when it cannot be undone', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await remove(user, 'Menu of act 1');
    server.network.reject(restoreInPlan, 'internal', '', 1);
    await user.keyboard('{Control>}z{/Control}');
    expect(await page.findByText('Restore failed')).toBeTruthy();
    expect(page.queryByRole('region', { name: 'Act 1: Departure' })).toBeNull();
  });
});
