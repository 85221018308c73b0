import { describe, expect, test } from 'vitest';
import { action } from '#test/script.ts';
import { capitals } from '../capitals.ts';
import { cellsOf } from './cells.ts';
import { plainTextOf, printedText, styledTextOf } from './text.ts';

describe('text of an element', () => {
  test('has no emphasis marks', () => {
    expect(plainTextOf(action('*Hold* \\*on\\*'))).toBe('Hold *on*');
    expect(styledTextOf(action('*Hold* on')).spans).toHaveLength(1);
    expect(styledTextOf(action('Hold on'))).toEqual({ text: 'Hold on', spans: [] });
  });

  test('is parsed once per element', () => {
    const element = action('*Hold* on');
    expect(styledTextOf(element)).toBe(styledTextOf(element));
  });

  test('is printed with spaces for tabs, and in capitals where the style asks for it', () => {
    expect(printedText('Hold\ton', false)).toBe('Hold on');
    expect(printedText('Hold\ton', true)).toBe('HOLD ON');
  });

  test('keeps its length in capitals', () => {
    expect(capitals('straße ﬁne é')).toBe('STRAßE ﬁNE É');
  });
});

test.each([
  ['Hold on.', 8],
  ['“Één…”', 6],
  ['Привет', 6],
  ['夜間', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['👍🏽', 2],
  ['soft\u00adhyphen', 10],
])('measures %s: %i cells', (text, cells) => {
  expect(cellsOf(text)).toBe(cells);
});
