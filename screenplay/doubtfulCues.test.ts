import { expect, test } from 'vitest';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { doubtfulCues } from './doubtfulCues.ts';

const says = (name: string, text = 'Yes.') => [cue(name), dialogueLine(text)];
/** A scene in which these speak one after the other. */
const scene = (...names: string[]) => [
  heading('INT. CAR DECK - NIGHT'),
  ...names.flatMap((name) => says(name)),
];
const asked = (...elements: Parameters<typeof doubtfulCues>[0][number][][]) =>
  doubtfulCues(elements.flat()).map((found) =>
    found.type === 'joint'
      ? `${found.name}: ${found.people.join(' + ')}`
      : `${found.name}: ${[found.originalName, found.extension].join(' ').trim()} (${found.reason})`,
  );

test.each(['EDWARD AND WILL', 'EDWARD & WILL', 'Edward and Will (O.S.)', 'WILL/EDWARD', 'WILL, EDWARD'])(
  '%s is two people where both speak for themselves',
  (name) => {
    expect(asked(scene('EDWARD', 'WILL', name))).toHaveLength(1);
    expect(asked(scene('EDWARD', name))).toEqual([]);
  },
);

test('a joint cue names its people as their own cues do, with its lines and its place', () => {
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

test('a slash between two who never meet may be two names of one person', () => {
  expect(asked(scene('CLARK'), scene('SUPERMAN'), scene('CLARK/SUPERMAN'))).toEqual([]);
});

test.each([
  ['MARA O.S.', 'MARA (O.S.) (extension)'],
  ['MARA VO', 'MARA (V.O.) (extension)'],
  ['MARA - V.O.', 'MARA (V.O.) (extension)'],
  ["MARA CONT'D", 'MARA (extension)'],
  ['MARA:', 'MARA (extension)'],
  ['MARA’S VOICE', 'MARA (V.O.) (extension)'],
])('%s is somebody with an extension', (name, is) => {
  expect(asked(scene('MARA', 'TOBIAS', name))).toEqual([`${name}: ${is}`]);
});

test.each([
  ['DR MARTIN', 'DR. MARTIN'],
  ['MARY ANN', 'MARY-ANN'],
  ['ONEIL', "O'NEIL"],
  ['COP 1', 'COP #1'],
])('%s is %s in other signs', (name, of) => {
  expect(asked(scene(of, 'TOBIAS', of, 'TOBIAS', name))).toEqual([`${name}: ${of} (spelling)`]);
});

const talk = (name: string, other: string) => Array.from({ length: 6 }, () => [name, other]).flat();

test.each(['TOBAIS', 'TOBIS', 'TOBBIAS', 'TOBIAZ'.replace('Z', 'SS')])(
  '%s between two speeches of MARA is a slip for TOBIAS',
  (name) => {
    expect(asked(scene(...talk('TOBIAS', 'MARA'), name, 'MARA'))).toEqual([`${name}: TOBIAS (misspelt)`]);
  },
);

test('a name that action or speech knows, that is answered by the other one, or that is elsewhere is no slip', () => {
  const together = scene(...talk('TOBIAS', 'MARA'), 'TOBAIS', 'MARA');
  expect(asked([...together, action('Tobais is here, too.')])).toEqual([]);
  expect(asked([...together, ...says('MARA', "Give me Tobais's coat.")])).toEqual([]);
  expect(asked(scene(...talk('MARA', 'TOBIAS'), 'TOBAIS', 'MARA'))).toEqual([]);
  expect(asked(scene(...talk('TOBIAS', 'MARA')), scene('TOBAIS', 'MARA'))).toEqual([]);
});

test('a name that is one slip off two others is asked about by neither', () => {
  const both = [...talk('HOLGER', 'MARA'), ...talk('HOLDER', 'MARA')];
  expect(asked(scene(...both, 'HOLER', 'MARA'))).toEqual([]);
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
])('%s and %s are two people', (rare, frequent) => {
  expect(asked(scene(...talk(frequent, 'HOLGER'), rare, 'HOLGER'))).toEqual([]);
});

test('a hundred thousand elements with thousands of names are looked through', () => {
  const names = Array.from(
    { length: 5000 },
    (_, index) =>
      `PASSENGER NUMBER${String.fromCharCode(65 + (index % 26), 65 + ((index / 26) % 26), 65 + ((index / 676) % 26))}`,
  );
  const long = Array.from({ length: 10 }, () => scene(...names)).flat();
  expect(long.length).toBeGreaterThan(100_000);
  expect(doubtfulCues(long)).toEqual([]);
});
