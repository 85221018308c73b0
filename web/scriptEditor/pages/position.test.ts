import { expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { toScriptElements } from '../sheet/elementCasts.ts';
import { measuresFor } from '../sheet/measures.ts';
import { createSheetLayout } from '../sheet/sheetLayout.ts';
import { deskPositionOf, elementInView, indexOfScene, sceneAt, startsInView } from './position.ts';

const { elements, scenes } = scriptRows([
  { elementType: 'action', content: 'Black.' },
  ...Array.from({ length: 40 }, (_each, index) => [
    { elementType: 'scene_heading' as const, content: `INT. DECK ${index + 1} - NIGHT` },
    { elementType: 'action' as const, content: 'Nobody moves.' },
  ]).flat(),
]);
const book = createSheetLayout(
  paginate(toScriptElements(elements), defaultFormat),
  measuresFor(1200, false, defaultFormat),
  0,
);

test('the position counts pages and lines from 1', () => {
  expect(deskPositionOf(book, 0)).toEqual({ page: '1', pages: '4', line: 1, linesPerPage: 54 });
  expect(deskPositionOf(book, 1)).toMatchObject({ page: '1', line: 4 });
  const second = book.pagination.pages[1]?.elementIndex ?? -1;
  expect(deskPositionOf(book, second)).toMatchObject({ page: '2', line: 1 });
});

test('determines the element at the top of the window from the scroll position alone', () => {
  expect(elementInView(book, 0)).toBe(elements[0]);
  const second = book.pagination.pages[1]?.elementIndex ?? -1;
  expect(elementInView(book, book.tops[1] ?? 0)).toBe(elements[second]);
});

test('an element is visible while its first line is in the viewport', () => {
  expect(startsInView(book, 0, { scrollPx: 0, heightPx: 900 })).toBe(true);
  expect(startsInView(book, 0, { scrollPx: 600, heightPx: 900 })).toBe(false);
  expect(startsInView(book, 80, { scrollPx: 0, heightPx: 900 })).toBe(false);
  expect(startsInView(book, -1, { scrollPx: 0, heightPx: 900 })).toBe(false);
});

test('text before the first heading is the opening; below a heading it is that scene', () => {
  expect(sceneAt(elements, scenes, 0)).toBe(scenes[0]);
  expect(scenes[0]?.heading).toBe('');
  expect(sceneAt(elements, scenes, 1)?.heading).toBe('INT. DECK 1 - NIGHT');
  expect(sceneAt(elements, scenes, 2)?.heading).toBe('INT. DECK 1 - NIGHT');
  expect(sceneAt(elements, scenes, 3)?.heading).toBe('INT. DECK 2 - NIGHT');
});

test('a scene is found by its heading, the opening by its first text', () => {
  expect(indexOfScene(elements, scenes[0]?.id ?? 0)).toBe(0);
  expect(indexOfScene(elements, scenes[2]?.id ?? 0)).toBe(3);
  expect(indexOfScene(elements, -1)).toBe(-1);
});
