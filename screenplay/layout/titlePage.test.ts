import { describe, expect, test } from 'vitest';
import { emptyTitlePage, type TitlePage } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { placeTitlePages } from './titlePage.ts';
import type { TextRun } from './types.ts';

const placed = (page: Partial<TitlePage>, format = defaultFormat) =>
  placeTitlePages({ ...emptyTitlePage, ...page }, format)[0] ?? [];
const lineOf = ({ yPoints }: TextRun) => (yPoints - 81) / 12;
const middleOf = ({ text, xPoints }: TextRun) => xPoints + (text.length * 7.2) / 2;

describe('placeTitlePages', () => {
  test('prints title, credit, author and source in the middle, from four inches down', () => {
    const runs = placed({
      title: 'Night Ferry',
      credit: 'written by',
      author: 'Olive\nand Eddie',
      source: 'after a true story',
    });
    expect(runs.map((run) => [run.text, lineOf(run)])).toEqual([
      ['NIGHT FERRY', 18],
      ['written by', 21],
      ['Olive', 23],
      ['and Eddie', 24],
      ['after a true story', 26],
    ]);
    expect(runs[0]?.yPoints).toBe(4 * 72 + 9);
    for (const run of runs) expect(middleOf(run)).toBeCloseTo(306);
    expect(runs.every(({ role, elementIndex }) => role === 'title-page' && elementIndex === null)).toBe(true);
  });

  test('prints the contact at the bottom left and the draft date at the bottom right', () => {
    const runs = placed({
      title: 'Night Ferry',
      contact: 'Olive\n1 Pier Road',
      copyright: '(c) Olive',
      draftDate: 'May 2026',
    });
    expect(runs.slice(1).map((run) => [run.text, lineOf(run)])).toEqual([
      ['Olive', 50],
      ['1 Pier Road', 51],
      ['(c) Olive', 53],
      ['May 2026', 53],
    ]);
    expect(runs[1]?.xPoints).toBe(108);
    expect(runs[4]?.xPoints).toBeCloseTo(7.5 * 72 - 8 * 7.2);
  });

  test('centres text on the paper of the format', () => {
    const [run] = placed({ title: 'Night Ferry' }, { ...defaultFormat, paper: 'a4' });
    expect(middleOf(run as TextRun)).toBeCloseTo(595.28 / 2);
  });

  test('honours emphasis marks', () => {
    expect(placed({ title: '_**Night Ferry**_' })).toMatchObject([
      { text: 'NIGHT FERRY', isBold: true, isUnderlined: true },
    ]);
  });

  test('wraps a long title and makes room for many contact lines', () => {
    const runs = placed({ title: 'Night '.repeat(30), author: 'Olive', contact: 'line\n'.repeat(45) });
    const middle = runs.filter(({ text }) => text.startsWith('NIGHT') || text === 'Olive');
    expect(middle).toHaveLength(4);
    expect(middle.every(({ text }) => text.length <= 60)).toBe(true);
    const contactTop = Math.min(...runs.filter(({ text }) => text === 'line').map(lineOf));
    expect(Math.max(...middle.map(lineOf))).toBeLessThan(contactTop);
  });

  test('returns no text for an empty title page', () => {
    expect(placed({ title: '  ', more: [{ key: 'Font', value: 'Courier Prime' }] })).toEqual([]);
  });
});
