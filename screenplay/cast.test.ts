import { describe, expect, test } from 'vitest';
import { action, cue, dialogueLine, paren } from '#test/script.ts';
import { castOf, wordsIn } from './cast.ts';

test.each([
  ['Two hundred and thirteen. Twice.', 5],
  ["Don't -- stop.", 2],
  ['A well-known, **bold** word…', 4],
  ['  \n ', 0],
  ['- - -', 0],
  ['¿Qué? Ça va, 214?', 4],
])('counts the words of "%s" as %i', (content, words) => {
  expect(wordsIn(content)).toBe(words);
});

describe('castOf', () => {
  test('counts the speeches of a character and the words of its dialogue', () => {
    const parts = castOf([
      cue('MARA'),
      dialogueLine('Forty-one. Forty-two.'),
      paren('(to the van)'),
      dialogueLine('Forty-three.'),
      action('She stops.'),
      cue("MARA (CONT'D)"),
      dialogueLine('Twice.'),
      cue('TOBIAS'),
      dialogueLine('You count everything?'),
    ]);
    expect([...parts.values()]).toEqual([
      { name: 'MARA', speeches: [0, 5], last: 6, words: 4 },
      { name: 'TOBIAS', speeches: [7], last: 8, words: 3 },
    ]);
  });

  test('counts two spellings of a name as one character, named like most cues', () => {
    const parts = castOf([
      cue('Mara'),
      dialogueLine('One.'),
      cue('MARA'),
      dialogueLine('Two.'),
      cue('MARA (V.O.)'),
      dialogueLine('3.'),
    ]);
    expect([...parts.keys()]).toEqual(['MARA']);
    expect(parts.get('MARA')?.name).toBe('MARA');
    expect(parts.get('MARA')?.speeches).toHaveLength(3);
  });

  test('leaves out a cue without dialogue', () => {
    expect(castOf([cue('MARA'), cue('TOBIAS'), action('Nobody speaks.')]).size).toBe(0);
  });

  test('counts dialogue with its own characterName for that character, as a new speech', () => {
    const parts = castOf([
      cue('MARA'),
      dialogueLine('One.'),
      { ...dialogueLine('Two.'), characterName: 'TOBIAS' },
    ]);
    expect(parts.get('MARA')?.speeches).toEqual([0]);
    expect(parts.get('TOBIAS')?.speeches).toEqual([2]);
  });
});
