import { describe, expect } from 'vitest';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { revisionMarksOf } from '#screenplay/revisions/revisedText.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Caller } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

const blue = { name: 'Blue', color: '#0000ff', pageColor: '#c6edfe', mark: '*' };
const pink = { name: 'Pink', color: '#ff00ff', pageColor: '#fdccd4', mark: '*' };

async function aScript(olive: Caller, projectId: number) {
  const url = `/api/projects/${projectId}`;
  const elements = async () => (await olive.get(`${url}/script-elements`)).json() as Element[];
  const edit = async (...edits: ScriptEdit[]) => {
    const answer = await olive.post(`${url}/script-changes`, { edits });
    expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  };
  const revise = async (body: object) => {
    const answer = await olive.post(`${url}/revisions`, body);
    expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return (answer.json() as Project).format.revisions;
  };
  /** Return the marked text of each exported element: "1:cold", and "^1" for deleted text. */
  const marked = async () => {
    const result = parseFdx((await olive.get(`${url}/export/fdx`)).rawPayload);
    if (!result.ok) throw new Error(result.message);
    return result.screenplay.elements.map((element) => {
      const { runs, deletions } = revisionMarksOf(element);
      return [
        ...runs.map(([from, to, mark]) => `${mark}:${element.content.slice(from, to).trim()}`),
        ...deletions.map(([, mark]) => `^${mark}`),
      ].join(' ');
    });
  };
  return { url, elements, edit, revise, marked };
}

const lines = ['The rain stops.', 'Wind.', 'Fog.'].map((text) => ['action', text] as const);

describe('revisions', () => {
  test('mark what is written, split and deleted, until that is undone', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, lines);
    const { elements, edit, revise, marked } = await aScript(olive, id);
    const rows = await elements();
    const [rain = 0, wind = 0, fog = 0] = rows.map((row) => row.id);
    await revise({ type: 'start', fields: blue });
    await edit({ type: 'update', id: rain, fields: { content: 'The cold rain stops.' } });
    await edit({ type: 'delete', id: fog });
    expect(await marked()).toEqual(['1:cold', '^1']);
    await edit({ type: 'restore', id: fog });
    expect(await marked()).toEqual(['1:cold', '', '']);
    await revise({ type: 'start', fields: pink });
    await edit(
      { type: 'update', id: rain, fields: { content: 'The' } },
      { type: 'insert', afterId: rain, elements: [{ elementType: 'action', content: 'cold rain stops.' }] },
    );
    await edit({ type: 'update', id: wind, fields: { content: 'Wind howls.' } });
    expect(await marked()).toEqual(['', '1:cold', '2:howls', '']);
  });

  test('are cleared, merged, and restored', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, lines);
    const { elements, edit, revise, marked } = await aScript(olive, id);
    const [rain = 0, wind = 0] = (await elements()).map((row) => row.id);
    await revise({ type: 'start', fields: blue });
    await edit({ type: 'update', id: rain, fields: { content: 'The cold rain stops.' } });
    await revise({ type: 'start', fields: pink });
    await edit({ type: 'update', id: wind, fields: { content: 'Wind howls.' } });
    await revise({ type: 'clear', revisionId: 2 });
    expect(await marked()).toEqual(['1:cold', '', '']);
    await edit({ type: 'update', id: rain, fields: { content: 'The cold rain stops soon.' } });
    expect(await marked()).toEqual(['1:cold 2:soon', '', '']);
    await revise({ type: 'undo' });
    expect(await marked()).toEqual(['1:cold 2:soon', '2:howls', '']);
    await revise({ type: 'merge', revisionId: 2 });
    expect(await marked()).toEqual(['2:cold 2:soon', '2:howls', '']);
    await revise({ type: 'undo' });
    const revisions = await revise({ type: 'activate', revisionId: null });
    expect(revisions?.sets.map(({ name }) => name)).toEqual(['Blue', 'Pink']);
    await edit({ type: 'update', id: wind, fields: { content: 'Heavy wind howls.' } });
    expect(await marked()).toEqual(['1:cold 2:soon', '2:howls', '']);
  });

  test('are named for changes of the history', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, lines);
    const { url, elements, edit, revise, marked } = await aScript(olive, id);
    const [rain = 0, wind = 0] = (await elements()).map((row) => row.id);
    await edit({ type: 'update', id: rain, fields: { content: 'The cold rain stops.' } });
    const [entry] = (await olive.get(`${url}/script-history/paginated`)).json().history as { id: number }[];
    await edit({ type: 'update', id: wind, fields: { content: 'Wind howls.' } });
    await revise({ type: 'name-changes', fields: blue, sinceHistoryId: entry?.id ?? 0 });
    expect(await marked()).toEqual(['', '1:howls', '']);
    const changeId = entry?.id ?? 0;
    const moments = { sinceHistoryId: changeId - 1, untilHistoryId: changeId };
    await revise({ type: 'name-changes', fields: pink, ...moments });
    expect(await marked()).toEqual(['2:cold', '1:howls', '']);
  });
});
