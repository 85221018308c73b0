import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rows } from '#server/db/client.ts';
import { scriptPlaces } from '#server/db/schema/script.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

let url: string;
let projectId: number;
let script: Element[];

test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${project.id}`;
  script = (await olive.get(`${url}/script-elements`)).json();
});

const idAt = (index: number) => script[index]?.id ?? 0;
const put = async (caller: Caller, elementId: number, offset = 0) =>
  (await caller.inject({ method: 'PUT', url: `${url}/script-place`, payload: { elementId, offset } }))
    .statusCode;
const placeOf = async (caller: Caller) => (await caller.get(url)).json().scriptPlace;
const changesOf = async (caller: Caller) =>
  (await caller.get(`${url}/script-place/changes`)).json().elementIds;
const edit = async (caller: Caller, ...edits: ScriptEdit[]) =>
  expect((await caller.post(`${url}/script-changes`, { edits })).statusCode).toBe(200);
const write = (caller: Caller, id: number, content: string) =>
  edit(caller, { type: 'update', id, fields: { content } });
/** Moves every stored place of the project back in time, as if the users had left long ago. */
const endVisits = (server: TestApp) =>
  rows(
    server.db,
    sql`update script_places set left_at = left_at - interval '1 day' where project_id = ${projectId}`,
  );

describe('PUT /api/projects/:id/script-place', () => {
  test('stores one place per user, which the project returns', async ({ server, olive, eddie, vic }) => {
    expect(await placeOf(olive)).toBeNull();
    expect([await put(olive, idAt(1), 4), await put(eddie, idAt(2), 1)]).toEqual([204, 204]);
    expect(await put(vic, idAt(0))).toBe(204);
    expect(await put(olive, idAt(3), 2)).toBe(204);
    expect(await placeOf(olive)).toEqual({ elementId: idAt(3), offset: 2 });
    expect(await placeOf(eddie)).toEqual({ elementId: idAt(2), offset: 1 });
    expect(await placeOf(vic)).toEqual({ elementId: idAt(0), offset: 0 });
    expect(await server.db.$count(scriptPlaces, eq(scriptPlaces.projectId, projectId))).toBe(3);
  });

  test('rejects an element of another project, and users without access', async ({
    server,
    world,
    olive,
    sam,
  }) => {
    await nightFerry(server.db, world.nell);
    const others = await nightFerry(server.db, world.olive);
    const [foreign] = (await olive.get(`/api/projects/${others.id}/script-elements`)).json() as Element[];
    expect(await put(olive, foreign?.id ?? 0)).toBe(400);
    expect([await put(sam, idAt(0)), await put(server.visitor, idAt(0))]).toEqual([404, 401]);
    expect(await server.db.$count(scriptPlaces, eq(scriptPlaces.projectId, projectId))).toBe(0);
  });

  test('leaves the revision of the project as it is', async ({ olive }) => {
    const { revision } = (await olive.get(url)).json();
    await put(olive, idAt(1));
    expect((await olive.get(url)).json().revision).toBe(revision);
  });
});

describe('the place of a deleted element', () => {
  test('may be stored a moment after the deletion', async ({ olive, eddie }) => {
    await edit(eddie, { type: 'delete', id: idAt(3) });
    expect(await put(olive, idAt(3), 2)).toBe(204);
    expect(await placeOf(olive)).toEqual({ elementId: idAt(2), offset: null });
  });

  test('is the end of the element before it, and returns with the element', async ({ olive, eddie }) => {
    await put(olive, idAt(3), 2);
    await edit(eddie, { type: 'delete', id: idAt(3) });
    expect(await placeOf(olive)).toEqual({ elementId: idAt(2), offset: null });
    await edit(eddie, { type: 'delete', id: idAt(2) });
    expect(await placeOf(olive)).toEqual({ elementId: idAt(1), offset: null });
    await edit(eddie, { type: 'restore', id: idAt(3) });
    expect(await placeOf(olive)).toEqual({ elementId: idAt(3), offset: 2 });
  });

  test('is none when no element was before it', async ({ olive }) => {
    await put(olive, idAt(0));
    await edit(olive, { type: 'delete', id: idAt(0) });
    expect(await placeOf(olive)).toBeNull();
  });
});

describe('GET /api/projects/:id/script-place/changes', () => {
  test('returns what others changed since the last visit, until the next', async ({
    server,
    olive,
    eddie,
  }) => {
    await write(eddie, idAt(1), 'Before she was ever here.');
    expect(await changesOf(olive)).toEqual([]);
    await put(olive, idAt(0));
    await endVisits(server);
    await write(eddie, idAt(1), 'The lamps go out.');
    await write(olive, idAt(2), 'Her own.');
    await edit(eddie, { type: 'delete', id: idAt(3) });
    expect(await changesOf(olive)).toEqual([idAt(1)]);
    // The visit has begun: opening the script again shows the same.
    await put(olive, idAt(2));
    await put(olive, idAt(1));
    expect(await changesOf(olive)).toEqual([idAt(1)]);
    await endVisits(server);
    expect(await changesOf(olive)).toEqual([]);
  });

  test('returns no changes of other projects', async ({ server, world, olive, eddie }) => {
    const other = await nightFerry(server.db, world.olive);
    await aShare(server.db, other, world.eddie, { role: 'editor' });
    const [first] = (await olive.get(`/api/projects/${other.id}/script-elements`)).json() as Element[];
    await put(olive, idAt(0));
    await endVisits(server);
    await eddie.patch(`/api/script-elements/${first?.id}`, { content: 'EXT. QUAY - DAY' });
    expect(await changesOf(olive)).toEqual([]);
  });
});
