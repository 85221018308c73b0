import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { openScreen } from '#web/script/testing/openScreen.ts';
import { closeScript } from '#web/script/testing/openScript.tsx';

afterEach(closeScript);

const ferry: [ElementType, string][] = [
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['character', 'MARA'],
  ['dialogue', 'Forty-one.'],
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ['action', 'Engines.'],
  ['character', "MARA (CONT'D)"],
  ['parenthetical', '(low)'],
  ['dialogue', 'Forty-two.'],
];
const all = ferry.map(([, text]) => text);
const deck = all.slice(3);
const maras = ['MARA', 'Forty-one.', "MARA (CONT'D)", '(low)', 'Forty-two.'];

const shown = () => [...document.querySelectorAll('[data-element]')].map(({ textContent }) => textContent);
const banner = () => screen.queryByText(/^Filtering by/)?.textContent ?? null;
const row = (name: RegExp) => screen.getByRole('button', { name });

let opened: Awaited<ReturnType<typeof openScreen>>;
beforeEach(async () => {
  opened = await openScreen({ query: '?panel=navigator', lines: ferry, cast: ['MARA'] });
});

test('shows only the chosen scene, and the whole script after the filter is cleared', async () => {
  const { user } = opened;
  await user.click(row(/^Filter by scene 2$/));
  expect(banner()).toBe('Filtering by Scene 2');
  expect(shown()).toEqual(deck);
  await user.click(row(/^Clear filter$/));
  expect([banner(), shown()]).toEqual([null, all]);
  await user.click(row(/^Filter by scene 2$/));
  await user.click(row(/^Filter by scene 2$/));
  expect([banner(), shown()]).toEqual([null, all]);
});

test('a character replaces the scene in the filter and in the call, and clearing shows the whole script', async () => {
  const { server, asked, user } = opened;
  await user.click(row(/^Filter by scene 2$/));
  await user.click(screen.getByRole('tab', { name: 'Characters' }));
  server.network.calls.length = 0;
  await user.click(row(/MARA/));
  expect(banner()).toBe('Filtering by Character MARA');
  await waitFor(() => expect(shown()).toEqual(maras));
  const [mara] = server.characters;
  expect(asked()).toEqual([`/api/projects/${server.code}/script-elements?characterId=${mara?.id}`]);
  await user.click(screen.getByRole('tab', { name: 'Scenes' }));
  expect(row(/^Filter by scene 2$/).getAttribute('aria-pressed')).toBe('false');
  await user.click(row(/^Clear filter$/));
  expect([banner(), shown()]).toEqual([null, all]);
});

test('the status line counts the pages of the whole script', async () => {
  const { user } = opened;
  const place = () => screen.getByText(/^Line \d+ of 54$/).textContent;
  const whole = place();
  await user.click(row(/^Filter by scene 2$/));
  await waitFor(() => expect(place()).not.toBe(whole));
  expect(place()).toBe('Line 7 of 54');
});
