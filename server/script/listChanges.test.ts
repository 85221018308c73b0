import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rows } from '#server/db/client.ts';
import { changeScript, type ScriptEdit } from '#shared/contract/edits.ts';
import { laterChangesHeader } from '#shared/headers.ts';
import type { Caller } from '#test/app.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

const test = newWorldTest;

interface Line {
  id: number;
  content: string;
  sceneId: number | null;
}

const listUrl = (world: World) => `${world.projectUrl}/script-elements`;

/** Read the list as a page does that has the list of a tag. */
async function readList(caller: Caller, world: World, tag?: string) {
  const reply = await caller.inject({
    method: 'GET',
    url: `${listUrl(world)}?with=changes`,
    headers: tag === undefined ? {} : { 'if-none-match': tag },
  });
  const { statusCode, headers } = reply;
  return { statusCode, tag: String(headers.etag), later: headers[laterChangesHeader], reply };
}

const changesSince = async (caller: Caller, world: World, tag: string) => {
  const reply = await caller.get(`${listUrl(world)}/changes?since=${encodeURIComponent(tag)}`);
  expect(reply.statusCode).toBe(200);
  return reply;
};

async function change(caller: Caller, world: World, edits: ScriptEdit[]) {
  const url = changeScript.path.replace(':id', String(world.project.id));
  const reply = await caller.post(url, { edits });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

test('answers 304 to a list that lacks few changes, and sends these', async ({ world, olive, eddie }) => {
  const first = await readList(olive, world);
  expect([first.statusCode, first.later]).toEqual([200, 'none']);
  expect(await readList(olive, world, first.tag)).toMatchObject({ statusCode: 304, later: 'none' });
  const lines: Line[] = first.reply.json();
  const [, line, cue] = lines;
  await change(eddie, world, [
    { type: 'update', id: line?.id ?? 0, fields: { content: 'Nobody moves.' } },
    { type: 'delete', id: cue?.id ?? 0 },
  ]);
  // Browsers get the tag of a compressed list as a weak one.
  for (const tag of [first.tag, `W/${first.tag}`]) {
    expect(await readList(olive, world, tag)).toMatchObject({ statusCode: 304, tag, later: 'missing' });
    const changes = (await changesSince(olive, world, tag)).json();
    expect(changes.elements).toEqual([expect.objectContaining({ id: line?.id, content: 'Nobody moves.' })]);
    expect(changes.removedIds).toEqual([cue?.id]);
  }
  // Other callers, such as windows of an earlier release, always get the whole list.
  const whole = await olive.get(listUrl(world), { 'if-none-match': first.tag });
  expect([whole.statusCode, whole.json().length]).toEqual([200, lines.length - 1]);
  expect(whole.headers).not.toHaveProperty(laterChangesHeader);
});

test('names the scene of the text before the first heading', async ({ world, olive, eddie }) => {
  const { tag, reply } = await readList(olive, world);
  const [heading, next]: Line[] = reply.json();
  await change(eddie, world, [{ type: 'delete', id: heading?.id ?? 0 }]);
  const changes = (await changesSince(olive, world, tag)).json();
  const now: Line[] = (await olive.get(listUrl(world))).json();
  expect(now[0]).toMatchObject({ id: next?.id, sceneId: changes.openingSceneId });
});

test('sends the whole list if the log does not have all changes', async ({ server, world, olive, eddie }) => {
  const { tag, reply } = await readList(olive, world);
  const [, line]: Line[] = reply.json();
  const update = (content: string) =>
    change(eddie, world, [{ type: 'update', id: line?.id ?? 0, fields: { content } }]);
  await update('Nobody moves.');
  await update('Nobody speaks.');
  await rows(server.db, sql`delete from project_changes where rev = 1`);
  expect(await readList(olive, world, tag)).toMatchObject({ statusCode: 200, later: 'none' });
  expect((await changesSince(olive, world, tag)).json()).toBeNull();
});

test('sends the whole list if many elements changed', async ({ world, olive, eddie }) => {
  const { tag } = await readList(olive, world);
  const elements = Array.from({ length: 201 }, () => ({ elementType: 'action' as const, content: 'Rain.' }));
  await change(eddie, world, [{ type: 'insert', elements }]);
  expect((await readList(olive, world, tag)).statusCode).toBe(200);
  expect((await changesSince(olive, world, tag)).json()).toBeNull();
});

test('sends the whole list after a backup was restored', async ({ server, world, olive, eddie }) => {
  const [, line]: Line[] = (await readList(olive, world)).reply.json();
  const update = (content: string) =>
    change(eddie, world, [{ type: 'update', id: line?.id ?? 0, fields: { content } }]);
  await update('Nobody moves.');
  const { tag } = await readList(olive, world);
  // Revision 1 is another change now, and a later one is missing in the list of the browser.
  await rows(server.db, sql`update project_changes set at = at - interval '1 minute'`);
  await update('Nobody speaks.');
  expect((await readList(olive, world, tag)).statusCode).toBe(200);
  expect((await changesSince(olive, world, tag)).json()).toBeNull();
  // The backup is of an earlier revision than the list.
  await rows(server.db, sql`update projects set revision = 0, script_revision = 0`);
  expect((await readList(olive, world, tag)).statusCode).toBe(200);
});

test('answers null to anything that is no tag of this list', async ({ world, olive }) => {
  const { tag } = await readList(olive, world);
  const [, shape = ''] = /"([^.]+)/.exec(tag) ?? [];
  const foreign = `"${shape}.${world.project.id + 1}.0.0.0"`;
  for (const since of ['', 'x', '"1.2.3"', foreign, tag.replace(/\d+"$/, '99999999999999999"')])
    expect((await changesSince(olive, world, since)).json()).toBeNull();
});
