import { asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect } from 'vitest';
import type { Edit } from '#screenplay/edits/edit.ts';
import type { PlannedReply } from '#screenplay/edits/plan.ts';
import { type Db, rows } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { users } from '#server/db/schema/people.ts';
import { projectChanges, projects } from '#server/db/schema/projects.ts';
import { scenes, scriptRequests } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { eventually } from '#test/eventually.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';
import { applyEditsUnlocked } from './changeScript.ts';
import type { IdempotentReply } from './idempotency.ts';
import { maxUnlockedElements } from './readSnapshot.ts';
import { type ElementRow, findElements } from './script.queries.ts';
import { editScriptAtOnce } from './script.service.ts';

let olive: typeof users.$inferSelect;
let where = { projectId: 0, userId: '' };
/** The lines of the script: an opening and two scenes. */
let black: ElementRow;
let ferry: ElementRow;
let rain: ElementRow;
let quay: ElementRow;
let gulls: ElementRow;

test.beforeAll(async ({ db }) => {
  [olive] = (await db.insert(users).values({ email: 'olive@example.com' }).returning()) as [typeof olive];
});

test.beforeEach(async ({ db }) => {
  const { id } = await nightFerry(db, olive, [
    ['action', 'Black.'],
    ['scene_heading', 'INT. FERRY - NIGHT'],
    ['action', 'Rain.'],
    ['scene_heading', 'EXT. QUAY - NIGHT'],
    ['action', 'Gulls.'],
  ]);
  where = { projectId: id, userId: olive.id };
  [black, ferry, rain, quay, gulls] = (await findElements(db, id)) as Five;
});

type Five = [ElementRow, ElementRow, ElementRow, ElementRow, ElementRow];

/** Return the script without versions, its scenes, and the scenes and elements of its points. */
async function stateOf(db: Db) {
  const { projectId } = where;
  const found = await db.select().from(scenes).where(eq(scenes.projectId, projectId)).orderBy(scenes.id);
  return {
    elements: (await findElements(db, projectId)).map(({ version: _, ...element }) => element),
    scenes: found,
    points: await pointsOf(db),
  };
}

async function pointsOf(db: Db) {
  const { projectId } = where;
  const points = db.select().from(tensionPoints).where(eq(tensionPoints.projectId, projectId));
  const found = await points.orderBy(asc(tensionPoints.id));
  return found.map(({ sceneId, scriptElementId }) => [sceneId, scriptElementId]);
}

const insertPoints = (db: Db, ...points: { sceneId?: number; scriptElementId?: number }[]) =>
  db
    .insert(tensionPoints)
    .values(
      points.map((point) => ({ ...point, projectId: where.projectId, tensionLevel: 0.5, position: 0.5 })),
    );

/** Apply edits in one statement. */
async function edit(db: Db, ...edits: Edit[]): Promise<PlannedReply> {
  const reply = await applyEditsUnlocked(db, where, edits);
  if (!reply) throw new Error('The edits need a transaction');
  return reply;
}

const inTransaction = (db: Db, ...edits: Edit[]) =>
  changeProject(db, where, (change) => editScriptAtOnce(change, edits));

const announced = async (db: Db, entity: string) => {
  const changes = await db.select().from(projectChanges).where(eq(projectChanges.projectId, where.projectId));
  return changes.filter((change) => change.entity === entity).map(({ ids }) => (ids as number[]).length);
};

describe('one statement with tension points', () => {
  test('detaches those of a deleted element, and undo attaches them', async ({ db }) => {
    await insertPoints(
      db,
      { scriptElementId: rain.id, sceneId: rain.sceneId },
      { scriptElementId: gulls.id },
    );
    const before = await stateOf(db);
    const { removedIds } = await edit(db, { type: 'delete', id: rain.id });
    expect(removedIds).toEqual([rain.id]);
    const after = await stateOf(db);
    expect(after.elements.map(({ id }) => id)).toEqual([black.id, ferry.id, quay.id, gulls.id]);
    expect(after.points).toEqual([
      [rain.sceneId, null],
      [null, gulls.id],
    ]);
    expect(await announced(db, 'tension')).toEqual([1]);
    await inTransaction(db, { type: 'restore', id: rain.id });
    expect(await stateOf(db)).toEqual(before);
  });

  test('detaches those of a deleted heading and its scene, and undo attaches them', async ({ db }) => {
    await insertPoints(db, { sceneId: quay.sceneId }, { scriptElementId: quay.id, sceneId: quay.sceneId });
    const before = await stateOf(db);
    const { removedSceneIds } = await edit(db, { type: 'delete', id: quay.id });
    expect(removedSceneIds).toEqual([quay.sceneId]);
    const after = await stateOf(db);
    expect(after.scenes.map(({ id }) => id)).toEqual([black.sceneId, ferry.sceneId]);
    expect(after.elements.at(-1)).toMatchObject({ id: gulls.id, sceneId: ferry.sceneId });
    expect(after.points).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await announced(db, 'tension')).toEqual([2]);
    await inTransaction(db, { type: 'restore', id: quay.id });
    expect(await stateOf(db)).toEqual(before);
  });

  test('detaches those of the scene of a heading that becomes action', async ({ db }) => {
    await insertPoints(db, { sceneId: quay.sceneId }, { scriptElementId: quay.id });
    const before = await stateOf(db);
    await edit(db, { type: 'update', id: quay.id, fields: { elementType: 'action' } });
    const after = await stateOf(db);
    expect(after.elements.map(({ sceneId }) => sceneId)).toEqual([
      black.sceneId,
      ...[ferry, rain, quay, gulls].map(() => ferry.sceneId),
    ]);
    expect(after.points).toEqual([
      [null, null],
      [null, quay.id],
    ]);
    expect(await announced(db, 'tension')).toEqual([1]);
    await inTransaction(db, { type: 'update', id: quay.id, fields: { elementType: 'scene_heading' } });
    expect(await stateOf(db)).toEqual(before);
  });

  test('attaches those of a restored heading in a change of the whole script', async ({ db }) => {
    await insertPoints(db, { sceneId: quay.sceneId });
    const before = await pointsOf(db);
    const update = (elementType: 'action' | 'scene_heading'): Edit => {
      return { type: 'update', id: quay.id, fields: { elementType } };
    };
    await edit(db, update('action'));
    expect(await pointsOf(db)).toEqual([[null, null]]);
    // More positions than a slice has.
    const others = Array.from({ length: 30 }, () => rain.id).map((id, i): Edit => {
      return { type: 'move', ids: [id], afterId: i % 2 ? ferry.id : gulls.id };
    });
    await inTransaction(db, update('scene_heading'), ...others);
    expect(await pointsOf(db)).toEqual(before);
  });

  test('detaches those of an opening that ends because its line moves', async ({ db }) => {
    await insertPoints(db, { sceneId: black.sceneId }, { scriptElementId: black.id, sceneId: black.sceneId });
    const { removedSceneIds } = await edit(db, { type: 'move', ids: [black.id], afterId: rain.id });
    expect(removedSceneIds).toEqual([black.sceneId]);
    const after = await stateOf(db);
    expect(after.elements.map(({ id }) => id)).toEqual([ferry.id, rain.id, black.id, quay.id, gulls.id]);
    expect(after.elements[2]?.sceneId).toBe(ferry.sceneId);
    expect(after.points).toEqual([
      [null, null],
      [null, black.id],
    ]);
    expect(await announced(db, 'tension')).toEqual([2]);
    const { scenes: made } = await edit(db, { type: 'move', ids: [black.id], afterId: null });
    const [first] = (await stateOf(db)).elements;
    expect(made).toContainEqual(expect.objectContaining({ id: first?.sceneId, heading: '', sceneNumber: 0 }));
    expect(first?.id).toBe(black.id);
  });
});

test('a long insertion is left to a transaction, which writes it in batches', async ({ db }) => {
  const elements = Array.from({ length: maxUnlockedElements + 1 }, (_, i) => {
    return { elementType: 'action' as const, content: `Wave ${i}.` };
  });
  const insertion = (count: number): Edit => {
    return { type: 'insert', afterId: rain.id, elements: elements.slice(0, count) };
  };
  expect(await applyEditsUnlocked(db, where, [insertion(elements.length)])).toBeUndefined();
  expect(await applyEditsUnlocked(db, where, [insertion(3)])).toMatchObject({ removedIds: [] });
});

describe.runIf(process.env.TEST_DATABASE_URL)('one statement that waits for another transaction', () => {
  const edits = {
    'an update': () => ({ type: 'update', id: rain.id, fields: { content: 'Snow.' } }),
    'a deleted heading': () => ({ type: 'delete', id: quay.id }),
  } satisfies Record<string, () => Edit>;

  const once = (): IdempotentReply<PlannedReply> => ({
    requestKey: 'key',
    recorded: (body) => ({ projectId: where.projectId, key: 'key', reply: { status: 200, body } }),
  });

  /** Return all that a change writes. */
  async function written(db: Db) {
    const { projectId } = where;
    const [project] = await db.select().from(projects).where(eq(projects.id, projectId));
    return {
      revision: project?.revision ?? 0,
      elements: await findElements(db, projectId),
      scenes: await db.select().from(scenes).where(eq(scenes.projectId, projectId)).orderBy(scenes.id),
      history: await db.$count(scriptHistory, eq(scriptHistory.projectId, projectId)),
      changes: await db.$count(projectChanges, eq(projectChanges.projectId, projectId)),
      requests: await db.$count(scriptRequests, eq(scriptRequests.projectId, projectId)),
    };
  }

  /** Apply an edit while another transaction has a new revision, which ends so. */
  async function editDuring(db: Db, url: string | null, asked: Edit, end: 'commit' | 'rollback') {
    const other = new pg.Client({ connectionString: url ?? '' });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('update projects set revision = revision + 1 where id = $1', [where.projectId]);
      const reply = applyEditsUnlocked(db, where, [asked], {}, once());
      await eventually(
        async () =>
          expect(
            await rows(
              db,
              sql`select 1 from pg_stat_activity
                where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          ).toHaveLength(1),
        { timeout: 30_000, interval: 20 },
      );
      await other.query(end);
      return await reply;
    } finally {
      await other.end();
    }
  }

  test.for(Object.entries(edits))(
    'does not write %s after a new revision',
    async ([, asked], { db, database }) => {
      const before = await written(db);
      expect(await editDuring(db, database.url, asked(), 'commit')).toBeUndefined();
      expect(await written(db)).toEqual({ ...before, revision: before.revision + 1 });
    },
  );

  test.for(Object.entries(edits))('writes %s once after a rollback', async ([, asked], { db, database }) => {
    const before = await written(db);
    const reply = await editDuring(db, database.url, asked(), 'rollback');
    expect(reply).toBeDefined();
    const after = await written(db);
    expect(after.elements).not.toEqual(before.elements);
    expect([after.history, after.requests]).toEqual([before.history + 1, 1]);
    expect(after.revision - before.revision).toBe(after.changes - before.changes);
    expect(await applyEditsUnlocked(db, where, [asked()], {}, once())).toBeUndefined();
    expect(await written(db)).toEqual(after);
  });
});
