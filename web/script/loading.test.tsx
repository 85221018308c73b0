import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Scene } from '#shared/contract/scenes.ts';
import { elementsQuery, scenesQuery } from './script.data.ts';
import { openScript, renderScript } from './testing/openScript.tsx';
import { ScriptServer } from './testing/scriptServer.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A server that answers the calls whose path ends so only when told. */
function slowServer(...ends: string[]) {
  const server = new ScriptServer([{ elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' }]);
  const answer = server.fetch;
  const waiting = new Map<string, () => void>();
  const fetch: typeof server.fetch = async (address, init) => {
    const end = ends.find((each) => String(address).endsWith(each));
    if (end) await new Promise<void>((resolve) => waiting.set(end, resolve));
    return answer(address, init);
  };
  renderScript(Object.assign(server, { fetch }));
  return (end: string) => act(async () => waiting.get(end)?.());
}

test('while scenes load, and then while elements load, the documented texts stand there', async () => {
  const release = slowServer('/scenes', '/script-elements');
  expect(screen.getByText('Loading scenes...')).toBeTruthy();
  await release('/scenes');
  expect(await screen.findByText('Loading script elements...')).toBeTruthy();
  await release('/script-elements');
  expect(await screen.findByLabelText('Page 1')).toBeTruthy();
});

test('a script that cannot be fetched says so and can be tried again', async () => {
  const server = new ScriptServer([{ elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' }]);
  const answer = server.fetch;
  let isDown = true;
  const fetch: typeof server.fetch = async (address, init) =>
    isDown && String(address).endsWith('/script-elements')
      ? Response.json({ message: 'Down' }, { status: 503 })
      : answer(address, init);
  renderScript(Object.assign(server, { fetch }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch script elements');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Page 1')).toBeTruthy();
});

test('a script that is open stays when asking for it again fails', async () => {
  const { server, client, user } = await openScript([['scene_heading', 'INT. CAR DECK - NIGHT']]);
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keys' });
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Down' }, { status: 503 }));
  for (const query of [scenesQuery, elementsQuery]) {
    const { queryKey } = query(server.project.id);
    await act(() => client.refetchQueries({ queryKey }));
    expect(client.getQueryState(queryKey)?.status).toBe('error');
  }
  expect(screen.getByRole('dialog', { name: 'Keys' })).toBeTruthy();
});

test('choosing a scene brings its heading the focus', async () => {
  const { user } = await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', 'Nobody moves.'],
    ['scene_heading', 'INT. BRIDGE - NIGHT'],
  ]);
  await user.click(screen.getByRole('button', { name: /^Go to a scene/ }));
  await user.click(await screen.findByRole('menuitem', { name: /BRIDGE/ }));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('INT. BRIDGE - NIGHT'));
});

test('scene numbers stand in both margins where the project shows them', async () => {
  const server = new ScriptServer([{ elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' }]);
  server.project = { ...server.project, format: { ...server.project.format, sceneNumbersShown: true } };
  server.scenes = server.scenes.map((scene) => ({ ...scene, displayNumber: '12A' }));
  renderScript(server);
  const page = await screen.findByLabelText('Page 1');
  expect(page.querySelector('[data-element]')?.textContent).toBe('12AINT. CAR DECK - NIGHT12A');
});

test('where an import fixed numbers, a scene without one has none, on the page and in the menu', async () => {
  const server = new ScriptServer([
    { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
    { elementType: 'scene_heading', content: 'INT. BRIDGE - NIGHT' },
  ]);
  server.project = { ...server.project, format: { ...server.project.format, sceneNumbersShown: true } };
  server.scenes = server.scenes.with(0, { ...(server.scenes[0] as Scene), displayNumber: '12A' });
  renderScript(server);
  const page = await screen.findByLabelText('Page 1');
  const headings = [...page.querySelectorAll('[data-element]')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['12AINT. CAR DECK - NIGHT12A', 'INT. BRIDGE - NIGHT']);
  await userEvent.click(screen.getByRole('button', { name: /^Go to a scene/ }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['12AINT. CAR DECK - NIGHT', 'INT. BRIDGE - NIGHT']);
});
