import { describe, expect, test } from 'vitest';
import type { PastedScript } from './pasted.ts';
import { withFittingNumbers } from './pastedNumbers.ts';
import type { SceneLock } from './production/sceneLock.ts';

const pasted: PastedScript = {
  elements: ['31', '31A', '31'].map((sceneNumber) => ({
    elementType: 'scene_heading',
    content: 'INT. DECK',
    sceneNumber,
  })),
  leftOut: 2,
  uncertain: 0,
};

/** Paste into a script whose scenes have these fixed numbers, or are counted for null. */
function pasteInto(...fixed: (string | null)[]) {
  return pasteIntoLocked(undefined, ...fixed);
}

function pasteIntoLocked(sceneLock: SceneLock | undefined, ...fixed: (string | null)[]) {
  const scenes = fixed.map((displayNumber, id) => ({ id, sceneNumber: id + 1, displayNumber }));
  const { elements, leftOut } = withFittingNumbers(pasted, scenes, { sceneLock });
  return [elements.map(({ sceneNumber }) => sceneNumber ?? null), leftOut];
}

describe('withFittingNumbers', () => {
  test('keeps the numbers in a script without headings, each once', () => {
    expect(pasteInto()).toEqual([['31', '31A', null], 3]);
  });

  test('keeps those that a script with fixed numbers does not have', () => {
    expect(pasteInto('31', null)).toEqual([[null, '31A', null], 4]);
  });

  test('leaves out all where the numbers are locked', () => {
    const lock: SceneLock = { issued: ['1'], scheme: 'suffix', skipsIAndO: true };
    expect(pasteIntoLocked(lock, '1')).toEqual([[null, null, null], 5]);
  });

  test('leaves out all where scenes are counted', () => {
    expect(pasteInto(null, null)).toEqual([[null, null, null], 5]);
  });
});
