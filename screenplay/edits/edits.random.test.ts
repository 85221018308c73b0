import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import { elementTypes } from '../element.ts';
import { applyEdit, applyWithInverse, numberDraft } from './apply.ts';
import type { Edit } from './edit.ts';
import { EditError } from './editError.ts';
import { createEditSession, type EditSession } from './editSession.ts';
import { editableFieldsOf } from './elementFields.ts';
import { emptyRow, type ScriptRow } from './rows.ts';
import { emptySnapshot } from './snapshot.ts';

/** Create a fully loaded script. */
function loadedSession(count: number): EditSession {
  const rows = Array.from({ length: count }, (_, i): ScriptRow => {
    const isHeading = i % 6 === 0;
    const words = isHeading
      ? { elementType: 'scene_heading' as const, content: `INT. ${i}` }
      : line(`Wave ${i}.`);
    return {
      ...emptyRow,
      ...words,
      id: i + 1,
      projectId: 1,
      sceneId: 1 + Math.floor(i / 6),
      orderIndex: (i + 1) * 10,
    };
  });
  const outline = rows.map(({ id, orderIndex, elementType, content, sceneId }) => {
    return { id, orderIndex, elementType, content: elementType === 'scene_heading' ? content : '', sceneId };
  });
  const session = createEditSession({
    ...emptySnapshot(1),
    order: outline,
    rows: new Map(rows.map((row) => [row.id, row])),
  });
  session.freeIds = Array.from({ length: 2000 }, (_, i) => 5000 - i);
  return session;
}

const line = (content: string) => ({ elementType: 'action' as const, content });

/** Return the state that edits change, in script order. */
function stateOf({ order, rows, created }: EditSession) {
  const createdById = new Map(created.map((row) => [row.id, row]));
  return [...order].flatMap(({ id }) => {
    const row = rows.get(id) ?? createdById.get(id);
    return row ? { id, ...editableFieldsOf(row), extras: row.extras } : [];
  });
}

/** Mark all elements created so far as stored, as later calls find them. */
function stored(session: EditSession): EditSession {
  for (const row of session.created) {
    const place = session.order.get(row.id);
    if (place && !session.rows.has(row.id))
      session.rows.set(row.id, { ...row, orderIndex: place.orderIndex, sceneId: place.sceneId ?? 0 });
  }
  return session;
}

function someEdit(random: Random, session: EditSession): Edit {
  const ids = [...session.order].map(({ id }) => id);
  const id = random.pick(ids);
  const afterId = random.chance(0.1) ? null : random.pick(ids);
  const deletedIds = [...session.deletedIds].filter((each) => !session.order.has(each));
  const kind = random.pick([
    'insert',
    'insert',
    'update',
    'type',
    'layout',
    'delete',
    'move',
    'restore',
  ] as const);
  if (kind === 'insert')
    return {
      type: 'insert',
      afterId,
      elements: [line('New.'), { ...line('Cue'), elementType: 'character' }],
    };
  if (kind === 'update') return { type: 'update', id, fields: { content: `Words ${random.below(99)}.` } };
  if (kind === 'type') return { type: 'update', id, fields: { elementType: random.pick(elementTypes) } };
  if (kind === 'layout')
    return { type: 'update', id, fields: { alignment: 'Center', startsNewPage: true, dual: 'left' } };
  if (kind === 'delete') return { type: 'delete', id };
  if (kind === 'restore' && deletedIds.length > 0)
    return { type: 'restore', id: random.pick(deletedIds), ...(random.chance(0.5) && { afterId }) };
  const moved = ids.filter(() => random.chance(0.2));
  return { type: 'move', ids: moved.length > 0 ? moved : [id], afterId };
}

describe('applyWithInverse', () => {
  test.each([1, 2, 3, 4, 5, 6])('returns edits that restore the script (seed %i)', (seed) => {
    const random = seeded(seed);
    const session = loadedSession(40);
    const steps: { before: ReturnType<typeof stateOf>; inverse: Edit[] }[] = [];
    for (let round = 0; round < 150; round++) {
      stored(session);
      const before = stateOf(session);
      try {
        steps.push({ before, inverse: applyWithInverse(session, someEdit(random, session)) });
      } catch (error) {
        if (!(error instanceof EditError)) throw error;
        expect(stateOf(session)).toEqual(before);
      }
      if (random.chance(0.3)) numberDraft(session);
      const step = random.chance(0.4) ? steps.pop() : undefined;
      for (const edit of step?.inverse ?? []) applyEdit(stored(session), edit);
      if (step) expect(stateOf(session)).toEqual(step.before);
    }
    for (const { before, inverse } of steps.toReversed()) {
      for (const edit of inverse) applyEdit(stored(session), edit);
      expect(stateOf(session)).toEqual(before);
    }
    numberDraft(session);
    const numbers = [...session.order].map(({ orderIndex }) => orderIndex);
    expect(numbers.every((each, i) => i === 0 || each > (numbers[i - 1] ?? 0))).toBe(true);
  });
});
