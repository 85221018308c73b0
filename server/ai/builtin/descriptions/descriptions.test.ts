import { describe, expect, test } from 'vitest';
import { featuresOf } from '#engines/storyboard/portrait/features.ts';
import { type DescriptionFacts, personOf } from './person.ts';
import { styleFor } from './style.ts';
import { voiceFor } from './voice.ts';

const nobody: DescriptionFacts = {
  ...{ name: 'MARA', characterType: 'supporting', age: null, role: '', description: '' },
  ...{ introduction: '', voice: null },
};
const silent = { speeches: 1, wordsPerSpeech: 8, wordsPerSentence: 4 };
const even = { questions: 0, exclamations: 0, refusals: 0, contractions: 0 };
const voice = (more: Partial<DescriptionFacts>, limit = 1000) => voiceFor({ ...nobody, ...more }, limit);
const style = (more: Partial<DescriptionFacts>, limit = 1000) => styleFor({ ...nobody, ...more }, limit);
const phrase = (more: Partial<DescriptionFacts>) => personOf({ ...nobody, ...more }).phrase;

/** Characters that cover each kind of input. */
const people: Partial<DescriptionFacts>[] = [
  {},
  { age: 41, role: 'Loadmaster.', description: 'She counts everything twice.', characterType: 'protagonist' },
  { name: 'Tobias', age: 8, description: 'A boy with curly red hair.', characterType: 'antagonist' },
  { name: 'Hale', age: 71, role: 'captain', description: 'He smokes. White beard.\n\nTired.' },
  { name: 'INES', age: 28, description: 'Long dark hair, glasses and a raincoat.' },
  { name: '船長', description: '四十歳' },
  { age: 16, voice: { ...silent, ...even, questions: 0.5, exclamations: 0.3, refusals: 0.3 } },
  { introduction: 'MARA (40s, oilskins) counts cars up the ramp.', voice: { ...silent, ...even } },
];

describe('personOf', () => {
  test.each<[Partial<DescriptionFacts>, string]>([
    [{}, 'an adult'],
    [{ age: 0 }, 'a baby'],
    [{ age: 9, description: 'A girl.' }, 'a girl of 9'],
    [{ age: 15, description: 'His skateboard.' }, 'a teenage boy of 15'],
    [{ age: 28, description: 'She waits.' }, 'a young woman of 28'],
    [{ age: 41 }, 'a middle-aged person of 41'],
    [{ age: 60, role: 'King' }, 'a mature man of 60'],
    [{ age: 80, role: 'widow' }, 'an old woman of 80'],
    [{ description: 'He and she.' }, 'an adult'],
    [{ description: 'Her brother drowned.' }, 'a grown woman'],
    [{ introduction: 'TOBIAS finds her between two vans.' }, 'an adult'],
  ])('describes %j as %s', (facts, told) => {
    expect(phrase(facts)).toBe(told);
  });
});

describe('voiceFor', () => {
  test('uses age, gender, type, temper, origin, script and the writer’s own words', () => {
    const facts: Partial<DescriptionFacts> = {
      ...{ age: 41, role: 'loadmaster', characterType: 'protagonist' },
      description: 'She is tired, precise and Scottish.',
      voice: { ...silent, ...even, questions: 0.34, exclamations: 0.2, refusals: 0.65 },
    };
    expect(voice(facts)).toBe(
      'MARA (loadmaster) speaks with the voice of a middle-aged woman of 41. The timbre is settled and of medium depth, with some grain. It sounds tired at the ends of its sentences and precise in every syllable. The delivery is warm and close, so that an audience stays with it for a whole film. The accent is Scottish, and light enough to follow at once. In the script the speeches are short, about 8 words each, so every word counts; about a third of the sentences ask, so the melody often rises; about a fifth of them are cries, so there is power in reserve; most of them deny or refuse, so they land hard. The voice belongs to this picture: “She is tired, precise and Scottish.”',
    );
  });

  test.each([
    [1, 'very short, about 1 word each, so every word counts'],
    [6, 'very short, about 6 words each, so every word counts'],
    [20, 'of medium length, about 20 words each, at an even pace'],
    [50, 'long, about 50 words each, and need breath'],
  ])('describes speeches of %i words', (wordsPerSpeech, told) => {
    expect(voice({ voice: { ...silent, ...even, wordsPerSpeech } })).toContain(
      `In the script the speeches are ${told}.`,
    );
  });

  test('returns different voices for types and ages', () => {
    const types = (['protagonist', 'antagonist', 'supporting'] as const).map((characterType) =>
      voice({ characterType }),
    );
    const ages = [null, 0, 9, 15, 28, 41, 60, 80].map((age) => voice({ age }));
    expect([new Set(types).size, new Set(ages).size]).toEqual([3, 8]);
  });
});

describe('styleFor', () => {
  test('uses the look described by the writer and the script', () => {
    const facts: Partial<DescriptionFacts> = {
      ...{ age: 71, role: 'captain', characterType: 'antagonist' },
      description: 'He has a white beard and glasses.',
      introduction: 'MARA (70s) lights a pipe.',
    };
    expect(style(facts)).toBe(
      'MARA (captain): an old man of 71 with a cap over grey hair, a beard and glasses. He wears a dark uniform with brass buttons. A still face that gives nothing away, the eyes in the shade of the brow. Hard light from one side, dark red behind. The script first shows this: “MARA (70s) lights a pipe.” In keeping with: “He has a white beard and glasses.” Natural skin, fine film grain, shallow depth of field.',
    );
  });

  test.each(people)('describes what the built-in portrait draws for %j', (more) => {
    const { name, characterType, age, role, description, introduction } = { ...nobody, ...more };
    const drawn = (...texts: string[]) =>
      featuresOf({ name, characterType, age, role, description: texts.join('\n'), ratio: '1:1' });
    const described = drawn(description, introduction, phrase(more));
    expect(drawn(description, style(more))).toEqual(described);
    // And again from the style made from it.
    expect(drawn(description, style(more), style(more))).toEqual(described);
  });
});

test.each(people)(
  'descriptions are deterministic, complete sentences of 20 to 1000 characters: %j',
  (more) => {
    for (const describeAs of [voice, style]) {
      const text = describeAs(more);
      expect(text).toBe(describeAs(more));
      expect(text.length).toBeGreaterThanOrEqual(20);
      expect(text.length).toBeLessThanOrEqual(1000);
      expect(text).toMatch(/[.”]$/);
      expect(text).not.toMatch(/ {2}|\n|\.\.|undefined|null|NaN|\ba [aeiou]|\(\)|“”/);
    }
  },
);

test('descriptions that would be too long leave out whole sentences', () => {
  const facts = { role: 'r '.repeat(100), description: 'Word '.repeat(2000), introduction: 'x'.repeat(5000) };
  for (const describeAs of [voice, style]) {
    expect(describeAs(facts).length).toBeLessThanOrEqual(1000);
    expect(describeAs(facts, 300)).toMatch(/[.”]$/);
    expect(describeAs(facts, 300).length).toBeLessThanOrEqual(300);
  }
});

const contradictions = [
  ['A bald man.', /bald head/, /hair/],
  ['She has long red hair.', /long red hair/, /bald|beard|short/],
  ['A boy with glasses.', /glasses/, /beard/],
  ['A man without a beard.', /man/, /a beard/],
  ['A clean-shaven man.', /man/, /a beard/],
  ['She wears no glasses.', /woman/, /glasses/],
  ['A woman with short black hair.', /short dark hair/, /long|bald|beard/],
] as const;
const firstSeen = [
  '',
  'TOBIAS, a bald bearded man with glasses, sits by MARA.',
  'MARA and a blonde girl with long hair.',
];

test.each(contradictions)('styleFor never contradicts the description "%s"', (description, has, never) => {
  for (const introduction of firstSeen)
    for (const age of [null, 8, 30, 61])
      for (const characterType of ['protagonist', 'antagonist', 'supporting'] as const)
        for (const name of ['MARA', 'TOM', 'HOLGER', 'NELL']) {
          const facts = { name, characterType, age, role: '', description, introduction, voice: null };
          const [looks = ''] = styleFor(facts, 1000).split('. ');
          if (age === null || age > 14 || !/woman|man/.test(has.source)) expect(looks).toMatch(has);
          expect(looks).not.toMatch(never);
        }
});
