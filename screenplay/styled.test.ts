import { describe, expect, test } from 'vitest';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import {
  concatStyled,
  hasStyle,
  isSameStyled,
  joinStyled,
  normaliseSpans,
  replaceRange,
  sliceStyled,
  splitStyled,
  styles,
  toggleStyle,
  upperStyled,
} from './styled.ts';

/** Parse content with "|" at the caret. */
function withCaret(content: string): { styled: StyledText; caret: number } {
  const [before = '', after = ''] = content.split('|');
  const caret = parseEmphasis(content).text.indexOf('|');
  return { styled: parseEmphasis(before + after), caret };
}

describe('splitStyled and sliceStyled', () => {
  test.each([
    ['Hold on, **Tobias|, now**.', 'Hold on, **Tobias**', '**, now**.'],
    ['a\\*|b', 'a\\*', 'b'],
    ['2 \\*| 3', '2 \\*', '3'],
    ['*on|e* _two_', '*on*', '*e* _two_'],
    ['**a|**', '**a**', ''],
    ['One. | Two.', 'One.', 'Two.'],
    ['|One.', '', 'One.'],
  ])('split %j, drop spaces at the cut and continue the style', (content, before, after) => {
    const { styled, caret } = withCaret(content);
    expect(splitStyled(styled, caret).map(writeEmphasis)).toEqual([before, after]);
  });

  test('clamp a range to the ends of the text', () => {
    expect(sliceStyled(parseEmphasis('a **b**'), -3, 99)).toEqual(parseEmphasis('a **b**'));
    expect(sliceStyled(parseEmphasis('a **b**'), 3, 1)).toEqual({ text: '', spans: [] });
  });
});

describe('joinStyled', () => {
  test.each([
    ['One.', 'Two.', 'One. Two.', 5],
    ['One. ', ' *Two.*', 'One. *Two.*', 5],
    ['', 'Two.', 'Two.', 0],
    ['One.', '', 'One.', 4],
  ])('joins %j and %j with one space and returns the caret after it', (first, second, content, caret) => {
    const joined = joinStyled(parseEmphasis(first), parseEmphasis(second));
    expect(writeEmphasis(joined.styled)).toBe(content);
    expect(joined.caret).toBe(caret);
  });

  test('reverses splitStyled', () => {
    const styled = parseEmphasis('Hold **on, Tobias**, _now_.');
    expect(joinStyled(...splitStyled(styled, 9)).styled).toEqual(styled);
  });
});

describe('toggleStyle, hasStyle and upperStyled', () => {
  test.each([
    ['Hold on', 0, 4, 'isBold', '**Hold** on'],
    ['**Hold** on', 0, 4, 'isBold', 'Hold on'],
    ['**Hold** on', 1, 3, 'isBold', '**H**ol**d** on'],
    ['**Hold** on', 0, 7, 'isBold', '**Hold on**'],
    ['**Hold** **on**', 0, 7, 'isBold', 'Hold on'],
    ['**Hold** on', 0, 4, 'isItalic', '***Hold*** on'],
    ['*a **b** c*', 0, 5, 'isItalic', 'a **b** c'],
    ['Hold on', 5, 7, 'isUnderlined', 'Hold _on_'],
  ] as const)('toggle %j from %i to %i with %s to %j', (content, from, to, style, expected) => {
    const toggled = toggleStyle(parseEmphasis(content), from, to, style);
    expect(writeEmphasis(toggled)).toBe(expected);
  });

  test('ignore spaces when all other characters have the style', () => {
    const { spans } = parseEmphasis('**a** **b**');
    expect(hasStyle({ text: 'a b', spans }, 'isBold')).toBe(true);
    expect(hasStyle({ text: 'a b', spans }, 'isItalic')).toBe(false);
    expect(hasStyle({ text: 'a bc', spans }, 'isBold')).toBe(false);
    expect(hasStyle({ text: '', spans: [] }, 'isBold')).toBe(false);
  });

  test('shift styles after a letter whose capital is longer', () => {
    expect(writeEmphasis(upperStyled(parseEmphasis('straße **zwei** drei')))).toBe('STRASSE **ZWEI** DREI');
  });
});

/** Return a deterministic random number generator. */
function randomsOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

function randomText(random: (below: number) => number): StyledText {
  const text = Array.from({ length: random(30) }, () => 'ab *_\\.é'.charAt(random(8))).join('');
  const spans = Array.from(text, (_char, from) => ({
    from,
    to: from + 1,
    isBold: random(3) === 0,
    isItalic: random(3) === 0,
    isUnderlined: random(4) === 0,
  }));
  return { text, spans: normaliseSpans(spans) };
}

test.each([1, 2, 3])('keep the letters and styles of any text (seed %i)', (seed) => {
  const random = randomsOf(seed);
  for (let round = 0; round < 300; round++) {
    const styled = randomText(random);
    const other = randomText(random);
    const from = random(styled.text.length + 1);
    const to = from + random(styled.text.length - from + 1);
    const whole = concatStyled(
      sliceStyled(styled, 0, from),
      sliceStyled(styled, from, to),
      sliceStyled(styled, to),
    );
    expect(whole).toEqual(styled);
    const replaced = replaceRange(styled, from, to, other);
    expect(replaced.text).toBe(styled.text.slice(0, from) + other.text + styled.text.slice(to));
    expect(sliceStyled(replaced, from, from + other.text.length)).toEqual(other);
    for (const style of styles) {
      const toggled = toggleStyle(styled, from, to, style);
      const had = hasStyle(sliceStyled(styled, from, to), style);
      expect(toggled.text).toBe(styled.text);
      if (from < to) expect(hasStyle(sliceStyled(toggled, from, to), style)).toBe(!had);
      expect(isSameStyled(sliceStyled(toggled, 0, from), sliceStyled(styled, 0, from))).toBe(true);
      expect(isSameStyled(sliceStyled(toggled, to), sliceStyled(styled, to))).toBe(true);
    }
    const [before, after] = splitStyled(styled, from);
    expect(before.text).toBe(styled.text.slice(0, from).trim());
    expect(after.text).toBe(styled.text.slice(from).trim());
  }
});
