import { expect, test } from 'vitest';
import { sceneNumbersOf } from './sceneNumbers.ts';

test('without fixed numbers scenes are numbered by their place', () => {
  const scenes = [
    { id: 70, sceneNumber: 1, displayNumber: null },
    { id: 80, sceneNumber: 2, displayNumber: null },
  ];
  expect([...sceneNumbersOf(scenes)]).toEqual([
    [70, '1'],
    [80, '2'],
  ]);
});

test('where one scene has a fixed number, one without has none', () => {
  const scenes = [
    { id: 70, sceneNumber: 1, displayNumber: '12A' },
    { id: 80, sceneNumber: 2, displayNumber: null },
    { id: 90, sceneNumber: 3, displayNumber: '' },
  ];
  expect([...sceneNumbersOf(scenes)]).toEqual([[70, '12A']]);
});
