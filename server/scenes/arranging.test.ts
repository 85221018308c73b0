import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

let project: ProjectRow;
let url: string;

test.beforeEach(async ({ server, world }) => {
  project = await nightFerry(server.db, world.olive);
  url = `/api/projects/${project.id}`;
});

const scenes = async (olive: Caller) => (await olive.get(`${url}/scenes`)).json() as Scene[];
const arrange = (olive: Caller, rows: object[]) => olive.patch(`${url}/scenes`, { scenes: rows });
const made = async <Row>(olive: Caller, kind: string, body: object) =>
  (await olive.post(`${url}/${kind}`, body)).json() as Row;
const changes = (server: TestApp) =>
  server.db
    .select({ entity: projectChanges.entity, ids: projectChanges.ids })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, project.id))
    .orderBy(projectChanges.rev);

test('PATCH /api/projects/:id/scenes changes many scenes in one step and announces only changed ones', async ({
  server,
  olive,
}) => {
  const [first, second] = await scenes(olive);
  const change = { actNumber: 2, colorTheme: 'teal' };
  const answer = await arrange(olive, [
    { id: first?.id, ...change },
    { id: second?.id, actNumber: 1 },
  ]);
  expect(answer.json()).toEqual([{ ...first, ...change }]);
  expect((await changes(server)).at(-1)).toEqual({ entity: 'scene', ids: [first?.id] });
  expect((await scenes(olive))[0]).toEqual({ ...first, ...change });
});

test('PATCH /api/projects/:id/scenes clears the sequence in another act, and requires a sequence of the act', async ({
  olive,
}) => {
  for (const title of ['One', 'Two']) await made(olive, 'acts', { title });
  const boarding = await made<Sequence>(olive, 'sequences', { name: 'Boarding', actNumber: 2 });
  const id = (await scenes(olive))[0]?.id;
  const rejected = await arrange(olive, [{ id, sequenceId: boarding.id }]);
  expect([rejected.statusCode, rejected.json().message]).toEqual([400, 'The sequence is in another act.']);
  const into = await arrange(olive, [{ id, actNumber: 2, sequenceId: boarding.id }]);
  expect(into.json()).toMatchObject([{ actNumber: 2, sequenceId: boarding.id }]);
  expect((await arrange(olive, [{ id, actNumber: 1 }])).json()).toMatchObject([
    { actNumber: 1, sequenceId: null },
  ]);
});

test('PATCH /api/projects/:id/scenes changes nothing when one scene or beat is not of the project', async ({
  olive,
}) => {
  const before = await scenes(olive);
  const answer = await arrange(olive, [
    { id: before[0]?.id, actNumber: 3 },
    { id: 999_999, actNumber: 3 },
  ]);
  const noBeat = await arrange(olive, [{ id: before[0]?.id, beatId: 999_999 }]);
  expect([answer.statusCode, noBeat.statusCode]).toEqual([404, 400]);
  expect(await scenes(olive)).toEqual(before);
});

test('from-scenes creates beats with the texts of the scenes, and missing acts', async ({ olive }) => {
  const [first, second] = await scenes(olive);
  await arrange(olive, [{ id: second?.id, actNumber: 2 }]);
  const body = { scenes: [{ id: first?.id, pageNumber: 1 }, { id: second?.id }] };
  const beats = (await olive.post(`${url}/story-beats/from-scenes`, body)).json() as StoryBeat[];
  const acts = (await olive.get(`${url}/acts`)).json() as Act[];
  expect(acts.map(({ title }) => title)).toEqual(['Act 1', 'Act 2']);
  expect(beats.map(({ actNumber, actId, pageNumber }) => [actNumber, actId, pageNumber])).toEqual([
    [1, acts[0]?.id, 1],
    [2, acts[1]?.id, null],
  ]);
  expect((await scenes(olive)).slice(0, 2).map(({ beatId }) => beatId)).toEqual(beats.map(({ id }) => id));
  // Each scene tells one beat.
  expect((await olive.post(`${url}/story-beats/from-scenes`, body)).json()).toEqual([]);
});

test('deleting beats announces them once and unlinks their scenes', async ({ server, olive }) => {
  const [first] = await scenes(olive);
  const beats = (
    await olive.post(`${url}/story-beats/from-scenes`, { scenes: [{ id: first?.id }] })
  ).json() as StoryBeat[];
  const beatIds = [beats[0]?.id, 999_999];
  expect((await olive.post(`${url}/story-beats/delete`, { beatIds })).statusCode).toBe(204);
  expect((await scenes(olive))[0]?.beatId).toBeNull();
  expect((await changes(server)).slice(-2)).toEqual([
    { entity: 'beat', ids: [beats[0]?.id] },
    { entity: 'scene', ids: [first?.id] },
  ]);
});

test('POST /api/projects/:id/plan fills an empty plan once and assigns scenes by page', async ({ olive }) => {
  const [first, second] = await scenes(olive);
  const placed = [
    { id: first?.id, page: 1 },
    { id: second?.id, page: 60 },
  ];
  const body = { structure: 'three-acts', pages: 100, scenes: placed };
  const acts = (await olive.post(`${url}/plan`, body)).json() as Act[];
  expect(acts.map(({ title, startPage, endPage }) => [title, startPage, endPage])).toEqual([
    ['Setup', 1, 25],
    ['Confrontation', 26, 75],
    ['Resolution', 76, 100],
  ]);
  const beats = (await olive.get(`${url}/story-beats`)).json() as StoryBeat[];
  expect(beats).toHaveLength(9);
  const titleOf = (id: number | null | undefined) => beats.find((beat) => beat.id === id)?.title;
  expect(
    (await scenes(olive)).slice(0, 2).map(({ actNumber, beatId }) => [actNumber, titleOf(beatId)]),
  ).toEqual([
    [1, 'Opening'],
    [2, 'First trial'],
  ]);
  expect((await olive.post(`${url}/plan`, body)).statusCode).toBe(409);
});
