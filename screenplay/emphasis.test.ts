import { describe, expect, test } from 'vitest';
import {
  escapeText,
  hasMarks,
  parseEmphasis,
  plainText,
  type StyledText,
  writeEmphasis,
} from './emphasis.ts';

/** Mark styled ranges as "[b:…]", "[i:…]", "[u:…]" or a combination. */
function shown({ text, spans }: StyledText): string {
  let out = '';
  let at = 0;
  for (const span of spans) {
    const kinds = `${span.isBold ? 'b' : ''}${span.isItalic ? 'i' : ''}${span.isUnderlined ? 'u' : ''}`;
    out += `${text.slice(at, span.from)}[${kinds}:${text.slice(span.from, span.to)}]`;
    at = span.to;
  }
  return out + text.slice(at);
}

describe('parseEmphasis', () => {
  test.each([
    ['plain text', 'plain text'],
    ['*i* **b** ***bi*** _u_', '[i:i] [b:b] [bi:bi] [u:u]'],
    ['_***x***_', '[biu:x]'],
    ['***_x_***', '[biu:x]'],
    ['**bold *bold-italic* bold**', '[b:bold ][bi:bold-italic][b: bold]'],
    ['*i **bi** i*', '[i:i ][bi:bi][i: i]'],
    ['***bi** i*', '[bi:bi][i: i]'],
    ['***bi* b**', '[bi:bi][b: b]'],
    ['**b***i*', '[b:b][i:i]'],
    ['un*for*gettable', 'un[i:for]gettable'],
    ["_Mara_'s", "[u:Mara]'s"],
    ['_snake_case_', '[u:snake_case]'],
  ])('parses %s', (content, expected) => {
    expect(shown(parseEmphasis(content))).toBe(expected);
  });

  test.each([
    '2 * 3 * 4',
    'snake_case_name',
    '**never closed',
    '* not closed by a space *',
    'a ____ b',
    '__init__',
    '*****',
    '_*_',
    'C:\\ferry\\log',
  ])('finds no emphasis in %s', (content) => {
    expect(parseEmphasis(content)).toEqual({ text: content, spans: [] });
  });

  test('reads an unpaired mark as text and still pairs others', () => {
    expect(shown(parseEmphasis('*a *b* c'))).toBe('*a [i:b] c');
    expect(shown(parseEmphasis('***a*'))).toBe('**[i:a]');
  });

  test('does not pair marks across lines', () => {
    expect(shown(parseEmphasis('*one\ntwo*'))).toBe('*one\ntwo*');
    expect(shown(parseEmphasis('*one*\n*two*'))).toBe('[i:one]\n[i:two]');
  });

  test('reads escaped characters as text', () => {
    expect(shown(parseEmphasis('\\*a\\* *\\_* \\\\'))).toBe('*a* [i:_] \\');
    expect(plainText('\\_\\_')).toBe('__');
  });

  test('is not needed for content without marks (hasMarks)', () => {
    expect(hasMarks('A kettle boils.')).toBe(false);
    expect(hasMarks('2 * 3')).toBe(true);
  });

  test('takes linear time for a megabyte of marks', () => {
    const content = '*a _b '.repeat(200_000);
    expect(parseEmphasis(content).text).toBe(content);
  });
});

describe('writeEmphasis', () => {
  const style = (from: number, to: number, kinds: string) => ({
    from,
    to,
    isBold: kinds.includes('b'),
    isItalic: kinds.includes('i'),
    isUnderlined: kinds.includes('u'),
  });

  test('separates adjacent spans with different styles', () => {
    expect(writeEmphasis({ text: 'ab', spans: [style(0, 1, 'b'), style(1, 2, 'i')] })).toBe('**a***b*');
    expect(writeEmphasis({ text: 'ab', spans: [style(0, 1, 'i'), style(1, 2, 'u')] })).toBe('*a*_b_');
  });

  test('drops the style of outer spaces', () => {
    expect(writeEmphasis({ text: 'a bold word', spans: [style(1, 7, 'b')] })).toBe('a **bold** word');
  });

  test('writes separate marks on each line', () => {
    expect(writeEmphasis({ text: 'one\ntwo', spans: [style(0, 7, 'u')] })).toBe('_one_\n_two_');
  });

  test('extends an underline inside a word to the whole word', () => {
    expect(writeEmphasis({ text: 'an unkind word', spans: [style(3, 5, 'u')] })).toBe('an _unkind_ word');
    expect(writeEmphasis({ text: 'an unkind word', spans: [style(5, 9, 'u')] })).toBe('an _unkind_ word');
  });

  test('escapes characters that could be marks', () => {
    expect(escapeText('2 * 3 a_b \\')).toBe('2 \\* 3 a\\_b \\\\');
    expect(parseEmphasis(escapeText('***_\\*'))).toEqual({ text: '***_\\*', spans: [] });
  });

  test('round-trips any text, and writes stable content', () => {
    let seed = 7;
    const below = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * limit);
    };
    const alphabet = ['a', 'b', 'é', ' ', ' ', '*', '_', '\\', '.', '\n', '😀'];
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: below(12) }, () => alphabet[below(alphabet.length)]).join('');
      const spans = [];
      for (let at = 0; at < text.length; ) {
        const to = Math.min(text.length, at + 1 + below(4));
        spans.push(style(at, to, ['', 'b', 'i', 'u', 'bi', 'biu'][below(6)] ?? ''));
        at = to;
      }
      const content = writeEmphasis({ text, spans });
      const back = parseEmphasis(content);
      expect(back.text).toBe(text);
      expect(writeEmphasis(back)).toBe(content);
    }
  });
});
