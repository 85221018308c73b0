import { expect, test } from 'vitest';
import type { ScriptElement } from '#screenplay/element.ts';
import { defaultFormat, defaultSceneContinueds } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { seeded } from '#test/random.ts';
import { randomScript } from '#test/randomScript.ts';
import { noInsets } from './drawPage.ts';
import { measuresFor } from './measures.ts';
import {
  createSheetLayout,
  linePositions,
  pageAt,
  pageIn,
  pagesNear,
  type SheetLayout,
  sheetHeightPx,
  sheetOfPage,
} from './sheetLayout.ts';

const wide = measuresFor(1200, false, defaultFormat);
const phone = measuresFor(390, true, defaultFormat);
const script = randomScript(3, 600).map((element, index) => ({ ...element, id: index + 1 }));

const bookOf = (elements: ScriptElement[], measures = wide, earlier?: SheetLayout) =>
  createSheetLayout(paginate(elements, defaultFormat, earlier?.pagination), measures, 0, earlier);

test('a sheet is as high as the paper, also the last one, with 24 px of desk between two', () => {
  const book = bookOf(script);
  const { pagination, tops } = book;
  expect([tops[0], book.measures.headPx]).toEqual([24, 96]);
  const steps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
  expect(new Set(steps.slice(0, -1))).toEqual(new Set([11 * 96 + 24]));
  expect(steps.at(-1)).toBe(11 * 96);
  expect(tops).toHaveLength(pagination.pages.length + 1);
});

test('a sheet of a filtered script is as high as its lines', () => {
  const pagination = paginate(script, defaultFormat);
  const book = createSheetLayout(pagination, wide, 0, undefined, undefined, new Set([1]));
  expect(sheetHeightPx(book, 0)).toBe(96 + (book.bodies[0] ?? 0) + 20);
});

test.for([
  ['wide', wide],
  ['phone', phone],
] as const)('has the heights of a new %s layout after an edit', ([, measures]) => {
  let book = bookOf(script, measures);
  let elements = script;
  for (const at of [300, 0, 599, 42, 417]) {
    const element = elements[at];
    if (!element) throw new Error(`No element ${at}`);
    elements = elements.with(at, { ...element, content: `${element.content} And then some more of it.` });
    book = bookOf(elements, measures, book);
    expect(book.tops).toEqual(bookOf(elements, measures).tops);
    elements = elements.toSpliced(at, 1);
    book = bookOf(elements, measures, book);
    expect(book.tops).toEqual(bookOf(elements, measures).tops);
    elements = elements.toSpliced(at, 0, { ...element, id: 1000 + at });
    book = bookOf(elements, measures, book);
    expect(book.tops).toEqual(bookOf(elements, measures).tops);
  }
});

test('computes the height of a page without laying it out, equal to its height when laid out', () => {
  const elements = randomScript(11, 4000).map((element, index) => ({ ...element, id: index + 1 }));
  const book = bookOf(elements);
  expect(book.pagination.pages.length).toBeGreaterThan(50);
  expect(book.drawn.size).toBe(0);
  expect(book.bodies).toEqual(book.pagination.pages.map((_page, index) => pageIn(book, index).bodyPx));
});

test('computes the height of pages with (CONTINUED), equal to its height when laid out', () => {
  const texts = { ...defaultSceneContinueds, isBottomShown: true, isTopShown: true };
  const elements = randomScript(11, 1000).map((element, index) => ({ ...element, id: index + 1 }));
  const pagination = paginate(elements, { ...defaultFormat, sceneContinueds: texts });
  for (const measures of [wide, phone]) {
    const book = createSheetLayout(pagination, measures, 0);
    const pages = pagination.pages.map((_page, index) => pageIn(book, index));
    expect(book.bodies).toEqual(pages.map(({ bodyPx }) => bodyPx));
    expect(pages.some(({ continueds }) => continueds.length === 2)).toBe(measures === wide);
  }
});

test('keeps the objects of pages that an edit did not reach, so that they do not re-render', () => {
  const before = bookOf(script);
  const drawn = [0, 1, 2].map((page) => pageIn(before, page));
  const last = script.length - 1;
  const element = script[last];
  if (!element) throw new Error('No element');
  const after = bookOf(script.with(last, { ...element, content: 'Changed.' }), wide, before);
  expect([0, 1, 2].map((page) => pageIn(after, page) === drawn[page])).toEqual([true, true, true]);
});

test('renders only changed or moved lines of a changed page', () => {
  const before = bookOf(script);
  const page = pageIn(before, 0);
  const element = page.pieces.at(-1)?.element;
  if (!element) throw new Error('No element');
  const at = script.findIndex(({ id }) => id === element.id);
  const after = bookOf(script.with(at, { ...script[at], content: 'Changed.' } as never), wide, before);
  const now = pageIn(after, 0);
  expect(now.pieces[0]).toBe(page.pieces[0]);
  expect(now.pieces[1]).toBe(page.pieces[1]);
});

test('a height belongs to the sheet there, and a height beyond the ends to the first or last sheet', () => {
  const book = bookOf(script);
  const last = book.bodies.length - 1;
  expect(pageAt(book, -100)).toBe(0);
  expect(pageAt(book, 1e9)).toBe(last);
  for (const page of [0, 1, last]) expect(pageAt(book, (book.tops[page] ?? 0) + 30)).toBe(page);
});

test('returns only the pages near the viewport', () => {
  const book = bookOf(script);
  const { first, last } = pagesNear(book, book.tops[5] ?? 0, 900);
  expect(first).toBeGreaterThanOrEqual(4);
  expect(last).toBeLessThanOrEqual(8);
  expect(first).toBeLessThanOrEqual(5);
});

test('the lines of an element that is split between two pages are on both sheets', () => {
  const book = bookOf(script);
  const cut = book.pagination.pages.findIndex(({ offset }) => offset > 0);
  const index = book.pagination.pages[cut]?.elementIndex ?? -1;
  const lines = linePositions(book, index);
  const top = book.tops[cut] ?? 0;
  expect(lines.some(({ topPx }) => topPx < top)).toBe(true);
  expect(lines.some(({ topPx }) => topPx > top)).toBe(true);
});

const narrowed = (ids: readonly number[], elements = script, earlier?: SheetLayout, shown = new Set(ids)) =>
  createSheetLayout(
    paginate(elements, defaultFormat, earlier?.pagination),
    wide,
    0,
    earlier,
    noInsets,
    shown,
  );

test('a filtered view has the pages and page numbers of the whole script', () => {
  const whole = bookOf(script);
  const ids = [3, 250, 251, 252, 590];
  const book = narrowed(ids);
  const pageOfId = (id: number) => sheetOfPage(whole, id - 1);
  expect(book.pages).toEqual([...new Set(ids.map(pageOfId))]);
  expect(ids.map((_id, index) => book.pages[sheetOfPage(book, index)])).toEqual(ids.map(pageOfId));
  const drawn = book.pages.flatMap((_page, sheet) =>
    pageIn(book, sheet).pieces.map(({ element }) => element.id),
  );
  expect([...new Set(drawn)]).toEqual(ids);
  for (const index of ids.keys()) {
    const [first] = linePositions(book, index);
    expect(pageAt(book, first?.topPx ?? 0)).toBe(sheetOfPage(book, index));
  }
});

test('leaves a blank line for filtered lines, and a sheet no longer than its shown content', () => {
  const [from = 0, to = 0] = [bookOf(script).pagination.pages[2], bookOf(script).pagination.pages[3]].map(
    (page) => page?.elementIndex ?? 0,
  );
  const ids = [script[from + 1]?.id ?? 0, script[to - 2]?.id ?? 0];
  const { pieces, bodyPx } = pageIn(narrowed(ids), 0);
  const [one, other] = pieces;
  const onePx = (one?.lines.length ?? 0) * (one?.pitchPx ?? 0);
  expect([one?.topPx, other?.topPx]).toEqual([0, onePx + wide.linePx]);
  expect(bodyPx).toBe((other?.topPx ?? 0) + (other?.lines.length ?? 0) * (other?.pitchPx ?? 0));
});

test('has the heights of a new layout after an edit of a filtered one', () => {
  const ids = [3, 250, 251, 252, 590];
  const shown = new Set(ids);
  let book = narrowed(ids, script, undefined, shown);
  for (const at of [0, 250, 599]) {
    const elements = script.with(at, {
      ...script[at],
      content: 'Much longer now. '.repeat(30),
    } as (typeof script)[0]);
    book = narrowed(ids, elements, book, shown);
    expect([book.tops, book.pages]).toEqual([narrowed(ids, elements).tops, narrowed(ids, elements).pages]);
  }
});

test.for([1, 2, 3])('has the sheet heights of a new layout after any edit (seed %i)', (seed) => {
  const random = seeded(seed);
  let elements = randomScript(seed, 400);
  let book = bookOf(elements);
  for (let round = 0; round < 80; round++) {
    const at = random.below(elements.length);
    const element = elements[at] ?? random.pick(elements);
    const content = 'Rain on black water. '.repeat(1 + random.below(40)).trim();
    const kind = random.below(8);
    if (kind === 0) elements = elements.toSpliced(at, 1);
    else if (kind === 1) elements = elements.toSpliced(at, 0, { ...element });
    else elements = elements.with(at, { ...element, content });
    book = bookOf(elements, wide, book);
    const fresh = bookOf(elements);
    expect([round, book.tops, book.bodies]).toEqual([round, fresh.tops, fresh.bodies]);
  }
});
