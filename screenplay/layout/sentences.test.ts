import { expect, test } from 'vitest';
import { lastSentenceEnd, nextWord } from './sentences.ts';

/** Return the text up to the last sentence end, or null. */
function upToEnd(text: string, from = 0): string | null {
  const end = lastSentenceEnd(text, from, text.length);
  return end < 0 ? null : text.slice(0, end);
}

test.each([
  ['One. Two', 'One.'],
  ['One! Two? Three', 'One! Two?'],
  ['One... two', 'One...'],
  ['One… two', 'One…'],
  ['“One.” Two', '“One.”'],
  ['(One.) Two', '(One.)'],
  ["'One?') Two", "'One?')"],
  ['One.\nTwo', 'One.'],
  ['One.  Two', 'One.'],
  ['Er sagt: «Ja.» Dann', 'Er sagt: «Ja.»'],
  ['彼は言った。「行こう。」そして', '彼は言った。「行こう。」'],
  ['彼は言った。 そして', '彼は言った。'],
])('finds the last sentence end in: %s', (text, expected) => {
  expect(upToEnd(text)).toBe(expected);
});

test.each([
  ['no text after it', 'One.'],
  ['only white space after it', 'One.  \n'],
  ['no white space after it', 'One.two'],
  ['a colon or a dash', 'One: two -- three; four'],
  ['a short form', 'Then Mr. Two and MRS. Three, vs. Dr. Four'],
  ['a quote alone', 'He "knows" it'],
])('finds no sentence end with %s', (_, text) => {
  expect(upToEnd(text)).toBeNull();
});

test('accepts an abbreviation as a sentence end when a quote closes after it', () => {
  expect(upToEnd('“Call the Dr.” He runs')).toBe('“Call the Dr.”');
});

test('ignores text before the range', () => {
  expect(upToEnd('One. Two three', 4)).toBeNull();
  expect(upToEnd('One. Two three', 3)).toBe('One.');
});

test('finds the next word after spaces and line feeds', () => {
  expect(nextWord('One.  \n Two', 4)).toBe(8);
  expect(nextWord('One.  ', 4)).toBe(6);
});
