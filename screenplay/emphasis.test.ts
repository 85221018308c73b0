import { describe, expect, test } from 'vitest';
import {
  escapeText,
  hasMarks,
  parseEmphasis,
  plainText,
  type StyledText,
  writeEmphasis,
} from './emphasis.ts';

/** "[b]", "[i]", "[u]" and their mixtures around the stretches, to read at a glance. */
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

describe('reading emphasis', () => {
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
  ])('%s', (content, expected) => {
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
  ])('%s has no emphasis', (content) => {
    expect(parseEmphasis(content)).toEqual({ text: content, spans: [] });
  });

  test('a mark left open is literal and does not stop others', () => {
    expect(shown(parseEmphasis('*a *b* c'))).toBe('*a [i:b] c');
    expect(shown(parseEmphasis('***a*'))).toBe('**[i:a]');
  });

  test('emphasis ends with its line', () => {
    expect(shown(parseEmphasis('*one\ntwo*'))).toBe('*one\ntwo*');
    expect(shown(parseEmphasis('*one*\n*two*'))).toBe('[i:one]\n[i:two]');
  });

  test('escapes print the character', () => {
    expect(shown(parseEmphasis('\\*a\\* *\\_* \\\\'))).toBe('*a* [i:_] \\');
    expect(plainText('\\_\\_')).toBe('__');
  });

  test('content without a mark is left alone', () => {
    expect(hasMarks('A kettle boils.')).toBe(false);
    expect(hasMarks('2 * 3')).toBe(true);
  });

  test('a megabyte of marks takes no longer than its length', () => {
    const content = '*a _b '.repeat(200_000);
    expect(parseEmphasis(content).text).toBe(content);
  });
});

describe('writing emphasis', () => {
  const style = (from: number, to: number, kinds: string) => ({
    from,
    to,
    isBold: kinds.includes('b'),
    isItalic: kinds.includes('i'),
    isUnderlined: kinds.includes('u'),
  });

  test('neighbours with different styles stay apart', () => {
    expect(writeEmphasis({ text: 'ab', spans: [style(0, 1, 'b'), style(1, 2, 'i')] })).toBe('**a***b*');
    expect(writeEmphasis({ text: 'ab', spans: [style(0, 1, 'i'), style(1, 2, 'u')] })).toBe('*a*_b_');
  });

  test('spaces at the edge lose their style', () => {
    expect(writeEmphasis({ text: 'a bold word', spans: [style(1, 7, 'b')] })).toBe('a **bold** word');
  });

  test('each line has its own marks', () => {
    expect(writeEmphasis({ text: 'one\ntwo', spans: [style(0, 7, 'u')] })).toBe('_one_\n_two_');
  });

  test('an underline inside a word takes in the word', () => {
    expect(writeEmphasis({ text: 'an unkind word', spans: [style(3, 5, 'u')] })).toBe('an _unkind_ word');
    expect(writeEmphasis({ text: 'an unkind word', spans: [style(5, 9, 'u')] })).toBe('an _unkind_ word');
  });

  test('characters that could be marks are escaped', () => {
    expect(escapeText('2 * 3 a_b \\')).toBe('2 \\* 3 a\\_b \\\\');
    expect(parseEmphasis(escapeText('***_\\*'))).toEqual({ text: '***_\\*', spans: [] });
  });

  test('any text with any styles reads back as that text, and writes the same again', () => {
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
