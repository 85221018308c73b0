import { expect, test } from 'vitest';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { type CountedElement, castFacts, sortedByPartSize } from './castFacts.ts';

const says = (name: string, text: string) => [cue(name), dialogueLine(text)];

const ferry: CountedElement[] = [
  heading('EXT. HARBOUR - NIGHT'),
  action('Tobias waits at the rail.'),
  ...says('MARA', 'Forty-one. Forty-two.'),
  heading('INT. CAR DECK - NIGHT'),
  ...says('MARA', 'Who is it?'),
  ...says('TOBIAS', 'Me.'),
  ...says('MARA', 'You.'),
  ...says('MARA AND TOBIAS', 'Run now!'),
  heading('INT. BRIDGE - NIGHT'),
  ...says('HOLGER (V.O.)', 'All ahead, dead slow, and nobody leaves.'),
];

test('counts speeches, words, share, and the scenes in which a character speaks or is only named', () => {
  const { parts, words, scenes } = castFacts(ferry, { listed: ['Nell (60)'] });
  expect(scenes.map(({ from }) => from)).toEqual([0, 4, 13]);
  expect(words).toBe(16);
  expect(parts.get('MARA')).toMatchObject({
    speeches: 3,
    words: 6,
    share: 6 / 16,
    speaking: [0, 1],
    silent: [],
  });
  expect(parts.get('TOBIAS')).toMatchObject({ speeches: 1, speaking: [1], silent: [0] });
  expect(parts.get('NELL')).toMatchObject({ name: 'Nell', speeches: 0, words: 0, speaking: [], silent: [] });
});

test('counts shared scenes and turns for both characters, but no turns across a heading', () => {
  const { parts } = castFacts(ferry);
  expect(parts.get('MARA')?.together).toEqual(
    new Map([
      ['TOBIAS', 1],
      ['MARA AND TOBIAS', 1],
    ]),
  );
  expect(parts.get('MARA')?.turns).toEqual(
    new Map([
      ['TOBIAS', 2],
      ['MARA AND TOBIAS', 1],
    ]),
  );
  expect(parts.get('TOBIAS')?.turns.get('MARA')).toBe(2);
  expect(parts.get('HOLGER')?.turns.size).toBe(0);
});

test('counts a joint cue for each of its speakers, and its words once for the script', () => {
  const joint = new Map([['MARA AND TOBIAS', ['MARA', 'TOBIAS']]]);
  const { parts, words } = castFacts(ferry, { joint, listed: ['MARA AND TOBIAS'] });
  expect([...parts.keys()]).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
  expect(parts.get('MARA')).toMatchObject({ speeches: 4, words: 8 });
  expect(parts.get('TOBIAS')).toMatchObject({ speeches: 2, words: 3 });
  expect(parts.get('MARA')?.turns.get('TOBIAS')).toBe(2);
  expect(words).toBe(16);
});

test('sorts by role size; characters without dialogue by scenes', () => {
  const { parts } = castFacts([...ferry, action('The COOK looks up.')], { listed: ['NELL', 'COOK'] });
  expect(sortedByPartSize(parts.values()).map(({ name }) => name)).toEqual([
    'HOLGER',
    'MARA',
    'MARA AND TOBIAS',
    'TOBIAS',
    'COOK',
    'NELL',
  ]);
});

test('does not search unchanged action again, except for a new name', () => {
  const memo = { names: null };
  const before = castFacts(ferry, { memo });
  const cached: unknown = memo.names;
  expect(castFacts([...ferry, action('Mara.')], { memo }).parts.get('MARA')?.silent).toEqual([2]);
  expect(memo.names).toBe(cached);
  const { parts } = castFacts(ferry, { memo, listed: ['RAIL'] });
  expect(parts.get('RAIL')?.silent).toEqual([]);
  expect(castFacts(ferry, { memo })).toEqual(before);
});
