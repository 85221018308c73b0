import { describe, expect, test } from 'vitest';
import type { ElementType, ScriptElement } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { scoreImport } from '../bench/importScore.ts';

const element = (elementType: ElementType, content: string): ScriptElement => ({
  elementType,
  content,
  dual: null,
  originalType: null,
  extras: null,
});
const script = {
  format: defaultFormat,
  elements: [
    element('scene_heading', 'INT. DECK - NIGHT'),
    element('character', 'MARA'),
    element('dialogue', 'Room *four*.'),
    element('action', 'Rain.'),
  ],
};

describe('scoreImport', () => {
  test('counts an element whose type and printed text agree', () => {
    const found = [
      ...script.elements.slice(0, 2),
      element('dialogue', 'Room four.'),
      element('action', 'Rain.'),
    ];
    expect(scoreImport(script, { elements: found })).toMatchObject({ f1: 1, wordsLost: [] });
  });

  test('does not count another type, and two elements for one', () => {
    const found = [
      element('action', 'INT. DECK - NIGHT'),
      element('character', 'MARA'),
      element('dialogue', 'Room'),
      element('dialogue', 'four.'),
      element('action', 'Rain.'),
    ];
    const { f1, byType, missing } = scoreImport(script, { elements: found });
    expect(f1).toBeCloseTo(4 / 9);
    expect(byType.dialogue).toEqual({ expected: 1, found: 2, right: 0 });
    expect(missing).toEqual(['scene_heading: INT. DECK - NIGHT', 'dialogue: Room four.']);
  });

  test('lists the words that no element has', () => {
    const { wordsLost } = scoreImport(script, { elements: script.elements.slice(0, 3) });
    expect(wordsLost).toEqual(['RAIN']);
  });

  test('compares a cue without a (CONT’D) that is printed anyway', () => {
    const again = [...script.elements, element('character', "MARA (CONT'D)"), element('dialogue', 'Hello.')];
    const found = [...script.elements, element('character', 'MARA'), element('dialogue', 'Hello.')];
    expect(scoreImport({ ...script, elements: again }, { elements: found }).f1).toBe(1);
  });
});
