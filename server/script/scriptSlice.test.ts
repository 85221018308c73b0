import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { Edit } from '#screenplay/edits/edit.ts';
import { rows } from '#server/db/client.ts';
import { HttpError } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { type Random, seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';
import { statementsOf } from '#test/statements.ts';
import { nightFerry, type World } from '#test/world.ts';
import { applyEditsUnlocked } from './changeScript.ts';
import { editScriptAtOnce } from './script.service.ts';

/** Create a Night Ferry with this many more elements at its end, and a heading every 20. */
async function aLongScript(server: TestApp, world: World, olive: Caller, count: number) {
  const { id } = await nightFerry(server.db, world.olive);
  const last = (await elementsOf(olive, id)).at(-1)?.id ?? null;
  const elements = Array.from({ length: count }, (_, i) =>
    i % 20 === 0
      ? ({ elementType: 'scene_heading', content: `INT. DECK ${i} - NIGHT` } as const)
      : ({ elementType: 'action', content: `Wave ${i}.` } as const),
  );
  await edited(server, world, id, [{ type: 'insert', afterId: last, elements }]);
  return id;
}

const elementsOf = async (olive: Caller, projectId: number) =>
  (await olive.get(`/api/projects/${projectId}/script-elements`)).json() as Element[];
const scenesOf = async (olive: Caller, projectId: number) =>
  (await olive.get(`/api/projects/${projectId}/scenes`)).json() as Scene[];

/** Return the result of the edits, or the message of their rejection. */
function edited(
  server: TestApp,
  world: World,
  projectId: number,
  edits: Parameters<typeof editScriptAtOnce>[1],
) {
  const where = { projectId, userId: world.olive.id };
  const work = changeProject(server.db, where, (change) => editScriptAtOnce(change, edits));
  return work.catch((error) => {
    if (error instanceof HttpError) return error.message;
    throw error;
  });
}

/** Apply the edits, without a transaction where possible. */
async function editedQuickly(server: TestApp, world: World, projectId: number, edits: ScriptEdit[]) {
  const where = { projectId, userId: world.olive.id };
  return (await applyEditsUnlocked(server.db, where, edits)) ?? edited(server, world, projectId, edits);
}

describe('in a script of 2,000 elements', () => {
  let projectId: number;
  let script: Element[];
  test.beforeAll(async ({ server, world, olive }) => {
    projectId = await aLongScript(server, world, olive, 2000);
    script = await elementsOf(olive, projectId);
    // Statistics that a database in use collects by itself.
    await rows(server.db, sql`analyze script_elements, scenes`);
  });

  /**
   * Return the element rows that the database reads for edits, and the element and scene rows that
   * it writes.
   */
  function rowsTouched(server: TestApp, world: World, edits: Parameters<typeof editScriptAtOnce>[1]) {
    return changeProject(server.db, { projectId, userId: world.olive.id }, async (change) => {
      const count = async () => {
        const [found] = await rows<{ read: number; written: number }>(
          change.tx,
          sql`select sum(seq_tup_read + idx_tup_fetch) filter (where relname = 'script_elements')::int as read,
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

  test.for<[string, () => ScriptEdit[]]>([
    ['an insertion', () => [{ type: 'insert', afterId: at(1000), elements: [line] }]],
    ['one at the end', () => [{ type: 'insert', afterId: script.at(-1)?.id ?? 0, elements: [line] }]],
    [
      'one of more than the gap holds',
      () => [{ type: 'insert', afterId: at(500), elements: Array(15).fill(line) }],
    ],
    ['a deletion', () => [{ type: 'delete', id: at(1200) }]],
    ['one restored', () => [{ type: 'restore', id: at(1200), afterId: at(1199) }]],
    ['a move', () => [{ type: 'move', ids: [at(1301), at(1302)], afterId: at(305) }]],
    [
      'another heading',
      () => [{ type: 'update', id: lastHeading(), fields: { content: 'EXT. QUAY - DAWN' } }],
    ],
    ['another type', () => [{ type: 'update', id: at(1400), fields: { elementType: 'character' } }]],
    ['one before the first heading', () => [{ type: 'insert', afterId: at(0), elements: [line] }]],
  ] as const)('%s reads and writes few rows', async ([_, edits], { server, world }) => {
    const { read, written } = await rowsTouched(server, world, edits());
    expect(read).toBeLessThan(1000);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(60);
  });

  const heading = { elementType: 'scene_heading', content: 'EXT. QUAY - DAWN' } as const;

  // All later scenes have another number then: about a hundred.
  test.for<[string, () => Parameters<typeof editScriptAtOnce>[1]]>([
    ['a new heading', () => [{ type: 'insert', afterId: at(1005), elements: [heading] }]],
    ['one at the very start', () => [{ type: 'insert', afterId: null, elements: [heading] }]],
    ['text at the very start', () => [{ type: 'insert', afterId: null, elements: [line] }]],
    ['a heading that goes', () => [{ type: 'delete', id: headingAt(500) }]],
    ['one that comes back', () => [{ type: 'restore', id: headingAt(500) }]],
    ['one that moves', () => [{ type: 'move', ids: [headingAt(700)], afterId: at(1505) }]],
    ['a scene that moves', () => [{ type: 'move', ids: sceneAt(900), afterId: at(305) }]],
    ['a heading that becomes action', () => [{ type: 'update', id: headingAt(800), fields: action }]],
    ['and a heading again', () => [{ type: 'update', id: headingAt(800), fields: heading }]],
    [
      'an element that gets another number',
      () => [{ type: 'update', id: at(1600), fields: { orderIndex: 1 } }],
    ],
  ] as const)(
    '%s reads and writes few rows, of elements and of later scenes',
    async ([_, edits], { server, world }) => {
      const { read, written } = await rowsTouched(server, world, edits());
      expect(read).toBeLessThan(1000);
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(200);
    },
  );

  test.for<[string, number, () => ScriptEdit]>([
    ['an insertion', 3, () => ({ type: 'insert', afterId: at(1100), elements: [line] })],
    ['one of a heading', 4, () => ({ type: 'insert', afterId: at(1105), elements: [heading] })],
    ['a deletion', 3, () => ({ type: 'delete', id: at(1110) })],
    ['one of a heading', 4, () => ({ type: 'delete', id: headingAt(1125) })],
    ['a move', 3, () => ({ type: 'move', ids: [at(1155)], afterId: at(1170) })],
    ['one of a heading', 4, () => ({ type: 'move', ids: [headingAt(1175)], afterId: at(1250) })],
    ['another heading', 4, () => ({ type: 'update', id: headingAt(1300), fields: { content: 'EXT. PIER' } })],
    ['another type', 3, () => ({ type: 'update', id: at(1357), fields: { elementType: 'character' } })],
  ] as const)(
    '%s takes %i statements, the one at the door among them',
    async ([_, count, edit], { olive }) => {
      const change = (edits: ScriptEdit[]) =>
        olive.inject({
          method: 'POST',
          url: `/api/projects/${projectId}/script-changes`,
          payload: { edits },
          headers: { 'idempotency-key': crypto.randomUUID() },
        });
      await change([edit()]); // statements are prepared
      const texts = await statementsOf(async () => {
        const answer = await change([moreOf(edit())]);
        expect(answer.statusCode).toBe(200);
      });
      expect(texts).toHaveLength(count);
    },
  );

  /** Return an equivalent edit for unchanged elements. */
  const moreOf = (edit: ScriptEdit): ScriptEdit => {
    const later = (id: number) => script[script.findIndex((each) => each.id === id) + 200]?.id ?? 0;
    if (edit.type === 'move') return { ...edit, ids: edit.ids.map(later) };
    if (edit.type === 'delete') return { ...edit, id: later(edit.id) };
    return edit.type === 'update' ? { ...edit, id: later(edit.id) } : edit;
  };

  const action = { elementType: 'action' } as const;
  const lastHeading = () => script.findLast(({ elementType }) => elementType === 'scene_heading')?.id ?? 0;
  const headingAt = (i: number) =>
    script.slice(i).find(({ elementType }) => elementType === 'scene_heading')?.id ?? 0;
  const sceneAt = (i: number) => {
    const from = script.findIndex(({ id }) => id === headingAt(i));
    return script.slice(from, from + 20).map(({ id }) => id);
  };
});

/** Return the state that both ways must agree on, with positions in place of ids. */
async function stateOf(server: TestApp, olive: Caller, projectId: number) {
  const [elements, scenes] = await Promise.all([elementsOf(olive, projectId), scenesOf(olive, projectId)]);
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
  const headings = script.flatMap(({ elementType }, i) => (elementType === 'scene_heading' ? i : []));
  const some = () => (random.chance(0.5) && headings.length > 0 ? random.pick(headings) : place());
  return Array.from({ length: random.chance(0.3) ? 3 : 1 }, (_, i) => {
    const kind = random.pick(['insert', 'insert', 'delete', 'move', 'update', 'type', 'restore'] as const);
    const content = `Words ${random.below(1000)}.`;
    const elements = Array.from({ length: 1 + random.below(3) }, () => ({
      elementType: random.chance(0.4) ? ('scene_heading' as const) : ('action' as const),
      content,
    }));
    // Line after line at one place, too, until its gap is full; now and then at the very start.
    const afterPlace = random.chance(0.4)
      ? Math.min(20, script.length - 1)
      : random.chance(0.15)
        ? -1
        : place();
    if (kind === 'restore' && i === 0 && gone.length > 0)
      return {
        kind,
        gone: random.below(gone.length),
        afterPlace: random.chance(0.4) ? undefined : afterPlace,
      };
    if (kind === 'move') {
      const from = some();
      const count = random.chance(0.5) ? 1 : 1 + random.below(25);
      return { kind, places: [...Array(count).keys()].map((n) => (from + n) % script.length), afterPlace };
    }
    if (kind === 'delete' || kind === 'update') return { kind, place: some(), content };
    if (kind === 'type')
      return { kind, place: some(), elementType: random.chance(0.5) ? 'scene_heading' : 'action' } as const;
    return { kind: 'insert' as const, afterPlace, elements };
  });
}

function editsFor(
  made: ReturnType<typeof someEdits>,
  script: readonly Element[],
  gone: readonly number[],
): ScriptEdit[] {
  const at = (i: number) => script[i]?.id ?? 0;
  const after = (i: number) => (i < 0 ? null : at(i));
  const editOf = (edit: (typeof made)[number]): ScriptEdit => {
    switch (edit.kind) {
      case 'restore': {
        const id = gone[edit.gone] ?? 0;
        return {
          type: 'restore',
          id,
          ...(edit.afterPlace !== undefined && { afterId: after(edit.afterPlace) }),
        };
      }
      case 'move':
        return { type: 'move', ids: edit.places.map(at), afterId: after(edit.afterPlace) };
      case 'delete':
        return { type: 'delete', id: at(edit.place) };
      case 'update':
        return { type: 'update', id: at(edit.place), fields: { content: edit.content } };
      case 'type':
        return { type: 'update', id: at(edit.place), fields: { elementType: edit.elementType } };
      case 'insert':
        return { type: 'insert', afterId: after(edit.afterPlace), elements: edit.elements };
    }
  };
  return made.map(editOf);
}

/** Return ineffective edits, enough that the whole script is loaded. */
const wholly = ([first]: readonly Element[]) =>
  Array.from({ length: 301 }, () => {
    return { type: 'update' as const, id: first?.id ?? 0, fields: { dual: first?.dual ?? null } };
  });

test.for([1, 2, 3, 4])(
  'a slice of the script has the same result as the whole script (seed %i)',
  async (seed, { server, world, olive }) => {
    const random = seeded(seed);
    const [part, whole] = [
      await aLongScript(server, world, olive, 100),
      await aLongScript(server, world, olive, 100),
    ];
    const deleted: Record<number, number[]> = { [part]: [], [whole]: [] };
    for (let i = 0; i < 40; i++) {
      const [here, there] = [await elementsOf(olive, part), await elementsOf(olive, whole)];
      const made = someEdits(random, here, deleted[part] ?? []);
      const one = await editedQuickly(server, world, part, editsFor(made, here, deleted[part] ?? []));
      const other = await edited(server, world, whole, [
        ...wholly(there),
        ...editsFor(made, there, deleted[whole] ?? []),
      ]);
      if (typeof one === 'string' || typeof other === 'string') {
        expect(one).toBe(other);
        continue;
      }
      deleted[part]?.push(...one.removedIds);
      deleted[whole]?.push(...other.removedIds);
      expect([one.renumbered.length, one.scenes.length]).toEqual([
        other.renumbered.length,
        other.scenes.length,
      ]);
      if (i % 4 < 3) continue; // what differs once stays so
      const [state, wanted] = [await stateOf(server, olive, part), await stateOf(server, olive, whole)];
      expect(state).toEqual(wanted);
    }
  },
);

describe('element inserted with a scene', () => {
  const line = { elementType: 'action', content: 'Silence.' } as const;

  test('has its number or follows its predecessor, however far away the scene is', async ({
    server,
    world,
    olive,
  }) => {
    const projectId = await aLongScript(server, world, olive, 400);
    const script = await elementsOf(olive, projectId);
    const [far, near] = [script.at(-200), script.at(20)];
    if (!far || !near) throw new Error('The script is too short');
    const url = `/api/projects/${projectId}/script-elements`;
    for (const place of [{ orderIndex: near.orderIndex + 1 }, { afterId: near.id }, { afterId: null }]) {
      const answer = await olive.post(url, { ...line, ...place, sceneId: far.sceneId });
      expect([place, answer.statusCode, answer.json().message]).toEqual([place, 201, undefined]);
      const now = await elementsOf(olive, projectId);
      const at = now.findIndex(({ id }) => id === answer.json().id);
      expect(now[at - 1]?.id ?? null).toBe('afterId' in place ? place.afterId : near.id);
    }
    const [foreign] = await scenesOf(olive, (await nightFerry(server.db, world.olive)).id);
    for (const place of [{ orderIndex: 1 }, { afterId: near.id }, {}])
      for (const sceneId of [2_000_000_000, foreign?.id]) {
        const answer = await olive.post(url, { ...line, ...place, sceneId });
        expect([answer.statusCode, answer.json().message]).toEqual([400, 'Scene not found']);
      }
  });

  /** A place of one kind or several, of elements and scenes by their positions. */
  function aPlace(random: Random, script: readonly Element[]) {
    const at = () => random.below(script.length);
    const isFree = random.chance(0.4);
    return {
      scene: random.chance(0.1) ? ('unknown' as const) : random.chance(0.8) ? at() : null,
      after: random.chance(0.3) ? (random.chance(0.1) ? -1 : at()) : null,
      number: random.chance(0.7) ? (script[at()]?.orderIndex ?? 0) + (isFree ? 1 : 0) : null,
    };
  }

  function placed({ scene, after, number }: ReturnType<typeof aPlace>, script: readonly Element[]) {
    return {
      ...(scene !== null && { sceneId: scene === 'unknown' ? 2_000_000_000 : script[scene]?.sceneId }),
      ...(after !== null && { afterId: after < 0 ? null : script[after]?.id }),
      ...(number !== null && { orderIndex: number }),
    };
  }

  /** Positions of the last two elements of the scene in which one stands. */
  function lastOfScene(script: readonly Element[], position: number): number[] {
    const sceneId = script[position]?.sceneId;
    return script.flatMap((element, i) => (element.sceneId === sceneId ? i : [])).slice(-2);
  }

  test.for([1, 2, 3])(
    'has the same result on a slice as on the whole script (seed %i)',
    async (seed, { server, world, olive }) => {
      const random = seeded(seed);
      const [part, whole] = [
        await aLongScript(server, world, olive, 150),
        await aLongScript(server, world, olive, 150),
      ];
      for (let i = 0; i < 40; i++) {
        const [here, there] = [await elementsOf(olive, part), await elementsOf(olive, whole)];
        const place = aPlace(random, here);
        const isHeading = random.chance(0.2);
        const elements = [
          isHeading ? ({ elementType: 'scene_heading', content: `INT. HOLD ${i} - DAY` } as const) : line,
        ];
        const moved = random.below(here.length);
        const deleted =
          random.chance(0.3) && typeof place.scene === 'number' ? lastOfScene(here, place.scene) : [];
        const editsFor = (script: readonly Element[]): Edit[] => {
          const { orderIndex } = placed(place, script);
          if (i % 4 === 3 && orderIndex !== undefined)
            return [{ type: 'update', id: script[moved]?.id ?? 0, fields: { orderIndex } }];
          return [
            ...deleted.map((at) => ({ type: 'delete' as const, id: script[at]?.id ?? 0 })),
            { type: 'insert', ...placed(place, script), elements },
          ];
        };
        const where = { projectId: part, userId: world.olive.id };
        const one =
          (await applyEditsUnlocked(server.db, where, editsFor(here))) ??
          (await edited(server, world, part, editsFor(here)));
        const other = await edited(server, world, whole, [...wholly(there), ...editsFor(there)]);
        if (typeof one === 'string' || typeof other === 'string')
          expect([place, one]).toEqual([place, other]);
        if (i % 5 < 4) continue;
        expect(await stateOf(server, olive, part)).toEqual(await stateOf(server, olive, whole));
      }
    },
  );
});
