import { beforeEach, describe, expect, test } from 'vitest';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { select, selectedIn } from './caret.ts';
import { domPointAt, hasMixedStyles, offsetAt, readField, renderField } from './domText.ts';
import { textDifference, writeField } from './writeField.ts';

let field: HTMLElement;

beforeEach(() => {
  field = document.createElement('div');
  field.contentEditable = 'true';
  document.body.replaceChildren(field);
});

const contents = [
  '',
  'Hold on.',
  'A **bold** word',
  '***_all_*** of **it *and* more**',
  'One\n**two**\n_three_',
  'Hold on.\n',
  '\n\n',
  'a😀**😀**b',
  'שלום **עולם**',
  '2 \\* 3 and snake\\_case',
];

/** Return the text of a field that a browser changed. */
const contentOf = (html: string) => {
  field.innerHTML = html;
  const { live, isForeign } = readField(field);
  return { content: writeEmphasis(live), isForeign };
};

describe('a text in a field', () => {
  test.each(contents)('%j is read as it was rendered', (content) => {
    const live = parseEmphasis(content);
    renderField(field, live);
    expect(readField(field)).toMatchObject({ live, isForeign: false });
  });

  test('is rendered without marks, in elements without attributes', () => {
    renderField(field, parseEmphasis('A **bold *and*** _word_'));
    expect(field.innerHTML).toBe('A <b>bold </b><b><i>and</i></b> <u>word</u>');
  });

  test('is text, never markup', () => {
    renderField(field, parseEmphasis('<b>no</b> & <img src=x>'));
    expect(field.children).toHaveLength(0);
    expect(readField(field).live.text).toBe('<b>no</b> & <img src=x>');
  });

  test.each(contents)('%j has a position in the document for every offset', (content) => {
    renderField(field, parseEmphasis(content));
    const reading = readField(field);
    for (let offset = 0; offset <= reading.live.text.length; offset++) {
      const place = domPointAt(field, reading, offset);
      expect(offsetAt(reading, place.node, place.offset)).toBe(offset);
      select(field, reading, offset);
      expect(selectedIn(field, reading)).toEqual({ start: offset, end: offset });
    }
    select(field, reading, 'all');
    expect(selectedIn(field, reading)).toEqual({ start: 0, end: reading.live.text.length });
  });
});

describe('a field that a browser changed', () => {
  test.each([
    ['One\ntwo<br>three<br>', 'One\ntwo\nthree'],
    ['<br>', ''],
    ['Hold <b>o<i>n</i></b>', 'Hold **o*n***'],
    ['<b>Ho</b><b>ld</b>', '**Hold**'],
    ['<b></b>Hold', 'Hold'],
    ['Ho<b>ld<br></b>', 'Ho**ld**'],
  ])('%s is %j', (html, content) => {
    expect(contentOf(html)).toEqual({ content, isForeign: false });
  });

  test.each([
    ['<span>Hold</span> on', 'Hold on'],
    ['<strong>Hold</strong> <em>on</em>', '**Hold** *on*'],
    ['<b><span style="font-weight: normal">Ho</span>ld</b>', 'Ho**ld**'],
    ['<span style="font-weight: 700; font-style: italic">Hold</span>', '***Hold***'],
    ['<span style="text-decoration: underline">Hold</span>', '_Hold_'],
    ['<i style="font-weight: bold">Hold</i>', '***Hold***'],
    ['One<div>two</div><div>three</div>', 'One\ntwo\nthree'],
    ['<ul><li>One</li><li>two</li></ul>', 'One\ntwo'],
    ['Hold<!-- on -->', 'Hold'],
    ['<font color="red">Hold</font>', 'Hold'],
  ])('%s is read as %j, and recognised as foreign markup', (html, content) => {
    expect(contentOf(html)).toEqual({ content, isForeign: true });
  });

  test('a position between two elements has an offset, too', () => {
    field.innerHTML = 'One<br><b>two</b>';
    const reading = readField(field);
    expect([0, 1, 2, 3].map((index) => offsetAt(reading, field, index))).toEqual([0, 3, 4, 7]);
  });
});

describe('a change', () => {
  test.each([
    ['Hold on', 'Hold it on', { from: 5, to: 5 }, 'it '],
    ['Hold on', 'Hold', { from: 4, to: 7 }, ''],
    ['Hold on', '**Hold** on', { from: 0, to: 4 }, '**Hold**'],
    ['a😀b', 'a😁b', { from: 1, to: 3 }, '😁'],
    ['aa', 'aaa', { from: 2, to: 2 }, 'a'],
  ])('from %j to %j contains only the difference', (before, after, range, insert) => {
    const change = textDifference(parseEmphasis(before), parseEmphasis(after));
    expect(change).toMatchObject(range);
    expect(change && writeEmphasis(change.insert)).toBe(insert);
  });

  test('to the same text is null', () => {
    expect(textDifference(parseEmphasis('a **b**'), parseEmphasis('a **b**'))).toBeNull();
  });

  test.each(contents)(
    'to %j is in the field afterwards, also where the browser cannot make it',
    (content) => {
      renderField(field, parseEmphasis('Some **other** text'));
      const live = parseEmphasis(content);
      writeField(field, live, { start: 0, end: 2 });
      const reading = readField(field);
      expect(reading.live).toEqual(live);
      expect(selectedIn(field, reading)).toEqual({ start: 0, end: Math.min(2, live.text.length) });
    },
  );
});

test('the style of a range is mixed if it changes inside the range, not at its ends', () => {
  const live = parseEmphasis('a **bcd** e');
  expect(hasMixedStyles(live, { start: 2, end: 5 })).toBe(false);
  expect(hasMixedStyles(live, { start: 0, end: 2 })).toBe(false);
  expect(hasMixedStyles(live, { start: 1, end: 3 })).toBe(true);
});
