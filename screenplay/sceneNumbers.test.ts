import { expect, test } from 'vitest';
import { sceneNumbersOf, shotNumberOf } from './sceneNumbers.ts';

test('numbers scenes by position without fixed numbers', () => {
  const scenes = [
    { id: 70, sceneNumber: 1, displayNumber: null },
    { id: 80, sceneNumber: 2, displayNumber: null },
  ];
  expect([...sceneNumbersOf(scenes, {})]).toEqual([
    [70, '1'],
    [80, '2'],
  ]);
});

test('leaves scenes without a number if another scene has a fixed one', () => {
  const scenes = [
    { id: 70, sceneNumber: 1, displayNumber: '12A' },
    { id: 80, sceneNumber: 2, displayNumber: null },
    { id: 90, sceneNumber: 3, displayNumber: '' },
  ];
  expect([...sceneNumbersOf(scenes, {})]).toEqual([[70, '12A']]);
});

test('returns the number of a shot until it becomes another type', () => {
  const extras = { number: '12A' };
  expect(shotNumberOf({ originalType: 'Shot', extras })).toBe('12A');
  expect(shotNumberOf({ originalType: null, extras })).toBeNull();
  expect(shotNumberOf({ originalType: 'Shot', extras: null })).toBeNull();
});
