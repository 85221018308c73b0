import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { listCache } from './listCache.ts';
import { changeOptimistically, inOrder } from './listSteps.ts';
import { createQueryClient } from './queryClient.ts';

interface Row {
  id: number;
  title: string;
}

const client = createQueryClient();
const [boarding, landfall] = [
  { id: 1, title: 'Boarding' },
  { id: 2, title: 'Landfall' },
];
/** Pending answers of the server, oldest first. */
const answers: ((rows: Row[]) => void)[] = [];
const query = queryOptions({
  queryKey: ['list'],
  queryFn: () => new Promise<Row[]>((resolve) => answers.push(resolve)),
});
const list = listCache<Row>(client, query);
let hide = () => {};

/** Show the list on a screen, with its first answer pending. */
beforeEach(() => {
  hide = new QueryObserver(client, query).subscribe(() => {});
});
afterEach(() => {
  hide();
  client.clear();
  answers.length = 0;
});

const answered = async (at: number, rows: Row[]) => {
  answers[at]?.(rows);
  await eventually(() => expect(client.isFetching()).toBe(0));
};

test('refetches when an answer was pending while something was stored', async () => {
  await answered(0, [boarding]);
  void list.invalidate();
  list.settle((rows) => [...rows, landfall]);
  expect([list.rows(), answers.length]).toEqual([[boarding, landfall], 3]);
  answers[1]?.([boarding]);
  await answered(2, [boarding, landfall]);
  expect(list.rows()).toEqual([boarding, landfall]);
});

test('refetches after the first answer when something was stored before it', async () => {
  list.settle((rows) => [...rows, landfall]);
  answers[0]?.([boarding]);
  await eventually(() => expect(answers).toHaveLength(2));
  await answered(1, [boarding, landfall]);
  expect(list.rows()).toEqual([boarding, landfall]);
});

test('does not refetch when no answer is pending', async () => {
  await answered(0, [boarding]);
  list.settle((rows) => [...rows, landfall]);
  expect([list.rows(), answers.length]).toEqual([[boarding, landfall], 1]);
});

test('ignores an answer that was pending before a change', async () => {
  await answered(0, [boarding]);
  void list.invalidate();
  await list.cancel();
  list.change(() => [landfall]);
  answers[1]?.([boarding]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(list.rows()).toEqual([landfall]);
});

test('leaves a list that was never loaded undefined after every change', () => {
  list.settle((rows) => [...rows, landfall]);
  list.replace(landfall);
  list.put(landfall);
  list.putFirst(landfall);
  list.remove(1);
  changeOptimistically(list, () => [landfall])();
  expect(client.getQueryData(query.queryKey)).toBeUndefined();
});

test('replaces or removes the row with an id and reuses the other objects', async () => {
  await answered(0, [boarding, landfall]);
  const later = { id: 2, title: 'Landfall, later' };
  list.replace(later);
  expect(list.rows()[0]).toBe(boarding);
  expect(list.rows()).toEqual([boarding, later]);
  list.remove(1);
  expect(list.rows()).toEqual([later]);
});

test('replaces the row with the same id, and appends a new one', async () => {
  await answered(0, [boarding]);
  list.put(landfall);
  const later = { id: 1, title: 'Boarding, later' };
  list.put(later);
  expect(list.rows()).toEqual([later, landfall]);
});

test('moves a row to the start', async () => {
  await answered(0, [boarding, landfall]);
  list.putFirst(landfall);
  expect(list.rows()).toEqual([landfall, boarding]);
});

test('reorders the named rows and leaves others after them', async () => {
  const storm = { id: 3, title: 'Storm' };
  await answered(0, [boarding, landfall, storm]);
  list.change((rows) => inOrder(rows, [2, 1]));
  expect(list.rows()).toEqual([landfall, boarding, storm]);
});

test('rolls an optimistic change back', async () => {
  await answered(0, [boarding]);
  const rollBack = changeOptimistically(list, (rows) => [...rows, landfall]);
  expect(list.rows()).toEqual([boarding, landfall]);
  rollBack();
  expect(list.rows()).toEqual([boarding]);
});

test('does not roll a change back over a later one', async () => {
  await answered(0, [boarding]);
  const rollBack = changeOptimistically(list, (rows) => [...rows, landfall]);
  list.remove(1);
  rollBack();
  expect(list.rows()).toEqual([landfall]);
});
