import { describe, expect, test } from 'vitest';
import { parseEmphasis, writeEmphasis } from './emphasis.ts';
import { insertWords, moveWords, rangeWithSpace } from './wordSpacing.ts';

/** Return the range between brackets, the offset of the bar, and the text without them. */
function marked(given: string) {
  const text = given.replaceAll(/[[\]|]/g, '');
  const offsetOf = (mark: string) => given.slice(0, given.indexOf(mark)).replaceAll(/[[\]|]/g, '').length;
  return { text, range: { start: offsetOf('['), end: offsetOf(']') }, at: offsetOf('|') };
}

describe('moveWords', () => {
  test.for([
    ['Rain on [black] water. A |ferry.', 'Rain on water. A [black] ferry.'],
    ['Rain on [black] water. A| ferry.', 'Rain on water. A [black] ferry.'],
    ['|Rain on [black] water.', '[black] Rain on water.'],
    ['[Rain] on black| water.', 'on black [Rain] water.'],
    ['Rain on black [water].|', 'Rain on black. [water]'],
    ['Rain on black [water]. A ferry|.', 'Rain on black. A ferry [water].'],
    ['A [ferry ]strains |here.', 'A strains [ferry] here.'],
    ['A (|small) [white] boat.', 'A ([white] small) boat.'],
    ['A sm|all [white] boat.', 'A sm[white]all boat.'],
    ['A small w[hit]e |boat.', 'A small we [hit]boat.'],
    ['Überfahrt |[nach] Süden.', 'Überfahrt [nach] Süden.'],
  ] as const)('%s becomes %s', ([given, expected]) => {
    const { text, range, at } = marked(given);
    const moved = moveWords(parseEmphasis(text), range, at);
    const { text: to, range: now } = { text: moved.styled.text, range: moved.range };
    expect(`${to.slice(0, now.start)}[${to.slice(now.start, now.end)}]${to.slice(now.end)}`).toBe(expected);
  });

  test('keeps the styles of the words', () => {
    const styled = parseEmphasis('Rain on **black** water.');
    expect(writeEmphasis(moveWords(styled, { start: 8, end: 13 }, 0).styled)).toBe(
      '**black** Rain on water.',
    );
  });
});

test('rangeWithSpace leaves a space between the words around', () => {
  expect(rangeWithSpace('One two three', { start: 4, end: 7 })).toEqual({ start: 3, end: 7 });
});

test('insertWords takes words of another text', () => {
  const { styled, range } = insertWords(parseEmphasis('After you.'), 0, parseEmphasis('Chains. Diesel.'), {
    start: 0,
    end: 6,
  });
  expect([styled.text, range]).toEqual(['Chains After you.', { start: 0, end: 6 }]);
});
