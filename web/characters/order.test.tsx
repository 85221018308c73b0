import { screen as page, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { freshBrowser, refusal } from '#web/lib/testing.ts';
import { charactersQuery } from '#web/script/script.data.ts';
import { inOrder } from './order.ts';
import { card, names, openCast } from './testing.tsx';

freshBrowser();

test('rows that are not named go behind those that are', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
  expect(inOrder(rows, [3, 1]).map(({ id }) => id)).toEqual([3, 1, 2, 4]);
});

/** Puts MARA after TOBIAS by keyboard. */
async function moveMara() {
  const opened = openCast();
  await card('MARA');
  const answer = Promise.withResolvers<Response | null>();
  opened.server.instead = () => answer.promise as Promise<Response>;
  const shown = () => opened.client.getQueryData(charactersQuery(1).queryKey)?.map(({ id }) => id);
  page.getByRole('button', { name: 'Move MARA' }).focus();
  await opened.user.keyboard(' {ArrowRight} ');
  return { ...opened, answer, shown };
}

test('a new order is shown before the answer, for the script as well, and is stored', async () => {
  const { server, answer, shown } = await moveMara();
  await waitFor(() => expect(shown()).toEqual([2, 1, 3]));
  expect(names()).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
  await waitFor(() =>
    expect(server.written).toEqual([['POST /api/characters/reorder', { characterIds: [2, 1, 3] }]]),
  );
  expect(page.queryByText('Character order saved')).toBeNull();
  answer.resolve(Response.json({ success: true }));
  expect(await page.findByText('Character order saved')).toBeTruthy();
  expect(names()).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
});

test('an order that could not be stored is taken back, with a word about it', async () => {
  const { answer, shown } = await moveMara();
  await waitFor(() => expect(shown()).toEqual([2, 1, 3]));
  answer.resolve(refusal(500, 'Broken'));
  expect(await page.findByText('Reorder failed')).toBeTruthy();
  expect(page.getByText('Could not save the new character order.')).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['MARA', 'TOBIAS', 'HOLGER']));
  expect(shown()).toEqual([1, 2, 3]);
});
