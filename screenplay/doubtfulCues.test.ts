import { expect, test } from 'vitest';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { doubtfulCues } from './doubtfulCues.ts';

const says = (name: string, text = 'Yes.') => [cue(name), dialogueLine(text)];
/** Build a scene in which these names speak one after the other. */
const scene = (...names: string[]) => [
  heading('INT. CAR DECK - NIGHT'),
  ...names.flatMap((name) => says(name)),
];
const suggestionsFor = (...elements: Parameters<typeof doubtfulCues>[0][number][][]) =>
  doubtfulCues(elements.flat()).map((found) =>
    found.type === 'joint'
      ? `${found.name}: ${found.people.join(' + ')}`
      : `${found.name}: ${[found.originalName, found.extension].join(' ').trim()} (${found.reason})`,
  );

test.each(['EDWARD AND WILL', 'EDWARD & WILL', 'Edward and Will (O.S.)', 'WILL/EDWARD', 'WILL, EDWARD'])(
  'suggests %s as a joint cue if both characters have their own speeches',
  (name) => {
    expect(suggestionsFor(scene('EDWARD', 'WILL', name))).toHaveLength(1);
    expect(suggestionsFor(scene('EDWARD', name))).toEqual([]);
  },
);

test('returns the names, speeches and position of a joint cue', () => {
  const [found] = doubtfulCues(scene('EDWARD', 'WILL', 'SANDRA', 'EDWARD, WILL AND SANDRA'));
  expect(found).toEqual({
    type: 'joint',
    name: 'EDWARD, WILL AND SANDRA',
    key: 'EDWARD, WILL AND SANDRA',
    speeches: 1,
    at: 7,
    people: ['EDWARD', 'WILL', 'SANDRA'],
  });
});

test('ignores a slash between two names that share no scene', () => {
  expect(suggestionsFor(scene('CLARK'), scene('SUPERMAN'), scene('CLARK/SUPERMAN'))).toEqual([]);
});

test.each([
  ['MARA O.S.', 'MARA (O.S.) (extension)'],
  ['MARA VO', 'MARA (V.O.) (extension)'],
  ['MARA - V.O.', 'MARA (V.O.) (extension)'],
  ["MARA CONT'D", 'MARA (extension)'],
  ['MARA:', 'MARA (extension)'],
  ['MARA’S VOICE', 'MARA (V.O.) (extension)'],
])('suggests %s as a name with an extension', (name, is) => {
  expect(suggestionsFor(scene('MARA', 'TOBIAS', name))).toEqual([`${name}: ${is}`]);
});

test.each([
  ['DR MARTIN', 'DR. MARTIN'],
  ['MARY ANN', 'MARY-ANN'],
  ['ONEIL', "O'NEIL"],
  ['COP 1', 'COP #1'],
])('suggests %s as a spelling of %s', (name, of) => {
  expect(suggestionsFor(scene(of, 'TOBIAS', of, 'TOBIAS', name))).toEqual([`${name}: ${of} (spelling)`]);
});

const talk = (name: string, other: string) => Array.from({ length: 6 }, () => [name, other]).flat();

test.each(['TOBAIS', 'TOBIS', 'TOBBIAS', 'TOBIAZ'.replace('Z', 'SS')])(
  'suggests %s between two speeches of MARA as a misspelling of TOBIAS',
  (name) => {
    expect(suggestionsFor(scene(...talk('TOBIAS', 'MARA'), name, 'MARA'))).toEqual([
      `${name}: TOBIAS (misspelt)`,
    ]);
  },
);

test('ignores a similar name that occurs in action or dialogue, next to the other, or in other scenes', () => {
  const together = scene(...talk('TOBIAS', 'MARA'), 'TOBAIS', 'MARA');
  expect(suggestionsFor([...together, action('Tobais is here, too.')])).toEqual([]);
  expect(suggestionsFor([...together, ...says('MARA', "Give me Tobais's coat.")])).toEqual([]);
  expect(suggestionsFor(scene(...talk('MARA', 'TOBIAS'), 'TOBAIS', 'MARA'))).toEqual([]);
  expect(suggestionsFor(scene(...talk('TOBIAS', 'MARA')), scene('TOBAIS', 'MARA'))).toEqual([]);
});

test('ignores a name that is one letter off two others', () => {
  const both = [...talk('HOLGER', 'MARA'), ...talk('HOLDER', 'MARA')];
  expect(suggestionsFor(scene(...both, 'HOLER', 'MARA'))).toEqual([]);
});

test.each([
  ['YOUNG TOBIAS', 'TOBIAS'],
  ['COP #1', 'COP #2'],
  ['COP A', 'COP B'],
  ['GUARD', 'GUARDS'],
  ['MARIA', 'MARIO'],
  ['ERICA', 'ERIC'],
  ['JULIE', 'JULIA'],
  ['JOHN', 'JOAN'],
  ['SOLDIER 12', 'SOLDIER 1 2'],
  ['WOMAN', 'MAN'],
  ['MAN ONE', 'MAN TWO'],
])('treats %s and %s as two characters', (rare, frequent) => {
  expect(suggestionsFor(scene(...talk(frequent, 'HOLGER'), rare, 'HOLGER'))).toEqual([]);
});

test('processes 100,000 elements with thousands of names', () => {
  const names = Array.from(
    { length: 5000 },
    (_, index) =>
      `PASSENGER NUMBER${String.fromCharCode(65 + (index % 26), 65 + ((index / 26) % 26), 65 + ((index / 676) % 26))}`,
  );
  const long = Array.from({ length: 10 }, () => scene(...names)).flat();
  expect(long.length).toBeGreaterThan(100_000);
  expect(doubtfulCues(long)).toEqual([]);
});
