import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { rows } from '#server/db/client.ts';
import { comments } from '#server/db/schema/script.ts';
import { storeScriptPlace } from '#shared/contract/scriptPlaces.ts';
import { callsEnd } from '#test/network.ts';
import type { Name } from '#test/world.ts';
import { panelKey } from '../panel/usePanel.ts';
import { closeScript, edit, live, liveField, putCaret, renderScript } from '../testing/openScript.tsx';
import { aStoredScript, type StoredScript } from '../testing/storedScript.ts';
import { ScriptVisit } from './ScriptVisit.tsx';

afterEach(closeScript);

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Mara takes the last ladder sideways.'],
  ['scene_heading', 'INT. BRIDGE - LATER'],
  ['action', 'Nobody moves.'],
];

/** Store where Olive left the script, as in an earlier visit. */
async function leaveAt(server: StoredScript, elementId: number, offset: number) {
  const { browser } = server;
  const { projectUrl } = browser.people;
  const put = { method: 'PUT', url: `${projectUrl}/script-place`, payload: { elementId, offset } } as const;
  expect((await browser.as('olive').inject(put)).statusCode).toBe(204);
  await rows(
    browser.db,
    sql`update script_places set left_at = left_at - interval '1 day' where project_id = ${browser.project.id}`,
  );
  browser.project = (await browser.as('olive').get(projectUrl)).json();
}

async function open(server: StoredScript, { query = '', isTouch = false } = {}) {
  window.history.replaceState(null, '', `/projects/${server.code}/script${query}`);
  localStorage.setItem(panelKey, 'closed');
  renderScript(server, { isTouch, children: <ScriptVisit /> });
  await screen.findByLabelText('Page 1');
}

const caret = () => [liveField().textContent, document.getSelection()?.focusOffset];
const aScript = (user: Name = 'olive') => aStoredScript(lines, { user });
const marks = () => screen.queryAllByRole('img', { name: 'Changed since your last visit' });

describe('ScriptVisit', () => {
  test('puts the caret at the end of the first paragraph of a script that was never opened', async () => {
    await open(await aScript());
    await waitFor(() => expect(caret()).toEqual([lines[0]?.[1], lines[0]?.[1].length]));
    expect(document.activeElement).toBe(live());
  });

  test('opens no field for a reader, whose script begins at its first paragraph', async () => {
    await open(await aScript('vic'));
    expect(document.querySelector('[data-element][tabindex="0"]')?.textContent).toBe(lines[0]?.[1]);
    expect([live(), document.activeElement]).toEqual([null, document.body]);
  });

  test('leaves an empty script to the bottom input', async () => {
    await open(await aStoredScript([], { user: 'olive' }));
    await waitFor(() => expect(document.activeElement?.matches('[data-below]')).toBe(true));
  });

  test('puts the caret where the user left it', async () => {
    const server = await aScript();
    await leaveAt(server, server.id(2), 4);
    await open(server);
    await waitFor(() => expect(caret()).toEqual([lines[1]?.[1], 4]));
    expect(document.activeElement).toBe(live());
  });

  test('puts the caret at the end of a text that is shorter now', async () => {
    const server = await aScript();
    await leaveAt(server, server.id(2), 30);
    await server.change(2, 'Mara.');
    await open(server);
    await waitFor(() => expect(caret()).toEqual(['Mara.', 5]));
  });

  test.each(['scene', 'element'])('leaves the caret to an address with a %s', async (name) => {
    const server = await aScript();
    await leaveAt(server, server.id(2), 4);
    const id = name === 'scene' ? server.scenes[1]?.id : server.id(3);
    await open(server, { query: `?${name}=${id}` });
    await waitFor(() => expect(caret()).toEqual([lines[2]?.[1], lines[2]?.[1].length]));
    expect(window.location.search).toBe('');
  });

  test('leaves the caret to an address with a comment, whose thread it shows', async () => {
    const server = await aScript();
    await leaveAt(server, server.id(2), 4);
    const { db, project, people } = server.browser;
    const row = { content: 'Cut?', projectId: project.id, userId: people.cora.id, wasOnElement: true };
    const [comment] = await db
      .insert(comments)
      .values({ ...row, scriptElementId: server.id(4) })
      .returning();
    await open(server, { query: `?comment=${comment?.id}` });
    await waitFor(() => expect(caret()).toEqual([lines[3]?.[1], lines[3]?.[1].length]));
    expect(await screen.findByText('Cut?')).toBeTruthy();
  });

  test('opens no field on a touch screen, where the place is the current element', async () => {
    const server = await aScript();
    await leaveAt(server, server.id(4), 4);
    await open(server, { isTouch: true });
    await waitFor(() =>
      expect(document.querySelector('[data-element][tabindex="0"]')?.textContent).toBe('Nobody moves.'),
    );
    expect([live(), document.activeElement]).toEqual([null, document.body]);
  });

  test('stores the place when the page is closed, without a second call for the same', async () => {
    const server = await aScript();
    await open(server);
    edit(lines[0]?.[1] ?? '');
    act(() => putCaret(liveField(), 3));
    fireEvent(document, new Event('selectionchange'));
    const puts = () => server.network.callsOf(storeScriptPlace).map(({ body }) => body);
    await waitFor(() => {
      window.dispatchEvent(new Event('pagehide'));
      expect(puts()).toEqual([{ elementId: server.id(1), offset: 3 }]);
    });
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    expect(puts()).toHaveLength(1);
  });

  test('opens at the same position after another view was shown', async () => {
    const server = await aScript();
    await open(server);
    edit(lines[0]?.[1] ?? '');
    await waitFor(() => {
      act(() => putCaret(liveField(), 3));
      fireEvent(document, new Event('selectionchange'));
      window.dispatchEvent(new Event('pagehide'));
      expect(server.network.callsOf(storeScriptPlace)).not.toEqual([]);
    });
    await callsEnd();
    cleanup();
    server.browser.project = (await server.browser.as('olive').get(server.browser.people.projectUrl)).json();
    await open(server);
    await waitFor(() => expect(caret()).toEqual([lines[0]?.[1], 3]));
  });

  test('marks what others changed since the last visit, and not what the user changed', async () => {
    const server = await aScript();
    await leaveAt(server, server.id(1), 0);
    await server.change(4, 'Everybody moves.');
    await server.browser.as('olive').patch(`/api/script-elements/${server.id(2)}`, { content: 'Mara.' });
    await open(server);
    await waitFor(() => expect(marks()).toHaveLength(1));
  });
});
