import { describe, expect, test } from 'vitest';
import { elementTypes, insertMenuTypes } from '../element.ts';
import { isSpeechType } from './predicates.ts';
import { countByType, elementLabels, elementTypeTable, fdxTypeNames } from './table.ts';

describe('elementTypeTable', () => {
  test('has the six types, each once in both menus', () => {
    expect(Object.keys(elementTypeTable).sort()).toEqual([...elementTypes].sort());
    expect([...insertMenuTypes].sort()).toEqual([...elementTypes].sort());
  });

  test.each([
    ['initial letters, by which layout/sheet.ts looks up styles', elementTypes.map((type) => type.charAt(0))],
    ['labels', Object.values(elementLabels)],
    ['initials of labels, which are keys of the type list', labelInitials()],
    ['FDX names', Object.values(fdxTypeNames).map((name) => name.toLowerCase())],
  ])('has distinct %s', (_, values) => {
    expect(new Set(values).size).toBe(elementTypes.length);
  });

  test.each(elementTypes)('has a placeholder of %s in capitals if its text is', (type) => {
    const { isUpperCased, placeholder } = elementTypeTable[type];
    if (isUpperCased) expect(placeholder).toBe(placeholder.toUpperCase());
  });

  test('agrees with the predicates about speeches', () => {
    for (const type of elementTypes)
      expect(isSpeechType(type)).toBe(elementTypeTable[type].part === 'speech');
    expect(isSpeechType(undefined)).toBe(false);
  });
});

test('countByType counts in Tab order', () => {
  const elements = elementTypes.flatMap((elementType, index) => Array(index).fill({ elementType }));
  expect(Object.entries(countByType(elements))).toEqual(elementTypes.map((type, index) => [type, index]));
});

function labelInitials() {
  return elementTypes.map((type) => elementTypeTable[type].label.charAt(0));
}
