import { describe, expect, test } from 'vitest';
import { articleBefore, numberOf } from './nouns.ts';
import { sentencesOf, wordsWithPlaces } from './sentences.ts';
import { isSlip, isSwap } from './spelling.ts';
import { conjugate, verbWith } from './verbs.ts';

describe('sentencesOf', () => {
  test.each([
    ['Rain. Wind.', ['Rain.', 'Wind.']],
    ['Mr. Bell waits. Dr. Lind does not.', ['Mr. Bell waits.', 'Dr. Lind does not.']],
    ['Wait... no. “Stop!” She stops.', ['Wait... no.', '“Stop!”', 'She stops.']],
    ['At 3 a.m. the horn. J. Bell sleeps.', ['At 3 a.m. the horn.', 'J. Bell sleeps.']],
    ['One line\nanother line', ['One line', 'another line']],
    ['  ', []],
  ])('splits %j', (text, sentences) => {
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(sentences);
    for (const { from, to, text: part } of sentencesOf(text)) expect(text.slice(from, to)).toBe(part);
  });

  test('keeps the hyphens and apostrophes of words and drops quotation marks (wordsWithPlaces)', () => {
    expect(wordsWithPlaces("‘half-dark’ isn't").map(({ text }) => text)).toEqual(['half-dark', "isn't"]);
  });
});

describe('verbWith and conjugate', () => {
  test.each([
    ['walking', 'walks', 'walked'],
    ['running', 'runs', 'ran'],
    ['carrying', 'carries', 'carried'],
    ['watching', 'watches', 'watched'],
    ['closing', 'closes', 'closed'],
    ['lying', 'lies', 'lay'],
    ['humming', 'hums', 'hummed'],
    ['cutting', 'cuts', 'cut'],
    ['playing', 'plays', 'played'],
    ['fixing', 'fixes', 'fixed'],
  ])('find %s with its forms %s and %s', (ing, third, past) => {
    const verb = verbWith('ing', ing);
    expect([verb?.third, verb?.past]).toEqual([third, past]);
  });

  test('return undefined for words that are not listed verbs', () => {
    for (const word of ['ceiling', 'morning', 'thing', 'evening', 'railing'])
      expect(verbWith('ing', word)).toBeUndefined();
  });

  test('apply the spelling rules to other verbs', () => {
    expect(conjugate('devour').third).toBe('devours');
    expect(conjugate('study')).toMatchObject({ third: 'studies', past: 'studied', ing: 'studying' });
  });
});

describe('numberOf and articleBefore', () => {
  const isName = (word: string) => ['MARA', 'TOBIAS'].includes(word.toUpperCase());
  test.each([
    ['Mara', 'one'],
    ['TOBIAS', 'one'],
    ['Mara and Tobias', 'many'],
    ['the old ferry', 'one'],
    ['the nine passengers', 'many'],
    ['two SAILORS', 'many'],
    ['a glass', 'one'],
    ['the women', 'many'],
    ['the bus', 'one'],
    ['he', 'one'],
    ['they', 'many'],
    ['Thomas', null],
    ['the captain of the ferry', null],
    ['a herd and a dog', null],
    ['the crew', null],
  ])('return for %s: %s', (phrase, number) => {
    expect(numberOf(phrase, isName)).toBe(number);
  });

  test.each([
    ['old', 'an'],
    ['ferry', 'a'],
    ['hour', 'an'],
    ['uniform', 'a'],
    ['one-armed', 'a'],
    ['umbrella', 'an'],
    ['8-metre', 'an'],
  ])('put before %s: %s', (word, article) => {
    expect(articleBefore(word)).toBe(article);
  });
});

describe('isSlip', () => {
  test('accepts one letter added, missing, wrong or swapped', () => {
    expect([isSlip('TOBIAS', 'TOBAIS'), isSlip('TOBIAS', 'TOBIS'), isSlip('TOBIAS', 'TOBIAZ')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isSlip('TOBIAS', 'TOBIAS'), isSlip('TOBIAS', 'BOTIAS'), isSlip('MARA', 'MARTHA')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([isSwap('TOBIAS', 'TOBAIS'), isSwap('TOBIAS', 'TOBIAZ')]).toEqual([true, false]);
  });
});
