import { describe, expect, test } from 'vitest';
import { namedByColumns } from './bulk.ts';
import { scenes } from './schema/script.ts';

describe('namedByColumns', () => {
  test('returns the names of the columns', () => {
    expect(namedByColumns(scenes, [{ id: 1, actNumber: 2 }])).toEqual([{ id: 1, act_number: 2 }]);
  });

  test('throws for a field that the table does not have', () => {
    expect(() => namedByColumns(scenes, [{ id: 1, isOpening: true }])).toThrow('has no field isOpening');
  });
});
