import { expect, test } from 'vitest';
import { action, column, cue, dialogueLine, heading } from '#test/script.ts';
import { defaultFormat } from '../format.ts';
import { isContinuedAt } from './continued.ts';

const speech = (name: string) => [cue(name), dialogueLine('Hold on.')];

/** Return whether the last cue is continued. */
function isLastContinued(elements: ReturnType<typeof speech>, format = defaultFormat): boolean {
  return isContinuedAt(
    elements,
    format,
    elements.map(({ elementType }) => elementType).lastIndexOf('character'),
  );
}

test('continues a cue when the cue before it in the scene has the same name', () => {
  expect(isLastContinued([...speech('MARA'), action('She waits.'), ...speech('MARA')])).toBe(true);
  expect(isLastContinued([...speech('MARA'), ...speech('MARA')])).toBe(true);
  expect(isLastContinued([...speech('MARA'), ...speech('TOBIAS')])).toBe(false);
  expect(isLastContinued([...speech('MARA'), ...speech('TOBIAS'), ...speech('MARA')])).toBe(false);
  expect(isLastContinued(speech('MARA'))).toBe(false);
});

test('does not continue a cue across a scene heading', () => {
  expect(isLastContinued([...speech('MARA'), heading('EXT. DECK - DAWN'), ...speech('MARA')])).toBe(false);
});

test('ignores extensions, case and the kind of apostrophe in names', () => {
  expect(isLastContinued([...speech('MARA (O.C.)'), ...speech('Mara')])).toBe(true);
  expect(isLastContinued([...speech('MARA'), ...speech('MARA (O.S.)')])).toBe(true);
  expect(isLastContinued([...speech("O'HARA"), ...speech('O’HARA')])).toBe(true);
});

test('does not continue a voice-over, nor a cue after a voice-over', () => {
  expect(isLastContinued([...speech('MARA (V.O.)'), ...speech('MARA')])).toBe(false);
  expect(isLastContinued([...speech('MARA'), ...speech('MARA (V.O.)')])).toBe(false);
  expect(isLastContinued([...speech('MARA'), ...speech('MARA (VO)')])).toBe(false);
});

test("adds nothing to a cue that already contains (CONT'D)", () => {
  for (const extension of ["(CONT'D)", '(CONT’D)', "(cont'd)", '(Continued)', '(CONT.)']) {
    expect(isLastContinued([...speech('MARA'), ...speech(`MARA ${extension}`)])).toBe(false);
  }
});

test('continues cues before, in and after a dual dialogue', () => {
  const dual = [...column('left', ...speech('TOBIAS')), ...column('right', ...speech('MARA'))];
  expect(isLastContinued([...dual, ...speech('MARA')])).toBe(true);
  expect(isLastContinued([...dual, ...speech('TOBIAS')])).toBe(true);
  expect(isLastContinued([...dual, ...speech('NELL')])).toBe(false);
  expect(isLastContinued([...speech('MARA'), ...dual])).toBe(true);
  expect(isLastContinued([...dual, ...dual])).toBe(true);
  const left = isContinuedAt([...speech('TOBIAS'), ...dual], defaultFormat, 2);
  expect(left).toBe(true);
});

test('continues nothing when the format disables it or the cue has no name', () => {
  const elements = [...speech('MARA'), ...speech('MARA')];
  expect(isLastContinued(elements, { ...defaultFormat, continuesAutomatically: false })).toBe(false);
  expect(isLastContinued([...speech('(V.O.)'), ...speech('(O.S.)')])).toBe(false);
});
