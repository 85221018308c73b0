import { describe, expect, test } from 'vitest';
import { PastScript, pastElement } from '#test/pastScript.ts';
import { seeded } from '#test/random.ts';
import { type PastElement, scriptAt } from './past.ts';
import { editsToRestore } from './restoring.ts';

const rain = pastElement(1, 'Rain.');
const horn = pastElement(2, 'Horn.');
const mara = pastElement(3, 'Mara looks up.');
const gulls = pastElement(4, 'Gulls.');
const recordedFields = ({ elementType, content, characterName, parenthetical }: PastElement) => ({
  elementType,
  content,
  characterName,
  parenthetical,
});

describe('editsToRestore', () => {
  test('returns no edits for equal scripts', () => {
    expect(editsToRestore([rain, horn], [rain, horn])).toEqual([]);
  });

  test('deletes elements that did not exist last', () => {
    expect(editsToRestore([gulls, rain], [pastElement(1, 'Soft rain.')])).toEqual([
      { type: 'update', id: 1, fields: { content: 'Soft rain.' } },
      { type: 'delete', id: 4 },
    ]);
  });

  test('changes only the fields that differ', () => {
    const earlier = { ...horn, elementType: 'dialogue' as const, characterName: 'TOBIAS' };
    expect(editsToRestore([rain, horn], [rain, earlier])).toEqual([
      { type: 'update', id: 2, fields: { elementType: 'dialogue', characterName: 'TOBIAS' } },
    ]);
  });

  test('restores deleted elements after their predecessors', () => {
    const deletedRain = { ...rain, gone: recordedFields(rain) };
    const deletedHorn = { ...horn, gone: recordedFields(pastElement(2, 'A last horn.')) };
    expect(editsToRestore([mara], [deletedRain, deletedHorn, mara])).toEqual([
      { type: 'restore', id: 1, afterId: null },
      { type: 'restore', id: 2, afterId: 1 },
      { type: 'update', id: 2, fields: { content: 'Horn.' } },
    ]);
  });

  test('restores an element deleted in the meantime with all its fields', () => {
    expect(editsToRestore([rain], [rain, horn])).toEqual([
      { type: 'restore', id: 2, afterId: 1 },
      { type: 'update', id: 2, fields: recordedFields(horn) },
    ]);
  });

  test('inserts elements that cannot be restored, adjacent ones together, at their position', () => {
    const lost = [horn, mara, pastElement(5, 'Night.')].map((each) => ({ ...each, gone: null }));
    const [lostHorn, lostMara, lostNight] = lost as [PastElement, PastElement, PastElement];
    expect(editsToRestore([gulls, rain], [rain, lostHorn, lostMara, gulls, lostNight])).toEqual([
      { type: 'move', ids: [1], afterId: null },
      {
        type: 'insert',
        afterId: 1,
        elements: [
          { ...recordedFields(horn), dual: null },
          { ...recordedFields(mara), dual: null },
        ],
      },
      { type: 'insert', afterId: 4, elements: [{ ...recordedFields(pastElement(5, 'Night.')), dual: null }] },
    ]);
  });

  test('moves as few elements as possible, adjacent ones together', () => {
    expect(editsToRestore([rain, horn, mara, gulls], [mara, gulls, rain, horn])).toEqual([
      { type: 'move', ids: [3, 4], afterId: null },
    ]);
    expect(editsToRestore([gulls, rain, horn, mara], [rain, horn, mara, gulls])).toEqual([
      { type: 'move', ids: [4], afterId: 3 },
    ]);
  });
});

test.each([1, 2, 3, 4, 5])('returns edits that result in the past script (seed %i)', (seed) => {
  const random = seeded(seed);
  const script = new PastScript();
  for (let i = 0; i < 120; i++) script.step(random);
  for (let i = 0; i < 40; i++) {
    const moment = random.pick(script.moments);
    const earlier = scriptAt(script.elements, script.since(moment));
    for (const edit of editsToRestore(script.elements, earlier)) script.apply(edit);
    expect(script.elements.map((each) => ({ id: each.id, ...recordedFields(each) }))).toEqual(
      moment.elements.map((each) => ({ id: each.id, ...recordedFields(each) })),
    );
    expect(editsToRestore(script.elements, scriptAt(script.elements, script.since(moment)))).toEqual([]);
    script.step(random);
  }
});
