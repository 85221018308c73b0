import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Scene } from '#shared/contract/scenes.ts';
import { beatRow, storyRows } from '#test/storyRows.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atThePlan, cardOf, lists, noStory, openPlan } from './testing.tsx';

freshBrowser();

const scenesOf = async (server: Awaited<ReturnType<typeof atThePlan>>) =>
  (await server.as('olive').get(`${server.people.projectUrl}/scenes`)).json() as Scene[];

test("fills an empty plan with a structure, and assigns the script's scenes to it", async () => {
  const server = await atThePlan({
    story: noStory,
    lines: [
      ['scene_heading', 'INT. DECK - NIGHT'],
      ['action', 'Rain.'],
    ],
  });
  const { user } = openPlan(server);
  await user.click(await page.findByRole('button', { name: 'Begin with a structure' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Begin with a structure' }));
  expect(await dialog.findByText('Pages are those of your script, which has 1 page.')).toBeTruthy();
  expect(dialog.getByText('Put the 1 scene of the script where they fall')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: /^Five acts/ }));
  await user.click(dialog.getByRole('button', { name: 'Begin with Five acts' }));
  await cardOf('Turn');
  expect(lists()['Loose beats of act 1']).toEqual(['Situation', 'Exciting force']);
  await waitFor(async () => expect((await scenesOf(server))[0]?.beatId).not.toBeNull());
  // The planned page, and the page in the script.
  expect(await page.findByText('Script p. 1')).toBeTruthy();
});

test('a beat shows how far the script has drifted from its page, which can be changed', async () => {
  const story = { ...storyRows(), beats: [beatRow(1, 1, { title: 'Forty cars', pageNumber: 4 })] };
  const server = await atThePlan({ story, lines: [['scene_heading', 'INT. DECK - NIGHT']] });
  const [scene] = await scenesOf(server);
  const change = { scenes: [{ id: scene?.id, beatId: server.beat(1) }] };
  await server.as('olive').patch(`${server.people.projectUrl}/scenes`, change);
  const { user } = openPlan(server);
  expect(await page.findByText('3 earlier')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Menu of Forty cars' }));
  await user.click(await page.findByRole('menuitem', { name: 'Edit' }));
  const field = page.getByRole('spinbutton', { name: 'Planned page' });
  await user.clear(field);
  await user.type(field, '1');
  await user.click(page.getByRole('button', { name: 'Save' }));
  expect(await page.findByText('Planned p. 1')).toBeTruthy();
  expect(page.queryByText('3 earlier')).toBeNull();
});

test('Ctrl+Z undoes a move of a beat, and Ctrl+Shift+Z redoes it', async () => {
  const server = await atThePlan();
  const { user } = openPlan(server);
  await user.click(await page.findByRole('button', { name: 'Menu of The log' }));
  await user.click(await page.findByRole('menuitem', { name: 'Move up' }));
  await page.findByRole('button', { name: 'Undo: Move The log' });
  expect(lists()['Loose beats of act 1']).toEqual(['The log', 'The captain']);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(lists()['Loose beats of act 1']).toEqual(['The captain', 'The log']));
  await page.findByRole('button', { name: 'Redo: Move The log' });
  await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  await waitFor(() => expect(lists()['Loose beats of act 1']).toEqual(['The log', 'The captain']));
});
