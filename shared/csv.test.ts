import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cellsIn, formulasIn, hostileCells, plainCells } from '#test/hostileTexts.ts';
import { type CsvCell, csvMark, fixedNumber, toCsv } from './csv.ts';

describe('toCsv', () => {
  test.each<[CsvCell[][], string]>([
    [
      [
        ['Character', 'Words'],
        ['MARA', 12],
      ],
      'Character,Words\r\nMARA,12',
    ],
    [[['INT. HALL, HVALSUND']], '"INT. HALL, HVALSUND"'],
    [[['THE "FERRY"']], '"THE ""FERRY"""'],
    [[['TWO\nLINES']], '"TWO\nLINES"'],
    [[['=SUM(A1)', '-', '@', '+1', -1]], "'=SUM(A1),'-,'@,'+1,-1"],
    [[[-1.5, 0, Number.NaN, fixedNumber(-0.5, 2), fixedNumber(1000, 2)]], '-1.5,0,,-0.50,1000.00'],
    [[['-2', 'a;b', ' a']], `'-2,"a;b"," a"`],
  ])('writes %j', (rows, text) => {
    expect(toCsv(rows)).toBe(text);
  });

  test.each(plainCells)('leaves %j as it is', (text) => {
    expect(cellsIn(toCsv([[text, text]]))).toEqual([[text, text]]);
  });

  test.each(hostileCells)('writes %j as text', (text) => {
    const csv = toCsv([
      ['Project', 'Note'],
      [text, 7],
      ['Night Ferry', text],
    ]);
    expect(formulasIn(csv)).toEqual([]);
    expect(cellsIn(csv).map((row) => row.length)).toEqual([2, 2, 2]);
    expect(cellsIn(csv)[2]?.[1]?.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
    expect(formulasIn(csvMark + csv)).toEqual([]);
  });
});

/** Every table that leaves as CSV, each of which is tested with the hostile cells. */
const tables = [
  'server/billing/ledger.queries.ts',
  'web/admin/CsvButton.tsx',
  'web/script/reports/ReportTable.tsx',
];

test('toCsv is used by every table export, and this test lists them all', () => {
  const sources = globSync('{server,web,screenplay,shared}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && file !== 'shared/csv.ts',
  );
  expect(sources.length).toBeGreaterThan(500);
  const isWriter = (file: string) =>
    /toCsv\(|csvRow|replaceAll\('"', '""'\)/.test(readFileSync(file, 'utf8'));
  expect(sources.filter(isWriter).sort()).toEqual(tables);
});
