import { expect, test } from 'vitest';
import { unstyled } from '#screenplay/styled.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { editsOf, type TypedLine } from './lineEdits.ts';

const { elements } = scriptRows([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Nobody moves.' },
]);

/** Return the line of the bottom input after an element. */
function lineBelow(afterId: number | null): TypedLine {
  const text = unstyled('A horn.');
  return { id: -7, base: null, basedOn: null, afterId, type: 'action', text, isBelow: true };
}

test('numbers a line of the bottom input by its own rules at the end of the script only', () => {
  const [first, last] = elements.map(({ id }) => id);
  expect(editsOf(lineBelow(last ?? null), elements)).toEqual([
    {
      type: 'insert',
      afterId: last,
      elements: [{ elementType: 'action', content: 'A horn.', key: -7 }],
      isBelow: true,
    },
  ]);
  // The filter shows an earlier scene.
  expect(editsOf(lineBelow(first ?? null), elements)).toEqual([
    { type: 'insert', afterId: first, elements: [{ elementType: 'action', content: 'A horn.', key: -7 }] },
  ]);
});
