import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listActs } from '#shared/contract/acts.ts';
import { listSequences } from '#shared/contract/sequences.ts';
import { storyRows } from '#test/storyRows.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atThePlan, cardOf, lists, noStory, openPlan } from './testing.tsx';

freshBrowser();

test('the header has the title, the figures of the plan, and the button that adds an act', async () => {
  openPlan(await atThePlan());
  expect(await page.findByRole('heading', { name: 'Story Timeline' })).toBeTruthy();
  expect(await page.findByText('2 acts, 58 pages, 6 beats')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Add Act' })).toHaveProperty('disabled', false);
});

test('a bar shows the titles of the acts with their start pages, as wide as their pages', async () => {
  const { user } = openPlan(await atThePlan());
  const bar = within(await page.findByRole('navigation', { name: 'Acts' }));
  const items = bar.getAllByRole('listitem');
  expect(items.map((item) => [item.textContent, item.style.flexGrow])).toEqual([
    ['Departure p. 1', '30'],
    ['The Count p. 31', '28'],
  ]);
  await user.click(bar.getByRole('button', { name: 'The Count p. 31' }));
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Act 2: The Count' }));
});

test('each act has a card with its own sequences and loose beats, and buttons for more', async () => {
  openPlan(await atThePlan());
  const first = await cardOf('Departure');
  const second = await cardOf('The Count');
  expect(page.getAllByRole('region', { name: /^Act/ })).toHaveLength(2);
  expect(first.getByText('Setup')).toBeTruthy();
  expect(first.getByText('1–30')).toBeTruthy();
  expect(first.queryByText('The manifest')).toBeNull();
  expect(second.queryByText('Boarding')).toBeNull();
  expect(lists()).toEqual({
    'Beats of Boarding': ['Forty cars', 'Mara counts'],
    'Loose beats of act 1': ['The captain', 'The log'],
    'Beats of Door to door': ['The odd side'],
    'Loose beats of act 2': ['The manifest'],
  });
  for (const card of [first, second]) {
    expect(card.getByRole('button', { name: 'Beat' })).toHaveProperty('disabled', false);
    expect(card.getByRole('button', { name: 'Sequence' })).toHaveProperty('disabled', false);
  }
});

test.each<Name>(['vic', 'cora'])('a member such as %s reads the plan and changes nothing', async (who) => {
  openPlan(await atThePlan({ user: who }));
  expect(await page.findByText('One winter left.')).toBeTruthy();
  const names = page.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Show Tension', 'Departure p. 1', 'The Count p. 31']);
});

test('shows a drawing, a sentence and two ways to start in an empty plan', async () => {
  const { user } = openPlan(await atThePlan({ story: noStory }));
  expect(await page.findByRole('heading', { name: 'No acts yet' })).toBeTruthy();
  expect(
    page.getByText('Begin with a structure, or add an act and lay its beats out like index cards.'),
  ).toBeTruthy();
  const [, below] = page.getAllByRole('button', { name: 'Add Act' });
  if (below) await user.click(below);
  expect(page.getByRole('dialog', { name: 'Add New Act' })).toBeTruthy();
});

test('does not invite a viewer to add an act', async () => {
  openPlan(await atThePlan({ user: 'vic', story: noStory }));
  expect(await page.findByText('Nothing has been planned so far.')).toBeTruthy();
  expect(page.queryByRole('button')).toBeNull();
});

test('shows skeletons of the acts until they load', async () => {
  const server = await atThePlan();
  const release = server.network.hold(listActs);
  openPlan(server);
  expect(page.getByRole('status', { name: 'Loading the story plan...' })).toBeTruthy();
  release();
  expect(await page.findByText('The captain')).toBeTruthy();
});

test('offers a retry when the plan cannot be loaded', async () => {
  const server = await atThePlan();
  server.network.reject(listSequences, 'internal', undefined, 1);
  const { user } = openPlan(server);
  expect(await page.findByText('The story plan could not be loaded.')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(await page.findByText('Boarding')).toBeTruthy();
});

test('refetches the acts when the view opens, and keeps them when that fails', async () => {
  const server = await atThePlan();
  const { leave, comeBack } = openPlan(server);
  await cardOf('Departure');
  leave();
  server.network.calls.length = 0;
  server.network.reject(listActs, 'internal');
  await comeBack();
  await waitFor(() => expect(server.asked()).toContain('acts'));
  await cardOf('Departure');
  expect(page.queryByText('The story plan could not be loaded.')).toBeNull();
});

test('shows each text in its own direction', async () => {
  const story = storyRows();
  const acts = story.acts.map((act) => ({ ...act, title: 'שלום'.repeat(40) }));
  const server = await atThePlan({ story: { ...story, acts } });
  openPlan(server);
  const [title] = await page.findAllByRole('heading', { name: 'שלום'.repeat(40) });
  expect(title?.getAttribute('dir')).toBe('auto');
});
