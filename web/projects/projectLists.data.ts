import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** The lists of a project's rows, by the third part of their query keys. */
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

/** Refetch a list: now if it is shown, or else when it is shown next. Resolves with the answer. */
export async function invalidateList(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const filter = { queryKey, exact: true };
  // While the first load is pending, an invalidation would only join that call. Wait for it first.
  const first = client.getQueryData(queryKey) === undefined && client.getQueryCache().find(filter)?.promise;
  if (first) await first.catch(() => {});
  await client.invalidateQueries(filter);
}

interface ListQuery<Row> {
  queryKey: DataTag<QueryKey, Row[], Error>;
}

/**
 * Return the cache of one list. All views read it, and API answers and the live channel change it
 * only through this.
 */
export function listCache<Row extends { id: number | string }>(
  client: QueryClient,
  { queryKey }: ListQuery<Row>,
) {
  const filter = { queryKey, exact: true };
  const change = (step: (rows: Row[]) => Row[]): void =>
    void client.setQueryData(queryKey, (rows: Row[] | undefined) => rows && step(rows));
  const invalidate = (): Promise<void> => invalidateList(client, queryKey);
  const refetchIfPending = (): void => {
    if (client.isFetching(filter) > 0) void invalidate();
  };
  return {
    /** Return the cached rows; empty if the list is not loaded. */
    rows: (): Row[] => client.getQueryData(queryKey) ?? [],
    /** Changes the cached rows. Does nothing if the list is not loaded. */
    change,
    replace: (row: Row) => change((rows) => rows.map((each) => (each.id === row.id ? row : each))),
    remove: (id: Row['id']) => change((rows) => rows.filter((each) => each.id !== id)),
    invalidate,
    /**
     * Cancels a pending load before an optimistic change, because its answer would restore the old
     * rows.
     */
    cancel: (): Promise<void> => client.cancelQueries(filter),
    /** Refetches after the server has stored something, because a pending answer may be older. */
    refetchIfPending,
    /** Applies rows that the server has stored. */
    settle(step: (rows: Row[]) => Row[]): void {
      change(step);
      refetchIfPending();
    },
  };
}
