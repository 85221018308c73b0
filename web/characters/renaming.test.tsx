import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mergeCharacter, updateCharacter } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { historyKey } from '#web/history/historyKey.data.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { charactersQuery, elementsQuery } from '#web/scriptSync/script.data.ts';
import { atTheCast, card, choose, field, names, openCast, press } from './testing.tsx';

freshBrowser();

/** Type another name for a character and press Save. */
async function rename(from: string, to: string) {
  const opened = await openCast();
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
const speakers = async ({ elements }: { elements: () => Promise<Element[]> }) =>
  (await elements()).flatMap(({ elementType, content, characterName }) =>
    elementType === 'character' ? content : (characterName ?? []),
  );

test('asks about the script when a speaker is renamed, and renames its cues in one step', async () => {
  const opened = await rename('TOBIAS', 'Tobin');
  const { user, client, project, written, idOf } = opened;
  const renameQuestion = await question();
  expect(renameQuestion.getByText(/2 speeches of "TOBIAS"/)).toBeTruthy();
  await user.click(renameQuestion.getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(written()).toEqual([
    [`PATCH /api/characters/${idOf('TOBIAS')}`, { name: 'Tobin', renameInScript: true }],
  ]);
  expect(await speakers(opened)).toEqual(['MARA', 'MARA', 'TOBIN (O.S.)', 'TOBIN', 'TOBIN', 'TOBIN']);
  expect(client.getQueryData(elementsQuery(project.id).queryKey)).toEqual(await opened.elements());
  expect(within(await card('Tobin')).getByText('2 speeches, first in scene 2')).toBeTruthy();
});

test('undoes a rename in the script in one step', async () => {
  const opened = await rename('TOBIAS', 'Tobin');
  const before = await speakers(opened);
  await opened.user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  fireEvent.click(await page.findByRole('button', { name: 'Undo' }));
  expect(await card('TOBIAS')).toBeTruthy();
  expect(await speakers(opened)).toEqual(before);
  const shown = opened.client.getQueryData(elementsQuery(opened.project.id).queryKey);
  expect(shown).toEqual(await opened.elements());
  expect(opened.written()).toHaveLength(2);
});

test('mentions are ticked one by one, and belong to the same undo step', async () => {
  const opened = await openCast(
    await atTheCast({
      lines: [
        ['scene_heading', 'INT. CAR DECK - NIGHT'],
        ['action', 'TOBIAS waits by the ramp.'],
        ['character', 'MARA'],
        ['dialogue', 'Ask Tobias. Tobias knows.'],
        ['character', 'TOBIAS'],
        ['dialogue', 'I am Tobias.'],
      ],
    }),
  );
  const { user, idOf, written, client, project } = opened;
  await page.findAllByText('1 speech, first in scene 1');
  await choose(user, 'TOBIAS', 'Edit');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Tobin');
  await press(user, 'Save');
  const renameQuestion = await question();
  const all = renameQuestion.getByRole<HTMLInputElement>('checkbox', {
    name: 'also in action and dialogue (4)',
  });
  expect([all.checked, renameQuestion.getByText('4 ticked').textContent]).toEqual([true, '4 ticked']);
  const list = within(renameQuestion.getByRole('list', { name: 'also in action and dialogue (4)' }));
  await user.click(list.getByRole('checkbox', { name: /I am Tobias Tobin/ }));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  const before = await opened.elements();
  await user.click(renameQuestion.getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('Character updated')).toBeTruthy();
  const texts = async () => (await opened.elements()).map(({ content }) => content);
  expect(await texts()).toEqual([
    'INT. CAR DECK - NIGHT',
    'TOBIN waits by the ramp.',
    'MARA',
    'Ask Tobin. Tobin knows.',
    'TOBIN',
    'I am Tobias.',
  ]);
  expect(written()).toHaveLength(1);
  expect(written()[0]?.[0]).toBe(`PATCH /api/characters/${idOf('TOBIAS')}`);
  // Undo of the board.
  await user.keyboard('{Control>}z{/Control}');
  expect(await card('TOBIAS')).toBeTruthy();
  expect(await texts()).toEqual(before.map(({ content }) => content));
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(await card('Tobin')).toBeTruthy();
  expect(await texts()).toContain('Ask Tobin. Tobin knows.');
  expect(client.getQueryData(elementsQuery(project.id).queryKey)).toEqual(await opened.elements());
});

test('asks also about a character that is only mentioned, and rejects mentions that have changed', async () => {
  const opened = await openCast(
    await atTheCast({
      lines: [
        ['scene_heading', 'INT. CAR DECK - NIGHT'],
        ['action', 'Nobody has seen Holger.'],
      ],
    }),
  );
  const { user, client, project } = opened;
  await page.findAllByText('No lines in the script');
  await choose(user, 'HOLGER', 'Edit');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Brandt');
  await press(user, 'Save');
  const renameQuestion = await question();
  const [, action] = await opened.elements();
  await opened.as('eddie').patch(`/api/script-elements/${action?.id}`, { content: 'Holger is there.' });
  await user.click(renameQuestion.getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText(/The script has changed in the meantime/)).toBeTruthy();
  expect((await opened.cast()).map(({ name }) => name)).toContain('HOLGER');
  await waitFor(async () =>
    expect(client.getQueryData(elementsQuery(project.id).queryKey)).toEqual(await opened.elements()),
  );
  await press(user, 'Save');
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  expect(await card('Brandt')).toBeTruthy();
  expect((await opened.elements())[1]?.content).toBe('Brandt is there.');
});

test('keeps the new name in script and card when it cannot be undone', async () => {
  const opened = await rename('TOBIAS', 'Tobin');
  await opened.user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  const undo = await page.findByRole('button', { name: 'Undo' });
  const cue = (await opened.elements()).find(({ content }) => content === 'TOBIN');
  await opened.as('eddie').patch(`/api/script-elements/${cue?.id}`, { content: 'NOBODY' });
  fireEvent.click(undo);
  expect(await page.findByText('Somebody else changed this element at the same time.')).toBeTruthy();
  expect(await card('Tobin')).toBeTruthy();
  expect(await speakers(opened)).toContain('TOBIN (O.S.)');
});

test('refetches the history after a rename of the script', async () => {
  const { user, client, project } = await rename('TOBIAS', 'Tobin');
  const key = historyKey(project.id);
  client.setQueryData(key, { pages: [], pageParams: [] });
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  await page.findByText('Character updated');
  await waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true));
});

test('leaves the script unchanged on request', async () => {
  const opened = await rename('TOBIAS', 'Tobin');
  await opened.user.click((await question()).getByRole('button', { name: 'Rename only here' }));
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(names()).toContain('Tobin');
  expect(await speakers(opened)).toContain('TOBIAS');
});

test('returns to the form on Cancel', async () => {
  const { user, network } = await rename('TOBIAS', 'Tobin');
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(field('Name').value).toBe('Tobin');
  expect(network.writes).toEqual([]);
});

test('does not ask about a character without lines, nor about another case of the same name', async () => {
  const { written, idOf } = await rename('HOLGER', 'Brandt');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(written()).toEqual([[`PATCH /api/characters/${idOf('HOLGER')}`, { name: 'Brandt' }]]);
});

test('does not ask when only the case of the name changes', async () => {
  const { written, idOf } = await rename('TOBIAS', 'Tobias');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(written()).toEqual([[`PATCH /api/characters/${idOf('TOBIAS')}`, { name: 'Tobias' }]]);
});

test('warns when the new name already speaks in the script without a card', async () => {
  const { user } = await rename('HOLGER', 'Brandt');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect(names()).toContain('Brandt');
  await choose(user, 'TOBIAS', 'Edit');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'MARA (V.O.)');
  await press(user, 'Save');
  expect((await question()).getByText(/"MARA \(V\.O\.\)" speaks in the script already/)).toBeTruthy();
});

test("keeps the old name and the form's input when the rename fails", async () => {
  const { user, network, client, project, cast } = await rename('TOBIAS', 'Tobin');
  network.reject(updateCharacter, 'internal');
  await user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('Update failed')).toBeTruthy();
  expect(field('Name').value).toBe('Tobin');
  expect(field('Name').getAttribute('aria-invalid')).toBeNull();
  expect(client.getQueryData(charactersQuery(project.id).queryKey)).toEqual(await cast());
  expect((await cast()).map(({ name }) => name)).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
});

test('shows at the field that someone else has taken the name', async () => {
  const opened = await rename('TOBIAS', 'Tobin');
  await opened.as('eddie').post(`${opened.people.projectUrl}/characters`, { name: 'Tobin' });
  await opened.user.click((await question()).getByRole('button', { name: 'Rename in the script too' }));
  expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  expect(await speakers(opened)).toContain('TOBIAS');
});

test('keeps both characters when the merge fails', async () => {
  const opened = await rename('TOBIAS', 'Mara');
  const { user, network, cast } = opened;
  network.reject(mergeCharacter, 'internal', 'The disk is full.');
  await press(user, 'Merge into MARA…');
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Merge' }));
  expect(await page.findByText('The disk is full.')).toBeTruthy();
  expect((await cast()).map(({ name }) => name)).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
  expect(await speakers(opened)).toContain('TOBIAS');
});

test('merges a character into another after a confirmation, with all its lines', async () => {
  const opened = await rename('TOBIAS', 'Mara');
  const { user, network, client, project } = opened;
  expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
  expect(network.writes).toEqual([]);
  await press(user, 'Merge into MARA…');
  const mergeQuestion = within(await page.findByRole('alertdialog', { name: 'Merge characters' }));
  await user.click(mergeQuestion.getByRole('button', { name: 'Merge' }));
  expect(await page.findByText('TOBIAS is now MARA.')).toBeTruthy();
  expect(names()).toEqual(['MARA', 'HOLGER']);
  expect(await speakers(opened)).toEqual(['MARA', 'MARA', 'MARA (O.S.)', 'MARA', 'MARA', 'MARA']);
  expect(client.getQueryData(elementsQuery(project.id).queryKey)).toEqual(await opened.elements());
});

test('renames a merged character in the ticked mentions too', async () => {
  const opened = await openCast(
    await atTheCast({
      lines: [
        ['scene_heading', 'INT. CAR DECK - NIGHT'],
        ['action', 'TOBIAS waits by the ramp.'],
        ['character', 'MARA'],
        ['dialogue', 'Ask Tobias.'],
        ['character', 'TOBIAS'],
        ['dialogue', 'I am Tobias.'],
      ],
    }),
  );
  const { user, written, idOf } = opened;
  const [tobias, mara] = [idOf('TOBIAS'), idOf('MARA')];
  await page.findAllByText('1 speech, first in scene 1');
  await choose(user, 'TOBIAS', 'Edit');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Mara');
  await press(user, 'Save');
  await press(user, 'Merge into MARA…');
  const mergeQuestion = within(await page.findByRole('alertdialog', { name: 'Merge characters' }));
  const list = within(mergeQuestion.getByRole('list', { name: 'also in action and dialogue (3)' }));
  const boxes = list.getAllByRole('checkbox');
  await user.click(boxes[1] as HTMLElement);
  expect(mergeQuestion.getByText('2 ticked')).toBeTruthy();
  await user.click(mergeQuestion.getByRole('button', { name: 'Merge' }));
  expect(await page.findByText('TOBIAS is now MARA.')).toBeTruthy();
  const script = await opened.elements();
  expect(script.map(({ content }) => content)).toEqual([
    'INT. CAR DECK - NIGHT',
    'MARA waits by the ramp.',
    'MARA',
    'Ask Tobias.',
    'MARA',
    'I am Mara.',
  ]);
  expect(written().at(-1)).toMatchObject([
    `POST /api/characters/${tobias}/merge`,
    {
      intoId: mara,
      mentions: [
        { start: 0, end: 6 },
        { start: 5, end: 11 },
      ],
    },
  ]);
});
