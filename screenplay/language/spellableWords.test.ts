import { describe, expect, test } from 'vitest';
import { isKnownWord, isSpelledCorrectly, spellableWords, wordsOfScript } from './spellableWords.ts';

describe('spellableWords', () => {
  test.each([
    ["Mara's half-dark ferry, 12A.", ["Mara's", 'half-dark', 'ferry']],
    ['“l’eau” ‘so’', ['l’eau', 'so']],
    ['Mail mara@nightferry.test or https://ferry.test/a now', ['Mail', 'or', 'now']],
    ['Ελλάδα 東京 naïve', ['naïve']],
    ['I, 3rd, A', []],
  ])('of %s', (text, words) => {
    const found = spellableWords(text);
    expect(found.map(({ word }) => word)).toEqual(words);
    expect(found.every(({ word, start, end }) => text.slice(start, end) === word)).toBe(true);
  });
});

describe('wordsOfScript', () => {
  const known = wordsOfScript(
    [
      { elementType: 'scene_heading', text: 'INT. M/S LINNEA - NIGHT', characterName: null },
      { elementType: 'character', text: 'TOBIAS VOSS (V.O.)', characterName: null },
      { elementType: 'dialogue', text: 'Wrod', characterName: 'ESMÉ' },
      { elementType: 'action', text: 'Wrod', characterName: null },
    ],
    ["Captain O'Brien"],
  );

  test.each([
    ['Linnea', true],
    ['TOBIAS', true],
    ['Voss’s', true],
    ['Esmé', true],
    ["O'Brien", true],
    ['INT', true],
    ['Wrod', false],
  ])('has %s: %s', (word, has) => {
    expect(isKnownWord(word, known)).toBe(has);
  });
});

describe('isSpelledCorrectly', () => {
  const words = new Set(['half', 'dark', "don't", 'l’eau', 'acqua', 'geht']);
  const accepts = (form: string) => words.has(form);
  test.each([
    ['don’t', true],
    ["l'eau", true],
    ['half-dark', true],
    ['half-drak', false],
    ['dell’acqua', true],
    ['geht’s', true],
    ['geth’s', false],
    ['dell’acqa', false],
  ])('%s: %s', (word, isCorrect) => {
    expect(isSpelledCorrectly(word, accepts)).toBe(isCorrect);
  });
});
