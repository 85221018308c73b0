import { expect, test } from 'vitest';
import { readFdx } from '#test/lockedFiles.ts';
import { type Random, seeded } from '#test/random.ts';
import { applyEdit, applyWithInverse, numberDraft } from '../edits/apply.ts';
import type { Edit } from '../edits/edit.ts';
import { createEditSession, type EditSession } from '../edits/editSession.ts';
import { emptyRow, type ScriptRow } from '../edits/rows.ts';
import { emptySnapshot } from '../edits/snapshot.ts';
import type { ScriptElement } from '../element.ts';
import { emptyTitlePage } from '../element.ts';
import { writeFdx } from '../fdx/write.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { pageLabelOf } from '../layout/pageNumbers.ts';
import { paginate } from '../layout/paginate.ts';
import type { Pagination } from '../layout/types.ts';
import { lockPages } from './lockPages.ts';

/** The full count is for a run by hand: RANDOM_EDITS=1000. */
const edits = Number(process.env.RANDOM_EDITS ?? 120);
const count = 150;

/** A locked script in an edit session, as the server has it. */
function lockedScript(): { session: EditSession; format: ScriptFormat; pages: readonly number[] } {
  const rows = Array.from(
    { length: count },
    (_, i): ScriptRow => ({
      ...emptyRow,
      elementType: 'action',
      content: `Word${i} ${'waits for the ferry and '.repeat(i % 9)}leaves. The rain begins.`,
      characterName: null,
      parenthetical: null,
      id: i + 1,
      projectId: 1,
      sceneId: 1,
      orderIndex: (i + 1) * 10,
    }),
  );
  const { pageLock, places } = lockPages(paginate(rows, defaultFormat), 1);
  for (const [i, row] of rows.entries()) row.extras = { lockedPlace: places[i] as (typeof places)[0] };
  const order = rows.map(({ id, orderIndex, elementType, sceneId }) => {
    return { id, orderIndex, elementType, content: '', sceneId };
  });
  const session = createEditSession({
    ...emptySnapshot(1),
    order,
    rows: new Map(rows.map((row) => [row.id, row])),
  });
  session.freeIds = Array.from({ length: 5000 }, (_, i) => 9000 - i);
  return { session, format: { ...defaultFormat, pageLock }, pages: places.map(({ page }) => page) };
}

function elementsOf({ order, rows, created }: EditSession): (ScriptElement & { id: number })[] {
  for (const row of created) {
    const place = order.get(row.id);
    if (place && !rows.has(row.id))
      rows.set(row.id, { ...row, orderIndex: place.orderIndex, sceneId: place.sceneId ?? 0 });
  }
  return [...order].map(({ id }) => rows.get(id) as ScriptRow);
}

function randomEdit(random: Random, elements: readonly (ScriptElement & { id: number })[]): Edit[] {
  const index = random.below(elements.length);
  const { id, content } = elements[index] as ScriptElement & { id: number };
  const next = elements[index + 1];
  const at = random.below(content.length);
  const update = (text: string): Edit => ({ type: 'update', id, fields: { content: text } });
  const insert = (text: string): Edit => {
    return { type: 'insert', afterId: id, elements: [{ elementType: 'action', content: text }] };
  };
  switch (random.pick(['type', 'type', 'cut', 'new', 'new', 'delete', 'split', 'join', 'move'] as const)) {
    case 'type':
      return [update(`${content.slice(0, at)} Quite a few new words. ${content.slice(at)}`)];
    case 'cut':
      return [update(`${content.slice(0, at)}${content.slice(at + 1 + random.below(20))}` || 'Left.')];
    case 'new':
      return [insert('A new line of action.')];
    case 'split':
      return at > 0 && content.slice(at).trim() !== ''
        ? [update(content.slice(0, at)), insert(content.slice(at))]
        : [];
    case 'join':
      return next ? [update(`${content} ${next.content}`), { type: 'delete', id: next.id }] : [];
    case 'move': {
      const others = elements.filter((element) => element.id !== id);
      return [{ type: 'move', ids: [id], afterId: random.pick(others).id }];
    }
    case 'delete':
      return elements.length > 40 ? [{ type: 'delete', id }] : [];
  }
}

/** Return the first word that the script had where each labelled page begins. */
function startsOf({ elements, pages, ...rest }: Pagination): Map<string, number> {
  const pagination = { elements, pages, ...rest };
  return new Map(
    pages.map(({ elementIndex, offset }, page) => {
      const { id } = elements[elementIndex] as ScriptElement & { id: number };
      return [pageLabelOf(pagination, page), offset === 0 ? id : -id];
    }),
  );
}

test(`keeps labels and page starts through ${edits} random edits`, () => {
  const random = seeded(30);
  const { session, format, pages } = lockedScript();
  const issued = format.pageLock?.labels ?? [];
  let elements = elementsOf(session);
  let pagination = paginate(elements, format);
  const original = startsOf(pagination);
  const moved = new Set<number>();
  const undo: Edit[][] = [];
  for (let round = 1; round <= edits; round++) {
    const change = undo.length > 0 && random.chance(0.3) ? undo.pop() : randomEdit(random, elements);
    const back: Edit[] = [];
    for (const edit of change ?? []) {
      if (edit.type === 'move') for (const id of edit.ids) moved.add(id);
      back.unshift(...applyWithInverse(session, edit));
      elementsOf(session);
    }
    undo.push(back);
    numberDraft(session);
    elements = elementsOf(session);
    pagination = paginate(elements, format, pagination);

    const fresh = paginate(elements, format);
    expect(pagination.pages).toEqual(fresh.pages);
    const labels = pagination.pages.map((_, page) => pageLabelOf(pagination, page));
    expect(new Set(labels).size).toBe(labels.length);
    const named = labels.flatMap((label) => {
      const [first = '', last = first] = label.split('-');
      const from = issued.indexOf(first);
      return from < 0 ? [] : issued.slice(from, issued.indexOf(last) + 1);
    });
    // Every issued label is still there, alone or in a range, and in order.
    expect(named).toEqual(issued);
    expectSameStarts(startsOf(pagination));
    if (round % 100 === 0) expectSameFile();
  }

  /** A page begins with its first paragraph as long as that one is left and no neighbour moved. */
  function expectSameStarts(starts: ReadonlyMap<string, number>): void {
    const present = new Set(elements.map(({ id }) => id));
    const isCalm = (page: number) =>
      pages.every((each, i) => each !== page || (present.has(i + 1) && !moved.has(i + 1)));
    for (const [page, label] of issued.entries()) {
      const first = original.get(label) ?? 0;
      if (first < 0 || !isCalm(page) || (page > 0 && !isCalm(page - 1))) continue;
      expect([label, starts.get(label)]).toEqual([label, first]);
    }
  }

  function expectSameFile(): void {
    const plain = elements.map(({ elementType, content, extras }) => {
      return { elementType, content, dual: null, originalType: null, extras };
    });
    const again = readFdx(writeFdx({ elements: plain, format, titlePage: emptyTitlePage, source: null }));
    const read = paginate(again.elements, { ...format, pageLock: again.format.pageLock });
    expect(read.pages.map(({ elementIndex, offset }) => [elementIndex, offset])).toEqual(
      pagination.pages.map(({ elementIndex, offset }) => [elementIndex, offset]),
    );
  }
});

test('gives a restored paragraph its page back', () => {
  const { session, format } = lockedScript();
  const before = startsOf(paginate(elementsOf(session), format));
  const back = [...session.order].flatMap(({ id }) => applyWithInverse(session, { type: 'delete', id }));
  for (const edit of back.toReversed()) applyEdit(session, edit);
  expect(startsOf(paginate(elementsOf(session), format))).toEqual(before);
});
