import { readFile } from 'node:fs/promises';
import { createHunspellFromStrings } from 'hunspell-wasm';
import { describe, expect, test } from 'vitest';
import { isSpelledCorrectly } from '#screenplay/language/spellableWords.ts';

/** Package of a dictionary, words that it knows, and a word that it does not, with a suggestion. */
const samples: [dictionary: string, known: string, wrong: string, suggestion: string][] = [
  ['dictionary-en', "ferry colors don't don’t half-dark sailors’", 'teh', 'the'],
  ['dictionary-en-gb', 'ferry colours don’t', 'harbuor', 'harbour'],
  ['dictionary-de', "Nachtfähre geht’s geht's Straße", 'Schifffahrtt', 'Schifffahrt'],
  ['dictionary-fr', "l’eau l'eau aujourd’hui qu'il", 'bonjuor', 'bonjour'],
  ['dictionary-es', 'está barco niñas', 'barrco', 'barco'],
  ['dictionary-it', "dell’acqua l'uomo perché", 'aqcua', 'acqua'],
  ['dictionary-pt', 'não navio', 'navvio', 'navio'],
  ['dictionary-pt-pt', 'não navio', 'navvio', 'navio'],
];

describe.each(samples)('%s', (dictionary, known, wrong, suggestion) => {
  test('accepts words with both apostrophes and compounds, and suggests others', async () => {
    const read = (ending: string) => readFile(`node_modules/${dictionary}/index.${ending}`, 'utf8');
    const hunspell = await createHunspellFromStrings(await read('aff'), await read('dic'));
    const accepts = (form: string) => hunspell.testSpelling(form);
    const words = known.split(' ').map((word) => word.replace(/’$/, ''));
    expect(words.filter((word) => !isSpelledCorrectly(word, accepts))).toEqual([]);
    expect(isSpelledCorrectly(wrong, accepts)).toBe(false);
    expect(hunspell.getSpellingSuggestions(wrong)).toContain(suggestion);
    hunspell.dispose();
  });
});
