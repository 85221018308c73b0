import { expect, test } from 'vitest';
import { portraitOrder } from './portrait.ts';

const mara = {
  ...{ name: 'MARA', age: null, role: null, description: null, visualAesthetic: null },
  characterType: 'supporting',
} as const;
const ofTemplate = (characterAvatarPromptTemplate: string | null, more: object = {}) =>
  portraitOrder({ characterAvatarPromptTemplate }, { ...mara, ...more });

test('portraitOrder is square, fills the template and leaves out unknown facts', () => {
  expect(ofTemplate(null)).toMatchObject({
    ...{ task: 'avatar', ratio: '1:1' },
    prompt: 'Portrait of MARA (supporting). Neutral background, no text.',
  });
  const known = { age: 41, role: 'loadmaster', description: 'Counts.', visualAesthetic: 'Ink' };
  expect(ofTemplate(null, known).prompt).toBe(
    'Portrait of MARA, age 41, loadmaster (supporting). Counts. Visual style: Ink. Neutral background, no text.',
  );
  expect(ofTemplate('Ink of {{name}} by {{painter}}.', known).prompt).toBe('Ink of MARA.');
});

test('portraitOrder uses the default for a template without any text', () => {
  expect(ofTemplate('{{role}}').prompt).toBe(ofTemplate(null).prompt);
});

test('portraitOrder passes both descriptions of the look to the built-in engine', () => {
  expect(ofTemplate(null, { description: 'A beard.', visualAesthetic: 'A hat.' }).facts).toEqual({
    ...{ type: 'portrait', name: 'MARA', characterType: 'supporting', age: null, role: null },
    description: 'A beard.\nA hat.',
  });
});

test('portraitOrder limits the prompt to what models accept', () => {
  const long = ofTemplate('{{description}}'.repeat(600), { description: '\ud83d\ude00'.repeat(5000) });
  expect(long.prompt.length).toBe(32_000);
  expect(long.prompt.isWellFormed()).toBe(true);
});
