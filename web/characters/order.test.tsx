import { screen as page, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reorderCharacters } from '#shared/contract/characters.ts';
import { inOrder } from '#web/lib/listSteps.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { charactersQuery } from '#web/scriptSync/script.data.ts';
import { card, names, openCast } from './testing.tsx';

freshBrowser();

test('inOrder puts rows without a listed id last', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
  expect(inOrder(rows, [3, 1]).map(({ id }) => id)).toEqual([3, 1, 2, 4]);
});

/** Puts MARA after TOBIAS by keyboard. */
async function moveMara() {
  const opened = await openCast();
  await card('MARA');
  const key = charactersQuery(opened.project.id).queryKey;
  const shown = () => opened.client.getQueryData(key)?.map(({ name }) => name);
  const release = opened.network.hold(reorderCharacters);
  page.getByRole('button', { name: 'Move MARA' }).focus();
  await opened.user.keyboard(' {ArrowRight} ');
  return { ...opened, release, shown };
}

test('shows a new order optimistically, also to the script, and stores it', async () => {
  const { network, cast, release, shown } = await moveMara();
  await waitFor(() => expect(shown()).toEqual(['TOBIAS', 'MARA', 'HOLGER']));
  expect(names()).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
  await waitFor(() => expect(network.callsOf(reorderCharacters)).toHaveLength(1));
  expect(page.queryByText('Character order saved')).toBeNull();
  release();
  expect(await page.findByText('Character order saved')).toBeTruthy();
  expect(names()).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
  expect((await cast()).map(({ name }) => name)).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
});

test('reverts an order that could not be stored, with a message', async () => {
  const { network, release, shown } = await moveMara();
  await waitFor(() => expect(shown()).toEqual(['TOBIAS', 'MARA', 'HOLGER']));
  await waitFor(() => expect(network.callsOf(reorderCharacters)).toHaveLength(1));
  release('rejected');
  expect(await page.findByText('Reorder failed')).toBeTruthy();
  expect(page.getByText('Could not save the new character order.')).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['MARA', 'TOBIAS', 'HOLGER']));
  expect(shown()).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
});
