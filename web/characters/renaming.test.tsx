import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { historyKey } from '#web/history/history.data.ts';
import { freshBrowser, refusal } from '#web/lib/testing.ts';
import { charactersQuery, elementsQuery } from '#web/script/script.data.ts';
import { aCharacter, type CastServer, card, choose, field, names, openCast, press } from './testing.tsx';

freshBrowser();

/** Gives a character another name and presses Save. */
async function rename(from: string, to: string) {
  const opened = openCast();
  await page.findByText('1 speech, first in scene 1');
  await choose(opened.user, from, 'Edit');
  await page.findByRole('dialog', { name: `Edit ${from}` });
  await opened.user.clear(field('Name'));
  await opened.user.type(field('Name'), to);
  await press(opened.user, 'Save');
  return opened;
}

const question = async () =>
  within(await page.findByRole('alertdialog', { name: 'Rename in the script too' }));
const speakers = ({ elements }: CastServer) =>
  elements.flatMap(({ elementType, content, characterName }) =>
    elementType === 'character' ? content : (characterName ?? []),
  );

test('renaming a speaker asks about the script; cues and dialogue follow in one step', async () => {
  const { user, server, client } = await rename('TOBIAS', 'Tobin');
  const asked = await question();
  expect(asked.getByText(/2 speeches of "TOBIAS"/)).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(server.written).toEqual([['PATCH /api/characters/2', { name: 'Tobin', renameInScript: true }]]);
  expect(speakers(server)).toEqual(['MARA', 'TOBIN (O.S.)', 'TOBIN', 'TOBIN']);
  expect(client.getQueryData(elementsQuery(1).queryKey)).toEqual(server.elements);
  expect(within(await card('Tobin')).getByText('2 speeches, first in scene 2')).toBeTruthy();
});

test('what was renamed in the script can be taken back in one step', async () => {
  const { user, server, client } = await rename('TOBIAS', 'Tobin');
  const before = speakers(server);
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  fireEvent.click(await page.findByRole('button', { name: 'Undo' }));
  expect(await card('TOBIAS')).toBeTruthy();
  expect(speakers(server)).toEqual(before);
  expect(client.getQueryData(elementsQuery(1).queryKey)).toEqual(server.elements);
  expect(server.written.slice(1)).toEqual([
    [
      'PATCH /api/characters/2',
      {
        name: 'TOBIAS',
        undo: [
          { does: 'update', id: 5, fields: { content: 'TOBIAS (O.S.)' }, baseVersion: 2 },
          { does: 'update', id: 6, fields: { characterName: 'TOBIAS' }, baseVersion: 2 },
          { does: 'update', id: 7, fields: { content: 'TOBIAS' }, baseVersion: 2 },
        ],
      },
    ],
  ]);
});

test('what cannot be taken back stays renamed, in the script and on the card', async () => {
  const { user, server } = await rename('TOBIAS', 'Tobin');
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  const undo = await page.findByRole('button', { name: 'Undo' });
  server.instead = () => refusal(409, 'Somebody else changed this element at the same time.');
  fireEvent.click(undo);
  expect(await page.findByText('Somebody else changed this element at the same time.')).toBeTruthy();
  expect(await card('Tobin')).toBeTruthy();
  expect(speakers(server)).toContain('TOBIN');
});

test('the history is asked for anew once the script was renamed', async () => {
  const { user, client } = await rename('TOBIAS', 'Tobin');
  client.setQueryData(historyKey(1), { pages: [], pageParams: [] });
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  await page.findByText('Character updated');
  await waitFor(() => expect(client.getQueryState(historyKey(1))?.isInvalidated).toBe(true));
});

test('the script keeps the name it has where that is chosen', async () => {
  const { user, server } = await rename('TOBIAS', 'Tobin');
  await user.click((await question()).getByRole('button', { name: 'Rename only here' }));
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(server.written).toEqual([['PATCH /api/characters/2', { name: 'Tobin' }]]);
});

test('cancelling goes back to the form', async () => {
  const { user, server } = await rename('TOBIAS', 'Tobin');
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(field('Name').value).toBe('Tobin');
  expect(server.written).toEqual([]);
});

test('nothing is asked about who does not speak, or about another case of the same name', async () => {
  const { server } = await rename('HOLGER', 'Brandt');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(server.written).toEqual([['PATCH /api/characters/3', { name: 'Brandt' }]]);
});

test('a name that differs in case only needs no question', async () => {
  const { server } = await rename('TOBIAS', 'Tobias');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(server.written).toEqual([['PATCH /api/characters/2', { name: 'Tobias' }]]);
});

test('a name that speaks in the script without a card is warned of', async () => {
  const server = await rename('HOLGER', 'Brandt');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(names()).toContain('Brandt');
  await choose(server.user, 'TOBIAS', 'Edit');
  await server.user.clear(field('Name'));
  await server.user.type(field('Name'), 'MARA (V.O.)');
  await press(server.user, 'Save');
  expect((await question()).getByText(/"MARA \(V\.O\.\)" speaks in the script already/)).toBeTruthy();
});

test('a rename that failed leaves the character its name, and the form what was written', async () => {
  const { user, server, client } = await rename('TOBIAS', 'Tobin');
  server.instead = () => refusal(500, 'Broken');
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('Update failed')).toBeTruthy();
  expect(field('Name').value).toBe('Tobin');
  expect(field('Name').getAttribute('aria-invalid')).toBeNull();
  expect(client.getQueryData(charactersQuery(1).queryKey)).toEqual(server.cast);
  expect(server.cast.map(({ name }) => name)).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
});

test('a name that somebody else has given meanwhile is told at the field', async () => {
  const { user, server } = await rename('TOBIAS', 'Tobin');
  server.cast = [...server.cast, aCharacter({ id: 9, name: 'Tobin', displayOrder: 3 })];
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  expect(speakers(server)).toContain('TOBIAS');
});

test('a character that could not be merged stays, and so does the one it was to become', async () => {
  const { user, server } = await rename('TOBIAS', 'Mara');
  server.instead = () => refusal(500, 'The disk is full.');
  await press(user, 'Merge into MARA…');
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Merge' }));
  expect(await page.findByText('The disk is full.')).toBeTruthy();
  expect(server.cast.map(({ name }) => name)).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
  expect(speakers(server)).toContain('TOBIAS');
});

test('a character becomes another one once that was confirmed: it speaks all the lines', async () => {
  const { user, server, client } = await rename('TOBIAS', 'Mara');
  expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
  expect(server.written).toEqual([]);
  await press(user, 'Merge into MARA…');
  const asked = within(await page.findByRole('alertdialog', { name: 'Merge characters' }));
  await user.click(asked.getByRole('button', { name: 'Merge' }));
  expect(await page.findByText('TOBIAS is now MARA.')).toBeTruthy();
  expect(names()).toEqual(['MARA', 'HOLGER']);
  expect(speakers(server)).toEqual(['MARA', 'MARA (O.S.)', 'MARA', 'MARA']);
  expect(server.written).toEqual([['POST /api/characters/2/merge', { intoId: 1 }]]);
  expect(client.getQueryData(elementsQuery(1).queryKey)).toEqual(server.elements);
});
