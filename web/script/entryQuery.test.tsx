import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { openScreen } from './testing/openScreen.ts';
import { closeScript } from './testing/openScript.tsx';

afterEach(closeScript);

const lines: [ElementType, string][] = [
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['character', 'MARA'],
  ['dialogue', 'Forty-one.'],
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ['action', 'Engines.'],
];
const banner = () => screen.queryByText(/^Filtering by/)?.textContent ?? null;
const shown = () => [...document.querySelectorAll('[data-element]')].map(({ textContent }) => textContent);

test('a character in the address filters the script, and is removed from the address', async () => {
  const { server } = await openScreen({ query: '?panel=navigator', lines, cast: ['MARA'] });
  const [mara] = server.characters;
  cleanup();
  await openScreen({ query: `?character=${mara?.id}&panel=navigator`, server });
  await waitFor(() => expect(shown()).toEqual(['MARA', 'Forty-one.']));
  expect([banner(), window.location.search]).toEqual(['Filtering by Character MARA', '?panel=navigator']);
});

test('scrolls to a scene in the address, and shows the whole script', async () => {
  const { server } = await openScreen({ query: '', lines });
  const [, deck] = server.scenes;
  cleanup();
  await openScreen({ query: `?scene=${deck?.id}`, server });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('INT. CAR DECK - LATER'));
  expect([banner(), shown().length, window.location.search]).toEqual([null, lines.length, '']);
});

test.each(['?scene=99999', '?scene=x&character=-1', '?character='])(
  'shows the whole script if the address names nothing that exists: %s',
  async (query) => {
    await openScreen({ query, lines });
    expect([banner(), shown().length, window.location.search]).toEqual([null, lines.length, '']);
  },
);
