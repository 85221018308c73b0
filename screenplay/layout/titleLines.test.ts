import { describe, expect, test } from 'vitest';
import { emptyTitlePage } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { titleFieldBoxes } from './titleFieldBoxes.ts';
import { narrowTitleLines } from './titleLines.ts';
import { placeTitlePages } from './titlePage.ts';

const page = {
  ...emptyTitlePage,
  title: 'The **Night** Ferry and All Those Who Were Aboard Her That Winter',
  author: 'Olive Owner',
  contact: 'Pier 4',
  draftDate: '3 March',
};

describe('narrowTitleLines', () => {
  test('breaks long lines and puts texts side by side below each other', () => {
    const lines = narrowTitleLines(page, defaultFormat, 38);
    const texts = lines.map(({ runs }) => runs.map(({ text }) => text).join(''));
    // The paper, too, has no room for the whole title in a line.
    expect(texts.map((text) => text.trim())).toEqual([
      'THE NIGHT FERRY AND ALL THOSE WHO WERE',
      'ABOARD HER THAT',
      'WINTER',
      'Olive Owner',
      'Pier 4',
      '3 March',
    ]);
    const slots = lines.map(({ slot }) => slot);
    expect(new Set(slots).size).toBe(slots.length);
    expect(slots).toEqual(slots.toSorted((a, b) => a - b));
    for (const text of texts) expect(text.trim().length).toBeLessThanOrEqual(38);
    expect(lines.flatMap(({ runs }) => runs).find(({ isBold }) => isBold)?.text).toBe('NIGHT');
  });

  test('is empty without text', () => {
    expect(narrowTitleLines(emptyTitlePage, defaultFormat, 38)).toEqual([]);
  });
});

describe('titleFieldBoxes', () => {
  test('has filled fields where they are printed, and room for the empty ones', () => {
    const full = {
      ...page,
      ...{ title: 'Night Ferry', credit: 'Written by', source: 'A novel', copyright: '2026', notes: 'First' },
    };
    const [runs = []] = placeTitlePages(full, defaultFormat);
    for (const box of titleFieldBoxes(full, defaultFormat)) {
      const text = full[box.field].toUpperCase();
      const run = runs.find((each) => each.text.toUpperCase() === text);
      expect(run && run.yPoints - 9, box.field).toBe(box.topPoints);
    }
    const boxes = titleFieldBoxes(emptyTitlePage, defaultFormat);
    expect(boxes).toHaveLength(8);
    expect(new Set(boxes.map(({ alignment, topPoints }) => `${alignment} ${topPoints}`)).size).toBe(8);
  });
});
