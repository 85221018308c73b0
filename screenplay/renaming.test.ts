import { expect, test } from 'vitest';
import type { ElementType } from './element.ts';
import { speakerRenames } from './renaming.ts';

function lines(...rows: [ElementType, string, string?][]) {
  return rows.map(([elementType, content, characterName = null], i) => ({
    ...{ id: i + 1, elementType, content },
    characterName: characterName as string | null,
  }));
}

test('renames cues and dialogue with its own characterName, and nothing else', () => {
  const script = lines(
    ['scene_heading', 'INT. MARA’S CABIN'],
    ['action', 'MARA waits.'],
    ['character', 'MARA'],
    ['parenthetical', '(low)', 'MARA'],
    ['dialogue', 'I am Mara.', 'Mara'],
    ['character', 'MARIA'],
    ['dialogue', 'And I am not.', 'MARIA'],
    ['dialogue', 'Nobody.'],
  );
  expect(speakerRenames(script, 'Mara', ' Marina  Voss ')).toEqual([
    { id: 3, fields: { content: 'MARINA VOSS' } },
    { id: 4, fields: { characterName: 'MARINA VOSS' } },
    { id: 5, fields: { characterName: 'MARINA VOSS' } },
  ]);
});

test('renames cues that look alike, however their letters are encoded', () => {
  const script = lines(
    ['character', 'RENE\u0301E (V.O.)'],
    ['dialogue', 'Forty-one.', 'RENÉE\u200b'],
    ['character', '\u200bRENÉE'],
  );
  expect(speakerRenames(script, 'Renée', 'Mara')).toEqual([
    { id: 1, fields: { content: 'MARA (V.O.)' } },
    { id: 2, fields: { characterName: 'MARA' } },
    { id: 3, fields: { content: 'MARA' } },
  ]);
});

test.each([
  ["MARA (V.O.) (CONT'D)", "MARINA (V.O.) (CONT'D)"],
  ['MARA(O.S.)', 'MARINA(O.S.)'],
  ['MARA (O.S.', 'MARINA (O.S.'],
  ['  MARA ', '  MARINA '],
  ['**MARA** ^', '**MARINA** ^'],
  ['_MARA_ (V.O.)', '_MARINA_ (V.O.)'],
  ['(30) MARA', 'MARINA (30)'],
])('renames the cue %j to %j', (cue, renamed) => {
  expect(speakerRenames(lines(['character', cue]), 'mara', 'Marina')).toEqual([
    { id: 1, fields: { content: renamed } },
  ]);
});

test('rewrites a name that surrounds a parenthesis', () => {
  expect(speakerRenames(lines(['character', 'MARA (30) OLDER']), 'MARA OLDER', 'MARINA')).toEqual([
    { id: 1, fields: { content: 'MARINA (30)' } },
  ]);
});

test.each([
  ['MARA', 'mara'],
  ['MARA', ' '],
  ['', 'MARA'],
  ['(V.O.)', 'MARA'],
])('returns nothing when renaming %j to %j', (from, to) => {
  expect(speakerRenames(lines(['character', 'MARA'], ['dialogue', 'I am.', 'MARA']), from, to)).toEqual([]);
});

test('treats a new spelling of the same name as a new name', () => {
  expect(speakerRenames(lines(['character', "O'NEIL (V.O.)"]), 'O’Neil', 'O’Neil')).toEqual([
    { id: 1, fields: { content: 'O’NEIL (V.O.)' } },
  ]);
});
