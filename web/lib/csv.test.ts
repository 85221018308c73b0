import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
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
])('%j is a table', (rows, text) => {
  expect(toCsv(rows)).toBe(text);
});
