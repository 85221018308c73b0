import { describe, expect, test } from 'vitest';
import { type ShotElement, shotsOf } from './shots.ts';

const scene: ShotElement[] = [
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Forty cars in the dark. MARA counts.' },
  { elementType: 'character', content: 'MARA' },
  { elementType: 'dialogue', content: 'Forty-one.' },
  { elementType: 'action', content: 'Her *fingers* stop on the rail.' },
  { elementType: 'character', content: 'TOBIAS (O.S.)' },
  { elementType: 'dialogue', content: 'You count everything?' },
  { elementType: 'character', content: 'MARA' },
  { elementType: 'parenthetical', content: '(low)' },
  { elementType: 'dialogue', content: 'Everything.' },
  { elementType: 'action', content: 'CLOSE ON THE LOG', originalType: 'Shot' },
  { elementType: 'character', content: 'HOLGER' },
  { elementType: 'dialogue', content: 'Two hundred and twelve.' },
  { elementType: 'action', content: 'He closes the book.' },
];

describe('shotsOf', () => {
  test('starts wide, moves closer by the words, and puts adjacent speakers in one shot', () => {
    expect(
      shotsOf(scene).map(({ at, size, isNamed, text, speakers }) => [at, size, isNamed, text, speakers]),
    ).toEqual([
      [1, 'wide', false, 'Forty cars in the dark. MARA counts.', []],
      [3, 'medium', false, '', ['MARA']],
      [4, 'close', false, 'Her fingers stop on the rail.', []],
      [6, 'two-shot', false, '', ['TOBIAS', 'MARA']],
      [10, 'close', true, 'CLOSE ON THE LOG', ['HOLGER']],
      [13, 'medium', false, 'He closes the book.', []],
    ]);
  });

  test('counts a joint cue for each of its speakers', () => {
    const joint = new Map([['MARA AND TOBIAS', ['MARA', 'TOBIAS']]]);
    const jointSpeech: ShotElement[] = [
      { elementType: 'character', content: 'Mara and Tobias' },
      { elementType: 'dialogue', content: 'Stop!' },
      { elementType: 'character', content: 'TOBIAS' },
      { elementType: 'dialogue', content: 'Please.' },
    ];
    const shots = (...given: Parameters<typeof shotsOf>) =>
      shotsOf(...given).map(({ size, speakers }) => [size, ...speakers]);
    expect(shots(jointSpeech, joint)).toEqual([['two-shot', 'MARA', 'TOBIAS']]);
    expect(shots(jointSpeech)).toEqual([['two-shot', 'Mara and Tobias', 'TOBIAS']]);
  });

  test.each([
    ['INSERT - THE MANIFEST', 'insert'],
    ["MARA'S POV: the ramp.", 'pov'],
    ['P.O.V. through the glass', 'pov'],
    ['EXTREME CLOSE UP of the dial', 'close'],
    ['WIDE SHOT of the ship', 'wide'],
    ['TRACKING with Mara', 'moving'],
    ['ANGLE ON the door', 'medium'],
    ['OVER THE SHOULDER of Tobias', 'two-shot'],
  ])('reads %j as a named shot: %s', (content, size) => {
    expect(shotsOf([{ elementType: 'action', content }])).toMatchObject([{ size, isNamed: true }]);
  });

  test.each(['Closer now, she listens.', 'POVERTY everywhere.', 'MEDIUM rare, he says.', 'Insert the key.'])(
    'finds no named shot in %j',
    (content) => {
      expect(shotsOf([{ elementType: 'action', content }])).toMatchObject([{ isNamed: false }]);
    },
  );

  test('returns no shots for a scene with only a heading', () => {
    expect(shotsOf(scene.slice(0, 1))).toEqual([]);
  });
});
