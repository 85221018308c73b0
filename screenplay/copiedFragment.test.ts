import { describe, expect, test } from 'vitest';
import { parseFragment } from './copiedFragment.ts';

const line = { elementType: 'action', content: 'Rain.' };
const copied = { elements: [line], startsInside: false, endsInside: false };

describe('parseFragment', () => {
  test('returns elements with all fields of a new element', () => {
    const whole = {
      ...line,
      dual: 'left',
      alignment: 'Center',
      startsNewPage: true,
      characterName: 'MARA',
      parenthetical: 'low',
      source: { projectId: 1, id: -3 },
    };
    const fragment = { elements: [whole], startsInside: true, endsInside: true, isLine: true };
    expect(parseFragment(fragment)).toEqual(fragment);
  });

  test('drops unknown fields', () => {
    expect(parseFragment({ ...copied, elements: [{ ...line, id: 7 }], by: 'Sam' })).toEqual(copied);
  });

  test.each([
    null,
    'Rain.',
    { ...copied, elements: [] },
    { ...copied, startsInside: undefined },
    { ...copied, isLine: false },
    ...[
      { content: 'Rain.' },
      { elementType: 'action' },
      { ...line, elementType: 'song' },
      { ...line, content: ' ' },
      { ...line, content: 'x'.repeat(20_001) },
      { ...line, content: '\0' },
      { ...line, content: '\uD800' },
      { ...line, characterName: null },
      { ...line, dual: 'middle' },
      { ...line, startsNewPage: false },
      { ...line, source: { projectId: -1, id: 2 } },
      { ...line, source: { projectId: 1, id: 0.5 } },
    ].map((element) => ({ ...copied, elements: [line, element] })),
  ])('returns null for %j', (value) => {
    expect(parseFragment(value)).toBeNull();
  });
});
