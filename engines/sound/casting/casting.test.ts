import { describe, expect, test } from 'vitest';
import type { SpokenElement } from '#screenplay/cue.ts';
import { voicesForCast } from './casting.ts';
import { genderInName } from './givenNames.ts';
import type { CastPerson } from './person.ts';
import { SharedSceneCounts } from './sharedScenes.ts';
import type { CastableVoice } from './voiceTraits.ts';

const voice = (voice_id: string, gender: string, age: string, accent: string, more = {}): CastableVoice => ({
  voice_id,
  name: voice_id,
  labels: { gender, age, accent },
  fine_tuning: { language: 'en' },
  ...more,
});
const library = [
  voice('f-young-us', 'female', 'young', 'american'),
  voice('f-mid-us', 'female', 'middle_aged', 'american'),
  voice('f-mid-scot', 'female', 'middle aged', 'scottish'),
  voice('f-old-uk', 'female', 'old', 'british'),
  voice('m-young-us', 'male', 'young', 'american'),
  voice('m-mid-uk', 'male', 'middle_aged', 'british', { description: 'Deep and gravelly.' }),
  voice('m-mid-us', 'male', 'middle_aged', 'american', { description: 'Smooth and bright.' }),
  voice('m-old-us', 'male', 'old', 'american'),
  voice('m-mid-de', 'male', 'middle_aged', 'german', { fine_tuning: { language: 'de' } }),
];

let lastId = 0;
const person = (name: string, more: Partial<CastPerson> = {}): CastPerson => ({
  id: ++lastId,
  name,
  role: '',
  description: '',
  age: null,
  ...more,
});

/** Create scenes from lists of speakers. */
const scenes = (...casts: string[][]) =>
  new SharedSceneCounts(
    casts.flatMap((names, sceneId) =>
      names.flatMap((name): (SpokenElement & { sceneId: number })[] => [
        { elementType: 'character', content: name, sceneId },
        { elementType: 'dialogue', content: 'Hold on.', sceneId },
      ]),
    ),
  );

const cast = (people: CastPerson[], encounters = scenes(), voices = library, fixed: never[] = []) =>
  voicesForCast({ people, fixed, voices, encounters, language: 'en' }).map(({ voiceId }) => voiceId);

test('chooses a voice of the gender, age and accent in the description', () => {
  const people = [
    person('CAPTAIN', { description: 'She is a Scottish widow.', age: 50 }),
    person('PILOT', { description: 'An old man.' }),
    person('STOKER', { role: 'Engineer', description: 'His hands are black.', age: 45 }),
    person('CADET', { description: 'Hides her fear.', age: 19 }),
  ];
  expect(cast(people)).toEqual(['f-mid-scot', 'm-old-us', 'm-mid-uk', 'f-young-us']);
});

test('guesses the gender from a given name without other words, but not from a title', () => {
  const people = [person('TOBIAS', { age: 40 }), person('MRS. HALE', { age: 70 }), person('XQ')];
  const proposals = voicesForCast({
    people,
    fixed: [],
    voices: library,
    encounters: scenes(),
    language: 'en',
  });
  expect(proposals.map(({ reasons, isGuess }) => [reasons[0], isGuess])).toEqual([
    ['male', true],
    ['female', false],
    [undefined, false],
  ]);
});

test.each([
  ['Zoë', { sex: 'woman', isGuess: true }],
  ['JOSÉ MARIA', { sex: 'man', isGuess: true }],
  ['OLD WOMAN', { sex: 'woman', isGuess: false }],
  ['UNCLE ROSE', { sex: 'man', isGuess: false }],
  ['GUARD #2', null],
  ['', null],
])('reads the gender in %s as %j', (name, expected) => {
  expect(genderInName(name)).toEqual(expected);
});

describe('voicesForCast for people who speak together', () => {
  const two = [
    voice('twin-1', 'male', 'middle_aged', 'american'),
    voice('twin-2', 'male', 'middle_aged', 'american'),
    voice('other', 'male', 'old', 'british'),
  ];
  const people = () => [
    person('ADAM', { age: 40 }),
    person('PAUL', { age: 40 }),
    person('FRANK', { age: 40 }),
  ];

  test('avoids similar voices as far as there are others', () => {
    const [adam, paul] = cast(people(), scenes(['ADAM', 'PAUL'], ['ADAM', 'PAUL'], ['FRANK']), two);
    expect([adam, paul].includes('other')).toBe(true);
  });

  test('allows similar voices for people without a shared scene when voices are few', () => {
    const voices = cast(people(), scenes(['ADAM'], ['PAUL'], ['FRANK']), two.slice(0, 2));
    expect(new Set(voices).size).toBe(2);
  });

  test('avoids a voice that another character already has', () => {
    const proposals = voicesForCast({
      people: [person('ADAM', { age: 40 })],
      fixed: [{ name: 'PAUL', voiceId: 'twin-1' }],
      voices: two,
      encounters: scenes(['ADAM', 'PAUL']),
      language: 'en',
    });
    expect(proposals[0]).toMatchObject({ voiceId: 'other', partner: { name: 'PAUL', scenes: 1 } });
  });
});

test('gives different people different voices while others fit', () => {
  const women = ['ANNA', 'CLARA', 'EMMA', 'GRETA'].map((name) => person(name));
  expect(new Set(cast(women)).size).toBe(4);
});

test('uses a voice of another language last', () => {
  const men = ['ADAM', 'PAUL', 'FRANK', 'OTTO'].map((name) => person(name, { age: 40 }));
  expect(cast(men, scenes(['ADAM', 'PAUL', 'FRANK', 'OTTO']))).not.toContain('m-mid-de');
});

test('gives each of eighty people one of a hundred voices, always the same, and none without voices', () => {
  const many = Array.from({ length: 100 }, (_, n) =>
    voice(
      `v${n}`,
      n % 2 ? 'female' : 'male',
      ['young', 'middle_aged', 'old'][n % 3] as string,
      `accent${n % 7}`,
    ),
  );
  const people = Array.from({ length: 80 }, (_, n) => person(`PERSON ${n}`, { age: n }));
  const together = scenes(people.map(({ name }) => name));
  const first = cast(people, together, many);
  expect(first).toHaveLength(80);
  expect(new Set(first).size).toBe(80);
  expect(cast(people, together, many)).toEqual(first);
  expect(cast(people, together, [])).toEqual([]);
});
