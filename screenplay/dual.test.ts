import { expect, test } from 'vitest';
import { speechAt, toggleDual } from './dual.ts';
import type { DualColumn, ElementType } from './element.ts';

const types: Record<string, ElementType> = {
  a: 'action',
  c: 'character',
  p: 'parenthetical',
  d: 'dialogue',
};

/** Build a script from "acd cd", and its columns from L and R. */
function script(letters: string, columns = ''): { elementType: ElementType; dual: DualColumn | null }[] {
  return Array.from(letters, (letter, index) => ({
    elementType: types[letter] ?? 'action',
    dual: ({ L: 'left', R: 'right' } as const)[columns[index] ?? ''] ?? null,
  }));
}

/** Return the columns after the command; "." stands for none. */
function after(letters: string, columns: string, index: number): string | null {
  const elements = script(letters, columns);
  const changes = toggleDual(elements, index);
  if (!changes) return null;
  for (const { index: at, dual } of changes) elements[at] = { ...elements[at], dual } as (typeof elements)[0];
  return elements.map(({ dual }) => (dual === 'left' ? 'L' : dual === 'right' ? 'R' : '.')).join('');
}

test('speechAt returns the range from the cue to the end of the speech', () => {
  const elements = script('acpdda');
  for (const index of [1, 2, 3, 4]) expect(speechAt(elements, index)).toEqual({ start: 1, end: 5 });
  expect(speechAt(elements, 0)).toBeNull();
  expect(speechAt(elements, 5)).toBeNull();
  expect(speechAt(script('ad'), 1)).toBeNull();
});

test('toggleDual pairs a speech with the previous one, from any of its elements', () => {
  for (const index of [3, 4, 5]) expect(after('acdcpda', '', index)).toBe(index < 3 ? null : '.LLRRR.');
});

test('toggleDual pairs the first of two speeches with the next one', () => {
  expect(after('acdcda', '', 2)).toBe('.LLRR.');
});

test('toggleDual separates a block from any of its elements', () => {
  for (const index of [1, 2, 3, 4]) expect(after('acdcda', '.LLRR.', index)).toBe('......');
});

test('toggleDual does not change adjacent blocks', () => {
  expect(after('cdcdcdcd', 'LLRRLLRR', 3)).toBe('....LLRR');
  expect(after('cdcdcdcd', 'LLRRLLRR', 4)).toBe('LLRR....');
  expect(after('cdcdcd', 'LLRR..', 4)).toBeNull();
});

test('toggleDual returns null without a second speech', () => {
  expect(after('acda', '', 1)).toBeNull();
  expect(after('cdacd', '', 0)).toBeNull();
  expect(after('acd', '', 0)).toBeNull();
});
