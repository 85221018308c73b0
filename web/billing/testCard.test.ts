import { expect, test } from 'vitest';
import { cardProblems, grouped } from './testCard.ts';

const now = new Date('2026-11-23T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expires: '04 / 29', code: '318' };

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242 4242x4242 99', '4242 4242 4242 4242'],
])('%o is shown as %o', (typed, shown) => {
  expect(grouped(typed)).toBe(shown);
});

test.each([
  [good, []],
  [{ ...good, expires: '11/26' }, []],
  [{ ...good, expires: '1129' }, []],
  [{ ...good, number: '4242 4242' }, ['number']],
  [{ ...good, expires: '10/26' }, ['expires']],
  [{ ...good, expires: '13/29' }, ['expires']],
  [{ ...good, expires: 'soon' }, ['expires']],
  [{ ...good, code: '1' }, ['code']],
  [{ number: '', expires: '', code: '' }, ['number', 'expires', 'code']],
])('cardProblems(%o) reports %o', (card, wrong) => {
  expect(Object.keys(cardProblems(card, now))).toEqual(wrong);
});
