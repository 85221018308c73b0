import { expect, test } from 'vitest';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { proposalsFor } from './proposals.ts';
import { library } from './testing.ts';

const grete = {
  ...{ id: 1, name: 'GRETE', role: 'sister', description: 'A young woman.', age: 25, voiceId: null },
} as Character;
const voiceFor = (line: string) => {
  const elements = [
    { elementType: 'character', content: 'GRETE' },
    { elementType: 'dialogue', content: line },
  ] as Element[];
  return proposalsFor({ characters: [grete], elements, voices: library, forAll: false })[0]?.voice.name;
};

test('proposes a German voice to a character who speaks German', () => {
  expect(voiceFor('Das ist nicht dein Schiff, und ich bin es auch nicht.')).toBe('Posy');
  expect(voiceFor('That is not your ship, and I am not it.')).toBe('Wren');
});
