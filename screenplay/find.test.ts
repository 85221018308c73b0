import { describe, expect, test } from 'vitest';
import type { ElementType } from './element.ts';
import { escapeText, plainText } from './emphasis.ts';
import { type FindableElement, type FindOptions, findIn } from './find.ts';
import { maxCharacters, replaceIn } from './replace.ts';

function element(content: string, elementType: ElementType = 'action', id = 1): FindableElement {
  return { id, elementType, content };
}

function placesOf(content: string, query: string, options?: FindOptions): string[] {
  const text = plainText(content);
  return findIn([element(content)], query, options).map(({ start, end }) => text.slice(start, end));
}

describe('findIn', () => {
  test('returns nothing for an empty query', () => {
    expect(placesOf('Rain on black water.', '')).toEqual([]);
  });

  test('ignores case unless matchCase is set', () => {
    expect(placesOf('MARA looks up. Mara waits.', 'mara')).toEqual(['MARA', 'Mara']);
    expect(placesOf('MARA looks up. Mara waits.', 'Mara', { matchCase: true })).toEqual(['Mara']);
  });

  test('returns non-overlapping matches in script order', () => {
    const found = findIn([element('aaaaa', 'action', 7), element('xaa', 'dialogue', 3)], 'aa');
    expect(found).toEqual([
      { elementId: 7, start: 0, end: 2 },
      { elementId: 7, start: 2, end: 4 },
      { elementId: 3, start: 1, end: 3 },
    ]);
  });

  test('treats letters, digits and accents as parts of a word, but not apostrophes', () => {
    expect(placesOf('deck decks on-deck deck’s deck2 dećk', 'deck', { wholeWord: true })).toHaveLength(3);
    expect(placesOf('naïve naïveté', 'naïve', { wholeWord: true })).toHaveLength(1);
    expect(placesOf('(beat) off-beat', '(beat)', { wholeWord: true })).toHaveLength(1);
  });

  test('ignores emphasis marks, and matches across them', () => {
    expect(findIn([element('Hold **o**n, _Mara_.')], 'on, mara')).toEqual([
      { elementId: 1, start: 5, end: 13 },
    ]);
    expect(placesOf('**bold**', '*')).toEqual([]);
    expect(placesOf('5 \\* 3', '*')).toEqual(['*']);
  });

  test('matches typographic quotation marks and line breaks with typed ones', () => {
    expect(placesOf('“Don’t”\nmove', `"don't" move`)).toEqual(['“Don’t”\nmove']);
  });

  test.each([
    ['STRASSE, straße', 'Straße', ['STRASSE', 'straße']],
    ['ß ss', 'ss', ['ß', 'ss']],
    ['ßs', 's', ['s']],
    ['İstanbul ıstanbul', 'istanbul', ['İstanbul', 'ıstanbul']],
    ['İİİ deck', 'DECK', ['deck']],
    ['ΟΔΟΣ οδος', 'οδός'.replace('ό', 'ο'), ['ΟΔΟΣ', 'οδος']],
    ['Die ﬁnale 𐐀𐐨 x', '𐐨', ['𐐀', '𐐨']],
    ['😀 deck 😀', '😀', ['😀', '😀']],
  ])('searches %s for %s and returns original offsets', (content, query, places) => {
    expect(placesOf(content, query)).toEqual(places);
  });

  test('does not match half of a surrogate pair', () => {
    expect(placesOf('😀', '😀'.charAt(0))).toEqual([]);
    expect(placesOf('😀', '😀'.charAt(1))).toEqual([]);
  });
});

describe('replaceIn', () => {
  const replace = (
    content: string,
    query: string,
    by: string,
    type: ElementType = 'action',
    options?: FindOptions,
  ) => {
    const searched = element(content, type);
    return replaceIn(searched, findIn([searched], query, options), by);
  };

  test('replaces every match', () => {
    expect(replace('Mara and Mara.', 'mara', 'Nell')).toEqual({
      type: 'change',
      content: 'Nell and Nell.',
    });
  });

  test.each([
    ['The FERRY, the Ferry, the ferry.', 'boat', 'The BOAT, the Boat, the boat.'],
    ['A ferry. FERRY.', 'Boat', 'A Boat. BOAT.'],
    ['*FERRY* ferry', 'boat', '*BOAT* boat'],
  ])('keeps the capitals of what it replaces in %s', (content, by, replaced) => {
    const searched = element(content, 'action');
    const found = findIn([searched], 'ferry');
    expect(replaceIn(searched, found, by, true)).toEqual({ type: 'change', content: replaced });
  });

  test('gives a single capital letter to the first letter only', () => {
    const searched = element('I go. I stay.', 'action');
    const found = findIn([searched], 'i', { wholeWord: true });
    expect(replaceIn(searched, found, 'we all', true)).toEqual({
      type: 'change',
      content: 'We all go. We all stay.',
    });
  });

  test('keeps the capitals of the letters as typed in headings and cues', () => {
    const heading = { ...element('INT. FERRY', 'scene_heading'), typedContent: 'Int. ferry' };
    expect(replaceIn(heading, findIn([heading], 'ferry'), 'boat', true)).toEqual({
      type: 'change',
      content: 'Int. boat',
    });
  });

  test('keeps the letters of a replacement in headings and cues', () => {
    expect(replace('INT. DECK - DAY', 'deck', 'Bridge', 'scene_heading')).toEqual({
      type: 'change',
      content: 'INT. Bridge - DAY',
    });
    expect(replace('MARA', 'mara', 'Nell', 'character')).toEqual({ type: 'change', content: 'Nell' });
  });

  test('gives the replacement the style of the first replaced character', () => {
    expect(replace('Hold **on** now', 'on', 'off')).toEqual({ type: 'change', content: 'Hold **off** now' });
    expect(replace('*Hold* on', 'hold on', 'Wait')).toEqual({ type: 'change', content: '*Wait*' });
    expect(replace('Hold *on*, _Mara_', 'hold', 'Wait')).toEqual({
      type: 'change',
      content: 'Wait *on*, _Mara_',
    });
    expect(replace('**Mara waits**', 'mara', 'Nell')).toEqual({ type: 'change', content: '**Nell waits**' });
  });

  test('escapes characters that could be marks', () => {
    const replaced = replace('Count: one', 'one', '*one*');
    expect(replaced.type === 'change' && plainText(replaced.content)).toBe('Count: *one*');
  });

  test('does not rewrite content without marks', () => {
    expect(replace('5 * 3 of snake_case', 'of', 'by')).toEqual({
      type: 'change',
      content: '5 * 3 by snake_case',
    });
  });

  test('reports no change when the text is replaced by itself, in any style', () => {
    expect(replace('M**ar**a', 'Mara', 'Mara')).toEqual({ type: 'nothing' });
    expect(replace('MARA', 'mara', 'mara', 'character')).toEqual({ type: 'nothing' });
  });

  test('reports an element that would be empty', () => {
    expect(replace(' Mara ', 'Mara', '')).toEqual({ type: 'empty' });
    expect(replace('**Mara**', 'Mara', ' ')).toEqual({ type: 'empty' });
    expect(replace('(beat)', 'beat', '', 'parenthetical')).toEqual({ type: 'empty' });
  });

  test('reports content that would exceed the maximum length', () => {
    const content = 'a'.repeat(maxCharacters / 2);
    expect(replace(content, 'a', 'bb')).toEqual({ type: 'change', content: 'bb'.repeat(content.length) });
    expect(replace(`${content}c`, 'a', 'bb')).toEqual({ type: 'overfill', characters: maxCharacters + 1 });
  });

  test('drops characters that cannot be stored', () => {
    expect(replace('Mara', 'mara', 'N\0el\ud800')).toEqual({ type: 'change', content: 'Nel\ufffd' });
  });
});

/** Return a deterministic random number generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const bits = ['a', 'B', 's', 'ß', 'İ', '😀', '𐐨', ' ', '*', '**', '_', '\\', 'é', 'ﬁ', '\n', "'", '’', 'Σ'];

describe('findIn and replaceIn', () => {
  test.each([1, 2, 3])('agree with each other in any text (seed %i)', (seed) => {
    const next = numbers(seed);
    const some = (max: number) =>
      Array.from({ length: 1 + next(max) }, () => bits[next(bits.length)]).join('');
    let places = 0;
    for (let round = 0; round < 400; round++) {
      const searched = element(some(24));
      const text = plainText(searched.content);
      const query = plainText(some(2));
      const exact = findIn([searched], query, { matchCase: true });
      const loose = findIn([searched], query);
      for (const match of [...exact, ...loose]) {
        const found = text.slice(match.start, match.end);
        expect(found.isWellFormed()).toBe(true);
        expect(findIn([element(escapeText(found))], query)).not.toEqual([]);
      }
      places += loose.length;
      expect(loose.length).toBeGreaterThanOrEqual(exact.length > 0 ? 1 : 0);
      const replaced = replaceIn(searched, loose, 'x y');
      const expected = loose.reduceRight(
        (left, { start, end }) => `${left.slice(0, start)}x y${left.slice(end)}`,
        text,
      );
      if (replaced.type === 'change') expect(plainText(replaced.content)).toBe(expected);
      else expect(loose.length).toBe(0);
      for (const match of loose) {
        const itself = replaceIn(searched, [match], text.slice(match.start, match.end));
        expect(itself).toEqual({ type: 'nothing' });
      }
    }
    expect(places).toBeGreaterThan(100);
  });
});
