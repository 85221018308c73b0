import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { scenes } from '#server/db/schema/script.ts';
import { listElements } from '#shared/contract/elements.ts';
import { listScenes } from '#shared/contract/scenes.ts';
import type { ScriptLine } from '#test/world.ts';
import { elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { closeScript, openScript, renderScript } from './testing/openScript.tsx';
import { aStoredScript } from './testing/storedScript.ts';

afterEach(closeScript);

const oneHeading: ScriptLine[] = [['scene_heading', 'INT. CAR DECK - NIGHT']];

test('shows the documented texts while scenes load, and then while elements load', async () => {
  const server = await aStoredScript(oneHeading);
  const releaseScenes = server.network.hold(listScenes);
  const releaseElements = server.network.hold(listElements);
  renderScript(server);
  expect(screen.getByText('Loading scenes...')).toBeTruthy();
  releaseScenes();
  expect(await screen.findByText('Loading script elements...')).toBeTruthy();
  releaseElements();
  expect(await screen.findByLabelText('Page 1')).toBeTruthy();
});

test('shows an error when the script cannot be fetched, and retries', async () => {
  const server = await aStoredScript(oneHeading);
  server.network.reject(listElements, 'unavailable', 'Down', 1);
  renderScript(server);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch script elements');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Page 1')).toBeTruthy();
});

test('keeps showing the script when a refetch fails', async () => {
  const { server, client, user } = await openScript([['scene_heading', 'INT. CAR DECK - NIGHT']]);
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keys' });
  for (const list of [listScenes, listElements]) server.network.reject(list, 'unavailable');
  for (const query of [scenesQuery, elementsQuery]) {
    const { queryKey } = query(server.project.id);
    await act(() => client.refetchQueries({ queryKey }));
    expect(client.getQueryState(queryKey)?.status).toBe('error');
  }
  expect(screen.getByRole('dialog', { name: 'Keys' })).toBeTruthy();
});

test('choosing a scene focuses its heading', async () => {
  const { user } = await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', 'Nobody moves.'],
    ['scene_heading', 'INT. BRIDGE - NIGHT'],
  ]);
  await user.click(screen.getByRole('button', { name: /^Go to a scene/ }));
  await user.click(await screen.findByRole('menuitem', { name: /BRIDGE/ }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('INT. BRIDGE - NIGHT'));
});

/** A project that shows scene numbers, whose first scene has a fixed number from an import. */
async function numbered(lines: readonly ScriptLine[]) {
  const server = await aStoredScript(lines, { columns: { showSceneNumbers: true } });
  await server.browser.db
    .update(scenes)
    .set({ displayNumber: '12A' })
    .where(eq(scenes.id, server.scenes[0]?.id ?? 0));
  renderScript(server);
  return screen.findByLabelText('Page 1');
}

test('shows scene numbers in both margins if the project has them switched on', async () => {
  const page = await numbered(oneHeading);
  expect(page.querySelector('[data-element]')?.textContent).toBe('12AINT. CAR DECK - NIGHT12A');
});

test('shows no number for a scene without one if an import fixed the numbers, on the page and in the menu', async () => {
  const page = await numbered([...oneHeading, ['scene_heading', 'INT. BRIDGE - NIGHT']]);
  const headings = [...page.querySelectorAll('[data-element]')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['12AINT. CAR DECK - NIGHT12A', 'INT. BRIDGE - NIGHT']);
  await userEvent.click(screen.getByRole('button', { name: /^Go to a scene/ }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['12AINT. CAR DECK - NIGHT', 'INT. BRIDGE - NIGHT']);
});
