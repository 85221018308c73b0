import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

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
 * only through this. Changes do nothing while the list is not loaded. Rarely used steps are in
 * listSteps.ts, because every page loads this file.
 */
export function listCache<Row extends { id: number | string }>(
  client: QueryClient,
  { queryKey }: ListQuery<Row>,
) {
  const filter = { queryKey, exact: true };
  const change = (step: (rows: Row[]) => Row[]): void =>
    void client.setQueryData(queryKey, (rows: Row[] | undefined) => rows && step(rows));
  const invalidate = (): Promise<void> => invalidateList(client, queryKey);
  const isFetching = (): boolean => client.isFetching(filter) > 0;
  const refetchIfPending = (): void => {
    if (isFetching()) void invalidate();
  };
  const without = (rows: Row[], rowId: Row['id']) => rows.filter(({ id }) => id !== rowId);
  const replaced = (rows: Row[], row: Row) => rows.map((each) => (each.id === row.id ? row : each));
  return {
    /** Return the cached rows; empty if the list is not loaded. */
    rows: (): Row[] => client.getQueryData(queryKey) ?? [],
    /** Change the cached rows. */
    change,
    /** Replace the row with the same id. */
    replace: (row: Row) => change((rows) => replaced(rows, row)),
    /** Replace the row with the same id, or append it. */
    put: (row: Row) =>
      change((rows) => (rows.some(({ id }) => id === row.id) ? replaced(rows, row) : [...rows, row])),
    /** Put a row at the start, or move it there. */
    putFirst: (row: Row) => change((rows) => [row, ...without(rows, row.id)]),
    remove: (id: Row['id']) => change((rows) => without(rows, id)),
    invalidate,
    isFetching,
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
