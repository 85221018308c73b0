import { describe, expect, test } from 'vitest';
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
function columnsAfter(letters: string, columns: string, index: number): string | null {
  const elements = script(letters, columns);
  const changes = toggleDual(elements, index);
  if (!changes) return null;
  for (const { index: at, dual } of changes) elements[at] = { ...elements[at], dual } as (typeof elements)[0];
  return elements.map(({ dual }) => (dual === 'left' ? 'L' : dual === 'right' ? 'R' : '.')).join('');
}

describe('speechAt', () => {
  test('returns the range from the cue to the end of the speech', () => {
    const elements = script('acpdda');
    for (const index of [1, 2, 3, 4]) expect(speechAt(elements, index)).toEqual({ start: 1, end: 5 });
    expect(speechAt(elements, 0)).toBeNull();
    expect(speechAt(elements, 5)).toBeNull();
    expect(speechAt(script('ad'), 1)).toBeNull();
  });
});

describe('toggleDual', () => {
  test('pairs a speech with the previous one, from any of its elements', () => {
    for (const index of [3, 4, 5])
      expect(columnsAfter('acdcpda', '', index)).toBe(index < 3 ? null : '.LLRRR.');
  });

  test('pairs the first of two speeches with the next one', () => {
    expect(columnsAfter('acdcda', '', 2)).toBe('.LLRR.');
  });

  test('separates a block from any of its elements', () => {
    for (const index of [1, 2, 3, 4]) expect(columnsAfter('acdcda', '.LLRR.', index)).toBe('......');
  });

  test('does not change adjacent blocks', () => {
    expect(columnsAfter('cdcdcdcd', 'LLRRLLRR', 3)).toBe('....LLRR');
    expect(columnsAfter('cdcdcdcd', 'LLRRLLRR', 4)).toBe('LLRR....');
    expect(columnsAfter('cdcdcd', 'LLRR..', 4)).toBeNull();
  });

  test('returns null without a second speech', () => {
    expect(columnsAfter('acda', '', 1)).toBeNull();
    expect(columnsAfter('cdacd', '', 0)).toBeNull();
    expect(columnsAfter('acd', '', 0)).toBeNull();
  });
});
