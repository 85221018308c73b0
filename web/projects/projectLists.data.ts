import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** The lists of rows that a project has, by what the third part of their keys is called. */
export type ProjectListName =
  | 'access'
  | 'acts'
  | 'characters'
  | 'comments'
  | 'elements'
  | 'outline'
  | 'scenes'
  | 'sequences'
  | 'story-beats'
  | 'tension-points'
  | 'versions';

export function projectListKey(projectId: number, list: ProjectListName): QueryKey {
  return ['projects', projectId, list];
}

/** Asks the server anew, now where the list is shown and otherwise when it is next. Ends with the answer. */
export async function invalidateList(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const of = { queryKey, exact: true };
  // Where nothing is shown yet, asking anew would be the call that is on its way already: that has to come first.
  const first = client.getQueryData(queryKey) === undefined && client.getQueryCache().find(of)?.promise;
  if (first) await first.catch(() => {});
  await client.invalidateQueries(of);
}

interface ListQuery<Row> {
  queryKey: DataTag<QueryKey, Row[], Error>;
}

/** One list as all views of it show it, and the only way for answers and for the live channel to change it. */
export function listCache<Row extends { id: number | string }>(
  client: QueryClient,
  { queryKey }: ListQuery<Row>,
) {
  const of = { queryKey, exact: true };
  const change = (step: (rows: Row[]) => Row[]): void =>
    void client.setQueryData(queryKey, (rows: Row[] | undefined) => rows && step(rows));
  const invalidate = (): Promise<void> => invalidateList(client, queryKey);
  const overtake = (): void => {
    if (client.isFetching(of) > 0) void invalidate();
  };
  return {
    /** What is shown; empty where nothing is known yet. */
    rows: (): Row[] => client.getQueryData(queryKey) ?? [],
    /** What is not known yet stays so. */
    change,
    replace: (row: Row) => change((rows) => rows.map((each) => (each.id === row.id ? row : each))),
    remove: (id: Row['id']) => change((rows) => rows.filter((each) => each.id !== id)),
    invalidate,
    /** Before a change that is seen at once: a list on its way would bring back what was there before. */
    cancel: (): Promise<void> => client.cancelQueries(of),
    /** After the server has stored something: an answer on its way may be older, so it is asked for anew. */
    overtake,
    /** What the server has stored stands in the list. */
    settle(step: (rows: Row[]) => Row[]): void {
      change(step);
      overtake();
    },
  };
}
