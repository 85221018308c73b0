import { expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import { elementTypes } from '../element.ts';
import { applyEdit, applyWithInverse, numberDraft } from './apply.ts';
import type { Edit } from './edit.ts';
import { createEditSession, type EditSession } from './editSession.ts';
import { editableFieldsOf } from './elementFields.ts';
import { EditRefusal } from './refusal.ts';
import { emptyRow, type ScriptRow } from './rows.ts';

/** A script of which everything is known. */
function aDraft(count: number): EditSession {
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
  const draft = createEditSession(1, new Map(rows.map((row) => [row.id, row])), outline);
  draft.freeIds = Array.from({ length: 2000 }, (_, i) => 5000 - i);
  return draft;
}

const line = (content: string) => ({ elementType: 'action' as const, content });

/** What edits change of a script, in order. */
function stateOf({ order, rows, created }: EditSession) {
  const made = new Map(created.map((row) => [row.id, row]));
  return [...order].flatMap(({ id }) => {
    const row = rows.get(id) ?? made.get(id);
    return row ? { id, ...editableFieldsOf(row), extras: row.extras } : [];
  });
}

/** The same with all that was made so far as if it had been stored: what later calls meet. */
function stored(draft: EditSession): EditSession {
  for (const row of draft.created) {
    const place = draft.order.get(row.id);
    if (place && !draft.rows.has(row.id))
      draft.rows.set(row.id, { ...row, orderIndex: place.orderIndex, sceneId: place.sceneId ?? 0 });
  }
  return draft;
}

function someEdit(random: Random, draft: EditSession): Edit {
  const ids = [...draft.order].map(({ id }) => id);
  const id = random.pick(ids);
  const afterId = random.chance(0.1) ? null : random.pick(ids);
  const gone = [...draft.deletedIds].filter((each) => !draft.order.has(each));
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
  if (kind === 'restore' && gone.length > 0)
    return { type: 'restore', id: random.pick(gone), ...(random.chance(0.5) && { afterId }) };
  const moved = ids.filter(() => random.chance(0.2));
  return { type: 'move', ids: moved.length > 0 ? moved : [id], afterId };
}

test.each([1, 2, 3, 4, 5, 6])('what takes an edit back leaves the script as it was (seed %i)', (seed) => {
  const random = seeded(seed);
  const draft = aDraft(40);
  const steps: { before: ReturnType<typeof stateOf>; inverse: Edit[] }[] = [];
  for (let round = 0; round < 150; round++) {
    stored(draft);
    const before = stateOf(draft);
    try {
      steps.push({ before, inverse: applyWithInverse(draft, someEdit(random, draft)) });
    } catch (error) {
      if (!(error instanceof EditRefusal)) throw error;
      expect(stateOf(draft)).toEqual(before);
    }
    if (random.chance(0.3)) numberDraft(draft);
    const step = random.chance(0.4) ? steps.pop() : undefined;
    for (const edit of step?.inverse ?? []) applyEdit(stored(draft), edit);
    if (step) expect(stateOf(draft)).toEqual(step.before);
  }
  for (const { before, inverse } of steps.toReversed()) {
    for (const edit of inverse) applyEdit(stored(draft), edit);
    expect(stateOf(draft)).toEqual(before);
  }
  numberDraft(draft);
  const numbers = [...draft.order].map(({ orderIndex }) => orderIndex);
  expect(numbers.every((each, i) => i === 0 || each > (numbers[i - 1] ?? 0))).toBe(true);
});
