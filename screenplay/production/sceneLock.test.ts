import { describe, expect, test } from 'vitest';
import { lockedSceneNumbers, type SceneLock } from './sceneLock.ts';

const lock: SceneLock = { issued: ['1', '2', '3'], scheme: 'suffix', skipsIAndO: false };

/** Return the numbers of scenes; "-" stands for a new one. */
function numbersOf(own: string, more: Partial<SceneLock> = {}): string {
  const scenes = own.split(' ').map((number) => (number === '-' ? null : number));
  return lockedSceneNumbers(scenes, { ...lock, ...more }).join(' ');
}

describe('lockedSceneNumbers', () => {
  test.each([
    ['issued numbers', '1 2 3', '1 2 3'],
    ['issued numbers in their new order', '3 1 2', '3 1 2'],
    ['new scenes with letters', '1 - - 2 3', '1 1A 1B 2 3'],
    ['new scenes before the first', '- - 1 2', 'A1 B1 1 2'],
    ['new scenes after the last', '2 3 - -', '2 3 3A 3B'],
    ['new scenes between 5 and 5A', '5 - - 5A 6', '5 A5A B5A 5A 6'],
    ['new scenes after 5A', '5 5A - - 6', '5 5A 5A1 5A2 6'],
    ['numbers of other programs', '71E - 71F I-1-A - 2', '71E 71E1 71F I-1-A I-1-A1 2'],
    ['two scenes with one number', '4 4 - 5', '4 4 4A 5'],
  ])('keeps and inserts: %s', (_name, own, numbers) => {
    expect(numbersOf(own)).toBe(numbers);
  });

  test('writes the letter before the next number with the other scheme', () => {
    expect(numbersOf('5 - - 6 -', { scheme: 'prefix' })).toBe('5 A6 B6 6 6A');
    expect(numbersOf('5 A6 - B6 - 6', { scheme: 'prefix' })).toBe('5 A6 AB6 B6 C6 6');
  });

  test('leaves out I and O on request', () => {
    const own = `1 ${'- '.repeat(14)}2`;
    expect(numbersOf(own, { skipsIAndO: true })).toContain(' 1H 1J 1K 1L 1M 1N 1P 2');
    expect(numbersOf(own)).toContain(' 1H 1I 1J');
  });

  test('does not use the number of a scene that is gone', () => {
    expect(numbersOf('1 - 2', { issued: ['1', '1A', '2'] })).toBe('1 1B 2');
  });
});
