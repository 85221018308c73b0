import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aScene, aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';

let projectId: number;
let url: string;

test.beforeEach(async ({ server, world }) => {
  const project = await aProject(server.db, { userId: world.olive.id });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${projectId}`;
});

const listed = async (olive: Caller) => (await olive.get(`${url}/acts`)).json() as Act[];
const changes = (server: TestApp) =>
  server.db
    .select({ entity: projectChanges.entity, ids: projectChanges.ids })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);

async function add<Row = Act>(olive: Caller, body: object, kind = 'acts'): Promise<Row> {
  const answer = await olive.post(`${url}/${kind}`, body);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

const threeActs = async (olive: Caller) =>
  [
    await add(olive, { title: 'One' }),
    await add(olive, { title: 'Two' }),
    await add(olive, { title: 'Three' }),
  ] as const;

describe('act', () => {
  test('requires a title and uses defaults for the rest', async ({ server, olive }) => {
    const act = await add(olive, { title: ' Setup ' });
    expect(act).toEqual({
      id: expect.any(Number),
      projectId,
      number: 1,
      title: 'Setup',
      subtitle: null,
      startPage: 1,
      endPage: 30,
      colorTheme: 'blue',
      orderIndex: 0,
    });
    expect(await listed(olive)).toEqual([act]);
    expect(await changes(server)).toEqual([{ entity: 'act', ids: [act.id] }]);
  });

  test('stores every field, even an end before the start', async ({ olive }) => {
    const body = {
      title: 'Departure',
      subtitle: 'The rope',
      startPage: 60,
      endPage: 31,
      colorTheme: 'teal',
    };
    expect(await add(olive, { ...body, number: 1, orderIndex: 0 })).toMatchObject({
      ...body,
      number: 1,
      orderIndex: 0,
    });
  });

  test('accepts every colour', async ({ olive }) => {
    for (const colorTheme of colorThemes)
      expect(await add(olive, { title: 'Act', colorTheme })).toMatchObject({ colorTheme });
  });

  test('gets the next number, also for a position beyond the end', async ({ olive }) => {
    await add(olive, { title: 'One' });
    expect(await add(olive, { title: 'Two', number: 2, orderIndex: 1 })).toMatchObject({
      number: 2,
      orderIndex: 1,
    });
    expect(await add(olive, { title: 'Three', number: 3, orderIndex: 9 })).toMatchObject({
      number: 3,
      orderIndex: 2,
    });
  });

  test('moves later acts when it is inserted', async ({ server, olive }) => {
    const [, two, three] = await threeActs(olive);
    const four = await add(olive, { title: 'Four', orderIndex: 1 });
    expect((await listed(olive)).map(({ title, number, orderIndex }) => [title, number, orderIndex])).toEqual(
      [
        ['One', 1, 0],
        ['Four', 4, 1],
        ['Two', 2, 2],
        ['Three', 3, 3],
      ],
    );
    expect((await changes(server)).at(-1)).toEqual({ entity: 'act', ids: [four.id, two.id, three.id] });
  });

  test('rejects the number of another act', async ({ olive }) => {
    await add(olive, { title: 'One' });
    const answer = await olive.post(`${url}/acts`, { title: 'Also one', number: 1 });
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Act 1 already exists.']);
    expect(await listed(olive)).toHaveLength(1);
  });

  test('rejects a number other than the next', async ({ olive }) => {
    await add(olive, { title: 'One' });
    const answer = await olive.post(`${url}/acts`, { title: 'Nine', number: 9 });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { number: 'Must be 2, the next number' },
    ]);
    expect(await listed(olive)).toHaveLength(1);
  });

  test('changes the fields of its form', async ({ server, olive }) => {
    const act = await add(olive, { title: 'Setup' });
    const form = { title: 'Departure', subtitle: 'The rope', startPage: 2, endPage: 29, colorTheme: 'green' };
    for (const [field, value] of Object.entries(form)) {
      const answer = await olive.patch(`/api/acts/${act.id}`, { [field]: value });
      expect([field, answer.statusCode, answer.json()[field]]).toEqual([field, 200, value]);
    }
    expect(await listed(olive)).toEqual([{ ...act, ...form }]);
    expect((await olive.patch(`/api/acts/${act.id}`, { subtitle: null })).json()).toMatchObject({
      subtitle: null,
    });
    expect((await changes(server)).at(-1)).toEqual({ entity: 'act', ids: [act.id] });
  });

  test.for([
    [{}, 'Title is required', { title: 'Title is required' }],
    [{ title: '  ' }, 'Title is required', { title: 'Title is required' }],
    [
      { title: 'A'.repeat(201) },
      'Must be at most 200 characters',
      { title: 'Must be at most 200 characters' },
    ],
    [
      { title: 'A', subtitle: 'A'.repeat(301) },
      'Must be at most 300 characters',
      { subtitle: 'Must be at most 300 characters' },
    ],
    [{ title: 'A', startPage: 0 }, 'Some fields are not valid.', { startPage: 'Must be at least 1' }],
    [{ title: 'A', endPage: 0 }, 'Some fields are not valid.', { endPage: 'Must be at least 1' }],
    [{ title: 'A', endPage: 1.5 }, 'Some fields are not valid.', { endPage: 'Must be a whole number' }],
    [{ title: 'A', endPage: 1e10 }, 'Some fields are not valid.', { endPage: expect.any(String) }],
    [{ title: 'A', number: 0 }, 'Some fields are not valid.', { number: 'Must be at least 1' }],
    [{ title: 'A', orderIndex: -1 }, 'Some fields are not valid.', { orderIndex: 'Must be at least 0' }],
    [
      { title: 'A', colorTheme: 'grey' },
      'Some fields are not valid.',
      { colorTheme: 'Must be one of green, blue, purple, orange, red, yellow, indigo, pink, teal' },
    ],
  ] as const)('is not made of %j', async ([body, message, fields], { olive }) => {
    const answer = await olive.post(`${url}/acts`, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed(olive)).toEqual([]);
  });

  test.for([{}, { title: '' }, { startPage: 0 }, { colorTheme: null }, { number: 2 }, { orderIndex: 1 }])(
    'rejects the change %j',
    async (body, { olive }) => {
      const act = await add(olive, { title: 'Setup' });
      expect((await olive.patch(`/api/acts/${act.id}`, body)).statusCode).toBe(400);
      expect(await listed(olive)).toEqual([act]);
    },
  );

  test.for(['0', 'abc', '2147483648', '2147483647'])('is not found as %s', async (id, { olive }) => {
    for (const answer of [
      await olive.patch(`/api/acts/${id}`, { title: 7 }),
      await olive.delete(`/api/acts/${id}`),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Act not found']);
  });
});

test('GET /api/projects/:id/acts is never cached', async ({ server, world }) => {
  expect((await server.as(world.vic).get(`${url}/acts`)).headers['cache-control']).toBe('no-store');
});

describe('DELETE /api/acts/:id', () => {
  test('deletes the sequences and beats, and renumbers the other acts with their contents', async ({
    server,
    olive,
  }) => {
    const { db } = server;
    const [one, two, three] = await threeActs(olive);
    const made: Record<string, number> = {};
    for (const actNumber of [1, 2, 3]) {
      const sequence = await add<Sequence>(olive, { name: `In ${actNumber}`, actNumber }, 'sequences');
      const loose = await add<StoryBeat>(olive, { title: `Loose in ${actNumber}`, actNumber }, 'story-beats');
      const inside = { title: `Inside ${actNumber}`, actNumber, sequenceId: sequence.id };
      const beat = await add<StoryBeat>(olive, inside, 'story-beats');
      const scene = await aScene(db, {
        projectId,
        actNumber,
        sequenceId: sequence.id,
        sceneNumber: actNumber,
      });
      Object.assign(made, {
        [`sequence ${actNumber}`]: sequence.id,
        [`loose ${actNumber}`]: loose.id,
        [`beat ${actNumber}`]: beat.id,
        [`scene ${actNumber}`]: scene.id,
      });
    }
    const point = { projectId, storyBeatId: made['beat 2'], tensionLevel: 0.5, position: 0.5 };
    const [tension] = await db.insert(tensionPoints).values(point).returning();
    const { length } = await changes(server);

    const answer = await olive.delete(`/api/acts/${two.id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await listed(olive)).toEqual([one, { ...three, number: 2, orderIndex: 1 }]);
    const sequences: Sequence[] = (await olive.get(`${url}/sequences`)).json();
    expect(sequences.map(({ name, actNumber }) => [name, actNumber])).toEqual([
      ['In 1', 1],
      ['In 3', 2],
    ]);
    const beats: StoryBeat[] = (await olive.get(`${url}/story-beats`)).json();
    expect(beats.map(({ title, actNumber, actId }) => [title, actNumber, actId])).toEqual([
      ['Loose in 1', 1, one.id],
      ['Inside 1', 1, one.id],
      ['Loose in 3', 2, three.id],
      ['Inside 3', 2, three.id],
    ]);
    const left = await db
      .select()
      .from(scenes)
      .where(eq(scenes.projectId, projectId))
      .orderBy(scenes.sceneNumber);
    expect(left.map(({ actNumber, sequenceId }) => [actNumber, sequenceId])).toEqual([
      [1, made['sequence 1']],
      [1, null],
      [2, made['sequence 3']],
    ]);
    const points = await olive.get(`${url}/tension-points`);
    expect(points.json()).toMatchObject([{ id: tension?.id, storyBeatId: null }]);

    const notes = (await changes(server)).slice(length);
    const ids = (...names: string[]) => names.map((name) => made[name]).sort();
    expect(notes.map(({ entity, ids: changed }) => [entity, [...changed].sort()])).toEqual([
      ['act', [two.id, three.id].sort()],
      ['sequence', ids('sequence 2', 'sequence 3')],
      ['beat', ids('loose 2', 'beat 2', 'loose 3', 'beat 3')],
      ['scene', ids('scene 2', 'scene 3')],
      ['tension', [tension?.id]],
    ]);
  });

  test('moves the scenes of the first act to the new first one, and leaves those of missing acts', async ({
    server,
    olive,
  }) => {
    const [one] = await threeActs(olive);
    for (const actNumber of [1, 2, 3, 5])
      await aScene(server.db, { projectId, actNumber, sceneNumber: actNumber });
    await olive.delete(`/api/acts/${one.id}`);
    const left = await server.db
      .select()
      .from(scenes)
      .where(eq(scenes.projectId, projectId))
      .orderBy(scenes.sceneNumber);
    expect(left.map(({ actNumber }) => actNumber)).toEqual([1, 1, 2, 5]);
    expect((await add(olive, { title: 'New' })).number).toBe(3);
  });
});
