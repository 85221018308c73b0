import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { freshBrowser, refusal } from '#web/lib/testing.ts';
import { charactersQuery, elementsQuery } from '#web/script/script.data.ts';
import { type CastServer, card, choose, field, names, openCast, press } from './testing.tsx';

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
  expect(server.written).toEqual([
    ['PATCH /api/characters/2', { name: 'Tobin' }],
    [
      'POST /api/projects/PrQTbI/script-changes',
      {
        edits: [
          { does: 'update', id: 5, fields: { content: 'TOBIN (O.S.)' }, baseVersion: 1 },
          { does: 'update', id: 6, fields: { characterName: 'TOBIN' }, baseVersion: 1 },
          { does: 'update', id: 7, fields: { content: 'TOBIN' }, baseVersion: 1 },
        ],
        reason: 'Rename TOBIAS to Tobin',
      },
    ],
  ]);
  expect(client.getQueryData(elementsQuery(1).queryKey)).toEqual(server.elements);
  expect(within(await card('Tobin')).getByText('2 speeches, first in scene 2')).toBeTruthy();
});

test('what was renamed in the script can be taken back in one step', async () => {
  const { user, server } = await rename('TOBIAS', 'Tobin');
  const before = speakers(server);
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  fireEvent.click(await page.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(speakers(server)).toEqual(before));
  expect(await card('TOBIAS')).toBeTruthy();
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

test.each([500, 409])(
  'a script that could not be renamed (%i) leaves the character its name',
  async (status) => {
    const { user, server, client } = await rename('TOBIAS', 'Tobin');
    server.instead = ({ path }) => (path.endsWith('script-changes') ? refusal(status, 'Broken') : null);
    await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
    expect(await page.findByText('Update failed')).toBeTruthy();
    expect(field('Name').getAttribute('aria-invalid')).toBeNull();
    expect(server.cast.map(({ name }) => name)).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
    const shown = client.getQueryData(charactersQuery(1).queryKey);
    expect(shown?.map(({ name }) => name)).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
  },
);

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
  const { user, server } = await rename('TOBIAS', 'Mara');
  expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
  expect(server.written).toEqual([]);
  await press(user, 'Merge into MARA…');
  const asked = within(await page.findByRole('alertdialog', { name: 'Merge characters' }));
  await user.click(asked.getByRole('button', { name: 'Merge' }));
  expect(await page.findByText('TOBIAS is now MARA.')).toBeTruthy();
  expect(names()).toEqual(['MARA', 'HOLGER']);
  expect(speakers(server)).toEqual(['MARA', 'MARA (O.S.)', 'MARA', 'MARA']);
  expect(server.written.map(([call]) => call)).toEqual([
    'POST /api/projects/PrQTbI/script-changes',
    'DELETE /api/characters/2',
  ]);
});
