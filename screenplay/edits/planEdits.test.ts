import { describe, expect, test } from 'vitest';
import type { Edit } from './edit.ts';
import type { ScriptPlan } from './plan.ts';
import { planEdits } from './planEdits.ts';
import { emptyRow, emptyScene, type HeadingFields, type ScriptRow } from './rows.ts';
import { emptySnapshot, type ScriptSnapshot } from './snapshot.ts';

const line = (id: number, content: string, sceneId: number): ScriptRow => ({
  ...emptyRow,
  elementType: content.startsWith('INT.') ? 'scene_heading' : 'action',
  content,
  id,
  projectId: 1,
  orderIndex: id * 10,
  sceneId,
});

const scene = (id: number, sceneNumber: number, heading: string): HeadingFields => ({
  ...emptyScene,
  id,
  projectId: 1,
  sceneNumber,
  heading,
  location: '',
  timeOfDay: '',
  actNumber: 1,
  sequenceId: null,
});

/** A script with a line before its first heading, and a line after it. */
const rows = [line(1, 'Black.', 7), line(2, 'INT. FERRY', 8), line(3, 'Rain.', 8)];
const script: ScriptSnapshot = {
  ...emptySnapshot(1),
  order: rows.map(({ id, orderIndex, elementType, content, sceneId }) => {
    return { id, orderIndex, elementType, sceneId, content: elementType === 'action' ? '' : content };
  }),
  rows: new Map(rows.map((row) => [row.id, row])),
  scenes: new Map([
    [7, scene(7, 0, '')],
    [8, scene(8, 1, 'INT. FERRY')],
  ]),
  freeIds: [5, 4],
};

function planOf(snapshot: ScriptSnapshot, ...edits: Edit[]): ScriptPlan {
  const planned = planEdits(snapshot, edits);
  if (planned.type !== 'planned') throw new Error(`The edits are ${planned.type}`);
  return planned.complete({ ids: Array.from({ length: planned.needs.ids }, (_, i) => 20 + i), shifted: [] });
}

const update = (id: number, content: string): Edit => ({ type: 'update', id, fields: { content } });

describe('planEdits', () => {
  test('plans the row, the history entry and the reply of an update, and keeps the snapshot', () => {
    const before = structuredClone(script);
    const plan = planOf(script, update(3, 'Snow.'));
    expect(plan.elements).toMatchObject({ changed: [{ id: 3, content: 'Snow.', version: 2 }], placed: [] });
    expect(plan.history).toMatchObject([{ elementId: 3, before: { content: 'Rain.' }, version: 2 }]);
    expect(plan.notes).toEqual([{ entity: 'element', ids: [3] }]);
    expect(plan.reply.elements).toMatchObject([{ id: 3, content: 'Snow.' }]);
    expect(script).toEqual(before);
  });

  test('writes nothing for an update that changes nothing, and replies with the element', () => {
    const plan = planOf(script, update(3, 'Rain.'));
    expect([plan.notes, plan.history]).toEqual([[], []]);
    expect(plan.reply.elements).toMatchObject([{ id: 3, version: 1 }]);
  });

  test('reports the index of a rejected edit', () => {
    const planned = planEdits(script, [update(3, 'Snow.'), { type: 'delete', id: 9 }]);
    expect(planned).toMatchObject({ type: 'rejected', editIndex: 1, error: { code: 'not_found' } });
  });

  test('asks for more at the open end of a slice', () => {
    const slice = { ...script, openEnds: new Set([3]) };
    const insertion: Edit = {
      type: 'insert',
      afterId: 3,
      elements: [{ elementType: 'action', content: 'Wind.' }],
    };
    expect(planEdits(slice, [insertion])).toEqual({ type: 'more' });
    expect(planOf(script, insertion).elements.created).toMatchObject([{ id: 4, sceneId: 8 }]);
  });

  test('announces the tension points of an opening that ends because its line moves', () => {
    const tensionPoints = [{ id: 30, scriptElementId: null, sceneId: 7 }];
    const plan = planOf({ ...script, tensionPoints }, { type: 'move', ids: [1], afterId: 3 });
    expect(plan.scenes.removed.map(({ id }) => id)).toEqual([7]);
    expect(plan.notes[0]).toEqual({ entity: 'tension', ids: [30] });
  });

  test('notes the tension points of a deleted heading and its scene in the history', () => {
    const tensionPoints = [{ id: 31, scriptElementId: 2, sceneId: 8 }];
    const plan = planOf({ ...script, tensionPoints }, { type: 'delete', id: 2 });
    expect(plan.history[0]?.kept).toMatchObject({
      scene: { id: 8 },
      tensionPointIds: [31],
      sceneTensionPointIds: [31],
    });
  });

  test('stores what was attached to an element that one change restores and deletes', () => {
    const attached = { commentIds: [40], tensionPointIds: [31], sceneTensionPointIds: [32] };
    const kept = { element: line(4, 'Wind.', 8), ...attached };
    const last = { version: 2, afterElementId: 3, kept, isDeletion: true };
    const snapshot = { ...script, lastRecords: new Map([[4, last]]) };
    const plan = planOf(snapshot, { type: 'restore', id: 4 }, { type: 'delete', id: 4 });
    expect(plan.history.at(-1)?.kept).toMatchObject(attached);
  });

  test('releases the sounds of an element only if the edit says so', () => {
    const spoken = { ...line(3, 'Rain.', 8), soundEffectUrl: '/uploads/rain.mp3' };
    const snapshot = { ...script, rows: new Map(script.rows).set(3, spoken) };
    expect(planOf(snapshot, { type: 'delete', id: 3 }).removedUrls).toEqual([]);
    const plan = planOf(snapshot, { type: 'delete', id: 3, removesSounds: true });
    expect(plan.removedUrls).toEqual(['/uploads/rain.mp3']);
  });
});
