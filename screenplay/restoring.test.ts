import { describe, expect, test } from 'vitest';
import { PastScript, pastElement } from '#test/pastScript.ts';
import { seeded } from '#test/random.ts';
import { type PastElement, scriptAt } from './past.ts';
import { editsToRestore } from './restoring.ts';

const rain = pastElement(1, 'Rain.');
const horn = pastElement(2, 'Horn.');
const mara = pastElement(3, 'Mara looks up.');
const gulls = pastElement(4, 'Gulls.');
const told = ({ elementType, content, characterName, parenthetical }: PastElement) => ({
  elementType,
  content,
  characterName,
  parenthetical,
});

describe('leading back', () => {
  test('to the same script takes no edit', () => {
    expect(editsToRestore([rain, horn], [rain, horn])).toEqual([]);
  });

  test('takes away what was not there, last of all', () => {
    expect(editsToRestore([gulls, rain], [pastElement(1, 'Soft rain.')])).toEqual([
      { type: 'update', id: 1, fields: { content: 'Soft rain.' } },
      { type: 'delete', id: 4 },
    ]);
  });

  test('changes only the fields that differ', () => {
    const was = { ...horn, elementType: 'dialogue' as const, characterName: 'TOBIAS' };
    expect(editsToRestore([rain, horn], [rain, was])).toEqual([
      { type: 'update', id: 2, fields: { elementType: 'dialogue', characterName: 'TOBIAS' } },
    ]);
  });

  test('brings back what is gone, each behind the one before it', () => {
    const goneRain = { ...rain, gone: told(rain) };
    const goneHorn = { ...horn, gone: told(pastElement(2, 'A last horn.')) };
    expect(editsToRestore([mara], [goneRain, goneHorn, mara])).toEqual([
      { type: 'restore', id: 1, afterId: null },
      { type: 'restore', id: 2, afterId: 1 },
      { type: 'update', id: 2, fields: { content: 'Horn.' } },
    ]);
  });

  test('brings back what somebody deleted in this very moment, and tells all of it', () => {
    expect(editsToRestore([rain], [rain, horn])).toEqual([
      { type: 'restore', id: 2, afterId: 1 },
      { type: 'update', id: 2, fields: told(horn) },
    ]);
  });

  test('writes anew what nothing was kept of, in rows, where it stood', () => {
    const lost = [horn, mara, pastElement(5, 'Night.')].map((each) => ({ ...each, gone: null }));
    const [lostHorn, lostMara, lostNight] = lost as [PastElement, PastElement, PastElement];
    expect(editsToRestore([gulls, rain], [rain, lostHorn, lostMara, gulls, lostNight])).toEqual([
      { type: 'move', ids: [1], afterId: null },
      {
        type: 'insert',
        afterId: 1,
        elements: [
          { ...told(horn), dual: null },
          { ...told(mara), dual: null },
        ],
      },
      { type: 'insert', afterId: 4, elements: [{ ...told(pastElement(5, 'Night.')), dual: null }] },
    ]);
  });

  test('moves as few as can be, and together those that stand together', () => {
    expect(editsToRestore([rain, horn, mara, gulls], [mara, gulls, rain, horn])).toEqual([
      { type: 'move', ids: [3, 4], afterId: null },
    ]);
    expect(editsToRestore([gulls, rain, horn, mara], [rain, horn, mara, gulls])).toEqual([
      { type: 'move', ids: [4], afterId: 3 },
    ]);
  });
});

test.each([1, 2, 3, 4, 5])('made in their order, the edits give the script that was (seed %i)', (seed) => {
  const random = seeded(seed);
  const script = new PastScript();
  for (let i = 0; i < 120; i++) script.step(random);
  for (let i = 0; i < 40; i++) {
    const moment = random.pick(script.moments);
    const was = scriptAt(script.elements, script.since(moment));
    for (const edit of editsToRestore(script.elements, was)) script.apply(edit);
    expect(script.elements.map((each) => ({ id: each.id, ...told(each) }))).toEqual(
      moment.elements.map((each) => ({ id: each.id, ...told(each) })),
    );
    expect(editsToRestore(script.elements, scriptAt(script.elements, script.since(moment)))).toEqual([]);
    script.step(random);
  }
});
