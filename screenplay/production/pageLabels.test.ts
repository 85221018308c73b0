import { describe, expect, test } from 'vitest';
import { pageLabels } from './pageLabels.ts';

describe('pageLabels', () => {
  test.each([
    ['issued labels', ['1', '2', '3'], [0, 1, 2], '1 2 3'],
    ['overflow pages with letters', ['1', '2', '3'], [0, 1, null, null, 2], '1 2 2A 2B 3'],
    ['overflow after the last page', ['1', '2'], [0, 1, null], '1 2 2A'],
    ['overflow before an issued 2A', ['1', '2', '2A', '3'], [0, 1, null, null, 2, 3], '1 2 A2A B2A 2A 3'],
    ['overflow after an issued 2A', ['1', '2', '2A', '3'], [0, 1, 2, null, 3], '1 2 2A 2A1 3'],
    ['overflow between 2A and 2B', ['2', '2A', '2B'], [0, 1, null, 2], '2 2A 2A1 2B'],
    ['overflow before an issued A2A', ['2', 'A2A', '2A'], [0, null, 1, 2], '2 AA2A A2A 2A'],
    ['a page that is gone as a range', ['23', '24', '25'], [0, 2], '23-24 25'],
    ['two pages that are gone', ['23', '24', '25', '26'], [0, 3], '23-25 26'],
    ['a page after a range of the file', ['23-24', '25', '26'], [0, 2], '23-25 26'],
    ['overflow of a range', ['23', '24', '25'], [0, null, 2], '23-24 24A 25'],
    ['an A page that is gone', ['12', '12A', '13'], [0, null, 2], '12-12A 12A1 13'],
    ['a first page that is gone', ['1', '2', '3'], [1, 2], '1-2 3'],
    ['a last page that is gone', ['1', '2'], [0], '1-2'],
    ['120 as none of the pages of 12', ['12', '120'], [0, null, 1], '12 12A 120'],
    ['labels that are no numbers', ['x', 'x'], [0, null, 1], 'x x1 x'],
  ])('returns %s', (_name, issued, pages, labels) => {
    expect(pageLabels(issued, pages).join(' ')).toBe(labels);
  });
});
