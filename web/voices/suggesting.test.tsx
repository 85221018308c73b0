import { screen as page, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateCharacter } from '#shared/contract/characters.ts';
import { openCast, press } from '#web/characters/testing.tsx';
import { freshBrowser } from '#web/lib/testing.ts';
import { playing, stubAudio } from '#web/script/testing/fakeAudio.ts';
import { aCastWithVoices } from './testing.ts';

freshBrowser();
beforeEach(stubAudio);

const cast = [
  { name: 'MARA', age: 38 },
  { name: 'TOBIAS', age: 70 },
  { name: 'INGRID', voiceId: 'v-wren' },
];

async function openSuggestions() {
  const opened = await openCast(await aCastWithVoices({ cast }));
  await page.findByText('INGRID');
  await press(opened.user, 'Suggest Voices');
  const list = within(await page.findByRole('list', { name: 'Proposals' }));
  return { ...opened, list };
}

test('proposes a voice with reason and preview for each character without one; all are accepted and undone', async () => {
  const { user, list, cast: stored, idOf, written } = await openSuggestions();
  const rows = list.getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[0]?.textContent).toContain('MARA Sigrun');
  expect(rows[0]?.textContent).toContain('Female (guess), middle-aged');
  expect(rows[1]?.textContent).toContain('TOBIAS Nils');
  await user.click(list.getByRole('button', { name: 'Play preview of Nils for TOBIAS' }));
  await list.findByRole('button', { name: 'Stop preview of Nils for TOBIAS' });
  expect(playing()).toEqual(['/api/voices/v-nils/preview']);
  await press(user, 'Accept All');
  expect(await page.findByText('Voices assigned')).toBeTruthy();
  expect(playing()).toEqual([]);
  expect(written()).toEqual([
    [`PATCH /api/characters/${idOf('MARA')}`, { voiceId: 'v-sigrun' }],
    [`PATCH /api/characters/${idOf('TOBIAS')}`, { voiceId: 'v-nils' }],
  ]);
  // Outside a dialog that is still closing, nothing can be pressed.
  await waitFor(() => press(user, 'Undo'));
  await waitFor(async () =>
    expect((await stored()).map(({ voiceId }) => voiceId)).toEqual([null, null, 'v-wren']),
  );
});

test('accepts one alone, and keeps the other proposals', async () => {
  const { user, list, cast: stored } = await openSuggestions();
  await user.click(list.getByRole('button', { name: 'Accept Sigrun for MARA' }));
  expect(await list.findByText('Assigned')).toBeTruthy();
  expect(list.getByRole('button', { name: 'Accept Nils for TOBIAS' })).toBeTruthy();
  expect((await stored()).map(({ voiceId }) => voiceId)).toEqual(['v-sigrun', null, 'v-wren']);
});

test('includes characters that have a voice on request', async () => {
  const { user, list } = await openSuggestions();
  await user.click(page.getByRole('checkbox', { name: 'Include characters that already have a voice' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3));
});

test('reports a rejected assignment, and keeps the earlier ones', async () => {
  const { user, network, cast: stored, idOf } = await openSuggestions();
  network.interrupt(updateCharacter, ({ url }, send) =>
    url.endsWith(`/${idOf('TOBIAS')}`) ? new Response('', { status: 500 }) : send(),
  );
  await press(user, 'Accept All');
  expect(await page.findByText('Update failed')).toBeTruthy();
  expect((await stored()).map(({ voiceId }) => voiceId)).toEqual(['v-sigrun', null, 'v-wren']);
});
