import { expect, test } from 'vitest';
import { portraitOrder } from './portrait.ts';

const mara = {
  ...{ name: 'MARA', age: null, role: null, description: null, visualAesthetic: null },
  characterType: 'supporting',
} as const;
const ofTemplate = (characterAvatarPromptTemplate: string | null, more: object = {}) =>
  portraitOrder({ characterAvatarPromptTemplate }, { ...mara, ...more });

test('a portrait is ordered square, by the template, and what is not known is left out', () => {
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

test('a template that says nothing about somebody gives way to the default', () => {
  expect(ofTemplate('{{role}}').prompt).toBe(ofTemplate(null).prompt);
});

test('the facts for the built-in engine hold what the writer says of a look, in both places', () => {
  expect(ofTemplate(null, { description: 'A beard.', visualAesthetic: 'A hat.' }).facts).toEqual({
    ...{ type: 'portrait', name: 'MARA', characterType: 'supporting', age: null, role: null },
    description: 'A beard.\nA hat.',
  });
});

test('a prompt is no longer than models take', () => {
  const long = ofTemplate('{{description}}'.repeat(600), { description: '\ud83d\ude00'.repeat(5000) });
  expect(long.prompt.length).toBe(32_000);
  expect(long.prompt.isWellFormed()).toBe(true);
});
