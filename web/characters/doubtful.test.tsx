import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScriptLine } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atTheCast, card, names, openCast, press } from './testing.tsx';

freshBrowser();

const speech = (name: string, text = 'Yes.'): ScriptLine[] => [
  ['character', name],
  ['dialogue', text],
];

const lines: ScriptLine[] = [
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ...speech('MARA', 'Forty-one.'),
  ...speech('TOBIAS'),
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ...speech('MARA AND TOBIAS', 'Run now!'),
  ...speech('MARA O.S.', 'Wait for me there.'),
  ...speech('TOBIAS', 'Where?'),
];
const cast = ['TOBIAS', 'MARA AND TOBIAS', 'MARA', 'MARA O.S.'].map((name) => ({
  name,
  role: `Role of ${name}`,
}));

const atDoubtful = async () => openCast(await atTheCast({ lines, cast }));
const row = async (name: string) => {
  const heading = await page.findByRole('heading', { name, level: 3 });
  return within(heading.closest('li') as HTMLElement);
};

test('counts a joint cue for both and deletes its entry without changing the script; undo restores it', async () => {
  const { user, cast: stored, elements, project, as, people } = await atDoubtful();
  const before = await elements();
  expect(await page.findByText(/2 names look like more than one person/)).toBeTruthy();
  await press(user, 'Look at them');
  const joint = await row('MARA AND TOBIAS');
  expect(joint.getByText(/1 speech, the first in: Scene 2, INT. CAR DECK - LATER, page 1/)).toBeTruthy();
  await user.click(joint.getByRole('button', { name: 'Count for both' }));
  await waitFor(() => expect(page.queryByRole('heading', { name: 'MARA AND TOBIAS' })).toBeNull());
  const storedNames = async () => (await stored()).map(({ name }) => name);
  await expect.poll(storedNames).toEqual(['TOBIAS', 'MARA', 'MARA O.S.']);
  expect(await elements()).toEqual(before);
  await user.click(page.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  const read = async () => (await as('olive').get(people.projectUrl)).json();
  const choices = async () => (await read()).cueChoices;
  await expect
    .poll(choices)
    .toEqual([{ key: 'MARA AND TOBIAS', choice: 'together', people: ['MARA', 'TOBIAS'] }]);
  expect(project.cueChoices).toEqual([]);
  await press(user, 'Undo: Count MARA AND TOBIAS for each of them');
  await page.findByText('Role of MARA AND TOBIAS');
  await waitFor(() => expect(names()).toEqual(cast.map(({ name }) => name)));
  await expect.poll(choices).toEqual([]);
});

test('merges a variant in one change that keeps the extension, and one undo reverts it', async () => {
  const { user, cast: stored, elements } = await atDoubtful();
  const before = (await elements()).map(({ content }) => content);
  await press(user, await page.findByText('Look at them').then(() => 'Look at them'));
  await user.click((await row('MARA O.S.')).getByRole('button', { name: 'Merge into MARA' }));
  await waitFor(() => expect(page.queryByRole('heading', { name: 'MARA O.S.' })).toBeNull());
  await expect
    .poll(async () => (await elements()).map(({ content }) => content))
    .toEqual(before.map((content) => (content === 'MARA O.S.' ? 'MARA (O.S.)' : content)));
  await user.click(page.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await press(user, 'Undo: Merge MARA O.S. into MARA');
  await page.findByText('Role of MARA O.S.');
  await waitFor(async () => expect((await elements()).map(({ content }) => content)).toEqual(before));
  await expect
    .poll(async () => (await stored()).map(({ name }) => name))
    .toEqual(cast.map(({ name }) => name));
});

test('does not ask again about a kept entry', async () => {
  const { user, as, people } = await atDoubtful();
  await press(user, await page.findByText('Look at them').then(() => 'Look at them'));
  await user.click(await page.findByRole('button', { name: 'Leave as it is: MARA O.S.' }));
  await waitFor(async () =>
    expect((await as('olive').get(people.projectUrl)).json().cueChoices).toEqual([
      { key: 'MARA O.S.', choice: 'own', people: [] },
    ]),
  );
});

test('does not ask viewers', async () => {
  await openCast(await atTheCast({ lines, cast, user: 'vic' }));
  await card('MARA');
  expect(page.queryByText(/names look like/)).toBeNull();
});
