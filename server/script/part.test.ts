import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '#server/db/client.ts';
import { Refusal } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { type Random, seeded } from '#test/random.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';
import { editScriptAtOnce } from './script.service.ts';

let server: TestApp;
let world: World;
let olive: Caller;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
afterAll(() => server.close());

/** A Night Ferry with so many elements more at its end, a heading every 20. */
async function aLongScript(count: number) {
  const { id } = await nightFerry(server.db, world.olive);
  const last = (await elementsOf(id)).at(-1)?.id ?? null;
  const elements = Array.from({ length: count }, (_, i) =>
    i % 20 === 0
      ? ({ elementType: 'scene_heading', content: `INT. DECK ${i} - NIGHT` } as const)
      : ({ elementType: 'action', content: `Wave ${i}.` } as const),
  );
  await edited(id, [{ does: 'insert', afterId: last, elements }]);
  return id;
}

const elementsOf = async (projectId: number) =>
  (await olive.get(`/api/projects/${projectId}/script-elements`)).json() as Element[];
const scenesOf = async (projectId: number) =>
  (await olive.get(`/api/projects/${projectId}/scenes`)).json() as Scene[];

/** What the edits gave, or the words of what refused them. */
function edited(projectId: number, edits: Parameters<typeof editScriptAtOnce>[1]) {
  const where = { projectId, userId: world.olive.id };
  const work = changeProject(server.db, where, (change) => editScriptAtOnce(change, edits));
  return work.catch((error) => {
    if (error instanceof Refusal) return error.message;
    throw error;
  });
}

describe('in a script of 2,000 elements', () => {
  let projectId: number;
  let script: Element[];
  beforeAll(async () => {
    projectId = await aLongScript(2000);
    script = await elementsOf(projectId);
    // What a database in use finds out by itself, and plans by.
    await rows(server.db, sql`analyze script_elements, scenes`);
  });

  /** Rows of elements and scenes that the database reads and writes for edits. */
  function rowsTouched(edits: ScriptEdit[]) {
    return changeProject(server.db, { projectId, userId: world.olive.id }, async (change) => {
      const count = async () => {
        const [found] = await rows<{ read: number; written: number }>(
          change.tx,
          sql`select sum(seq_tup_read + idx_tup_fetch)::int as read,
                sum(n_tup_ins + n_tup_upd + n_tup_del)::int as written
              from pg_stat_xact_user_tables where relname in ('script_elements', 'scenes')`,
        );
        return found ?? { read: 0, written: 0 };
      };
      const before = await count();
      await editScriptAtOnce(change, edits);
      const after = await count();
      return { read: after.read - before.read, written: after.written - before.written };
    });
  }

  const at = (i: number) => script[i]?.id ?? 0;
  const line = { elementType: 'action', content: 'Silence.' } as const;

  test.each<[string, () => ScriptEdit[]]>([
    ['an insertion', () => [{ does: 'insert', afterId: at(1000), elements: [line] }]],
    ['one at the end', () => [{ does: 'insert', afterId: script.at(-1)?.id ?? 0, elements: [line] }]],
    [
      'one of more than the gap holds',
      () => [{ does: 'insert', afterId: at(500), elements: Array(15).fill(line) }],
    ],
    ['a deletion', () => [{ does: 'delete', id: at(1200) }]],
    ['one taken back', () => [{ does: 'restore', id: at(1200), afterId: at(1199) }]],
    ['a move', () => [{ does: 'move', ids: [at(1301), at(1302)], afterId: at(305) }]],
    [
      'another heading',
      () => {
        const heading = script.findLast(({ elementType }) => elementType === 'scene_heading');
        return [{ does: 'update', id: heading?.id ?? 0, fields: { content: 'EXT. QUAY - DAWN' } }];
      },
    ],
  ])('%s reads and writes few rows', async (_, edits) => {
    const { read, written } = await rowsTouched(edits());
    expect(read).toBeLessThan(1000);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(60);
  });
});

/** What both ways have to agree on, with places in the script for ids. */
async function stateOf(projectId: number) {
  const [elements, scenes] = await Promise.all([elementsOf(projectId), scenesOf(projectId)]);
  const place = placesIn(elements);
  const numbers = new Map(scenes.map(({ id, sceneNumber }) => [id, sceneNumber]));
  const history = await rows<{ action: string; at: number; after: number | null; content: string | null }>(
    server.db,
    sql`select action, element_id as at, after_element_id as after, new_content as content
        from script_history where project_id = ${projectId} order by id`,
  );
  const moves = await rows<{ at: number; after: number | null }>(
    server.db,
    sql`select element_id as at, after_element_id as after
        from script_moves where project_id = ${projectId} order by id`,
  );
  return {
    elements: elements.map(({ content, elementType, orderIndex, version, sceneId }) => [
      content,
      elementType,
      orderIndex,
      version,
      numbers.get(sceneId ?? 0),
    ]),
    scenes: scenes.map(({ id: _, projectId: __, ...scene }) => scene),
    told: history.map(({ at, after, ...entry }) => ({ ...entry, at: place(at), after: place(after) })),
    moves: moves.map(({ at, after }) => [place(at), place(after)]),
  };
}

/** Place of an id; of one that is gone only that it was. */
function placesIn(elements: readonly Element[]) {
  const places = new Map(elements.map(({ id }, i) => [id, i]));
  return (id: number | null) => (id === null ? null : (places.get(id) ?? 'gone'));
}

/** One to three edits, of elements named by their places. */
function someEdits(random: Random, script: readonly Element[], gone: readonly number[]) {
  const place = () => random.below(script.length);
  return Array.from({ length: random.chance(0.3) ? 3 : 1 }, (_, i) => {
    const kind = random.pick(['insert', 'insert', 'insert', 'delete', 'move', 'update', 'restore'] as const);
    const content = `Words ${random.below(1000)}.`;
    const elements = Array.from({ length: 1 + random.below(3) }, () => ({
      elementType: random.chance(0.1) ? ('scene_heading' as const) : ('action' as const),
      content,
    }));
    // Line after line at one place, too, until its gap is full.
    const afterPlace = random.chance(0.5) ? Math.min(20, script.length - 1) : place();
    if (kind === 'restore' && i === 0 && gone.length > 0)
      return { kind, gone: random.below(gone.length), afterPlace };
    if (kind === 'move') return { kind, places: [place(), place()], afterPlace };
    if (kind === 'delete' || kind === 'update') return { kind, place: place(), content };
    return { kind: 'insert' as const, afterPlace, elements };
  });
}

function editsFor(
  made: ReturnType<typeof someEdits>,
  script: readonly Element[],
  gone: readonly number[],
): ScriptEdit[] {
  const at = (i: number) => script[i]?.id ?? 0;
  return made.map((edit): ScriptEdit => {
    if (edit.kind === 'restore')
      return { does: 'restore', id: gone[edit.gone] ?? 0, afterId: at(edit.afterPlace) };
    if (edit.kind === 'move') return { does: 'move', ids: edit.places.map(at), afterId: at(edit.afterPlace) };
    if (edit.kind === 'delete') return { does: 'delete', id: at(edit.place) };
    if (edit.kind === 'update')
      return { does: 'update', id: at(edit.place), fields: { content: edit.content } };
    return { does: 'insert', afterId: at(edit.afterPlace ?? 0), elements: edit.elements ?? [] };
  });
}

/** Names a number, so that the whole script is loaded, and changes nothing: it is the number that the first element has. */
const wholly = ([first]: readonly Element[]) => {
  return { does: 'update' as const, id: first?.id ?? 0, fields: { orderIndex: first?.orderIndex ?? 0 } };
};

test.each([1, 2])('a part of the script gives what the whole gives (seed %i)', async (seed) => {
  const random = seeded(seed);
  const [part, whole] = [await aLongScript(100), await aLongScript(100)];
  const gone: Record<number, number[]> = { [part]: [], [whole]: [] };
  for (let i = 0; i < 40; i++) {
    const [here, there] = [await elementsOf(part), await elementsOf(whole)];
    const made = someEdits(random, here, gone[part] ?? []);
    const one = await edited(part, editsFor(made, here, gone[part] ?? []));
    const other = await edited(whole, [...editsFor(made, there, gone[whole] ?? []), wholly(there)]);
    if (typeof one === 'string' || typeof other === 'string') {
      expect(one).toBe(other);
      continue;
    }
    gone[part]?.push(...one.removedIds);
    gone[whole]?.push(...other.removedIds);
    expect([one.renumbered.length, one.scenes.length]).toEqual([
      other.renumbered.length,
      other.scenes.length,
    ]);
    if (i % 4 < 3) continue; // what differs once stays so
    const [state, wanted] = [await stateOf(part), await stateOf(whole)];
    expect(state).toEqual(wanted);
  }
});
