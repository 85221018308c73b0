import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

interface ObjectQuery<Value> {
  queryKey: DataTag<QueryKey, Value, Error>;
}

/** Return the cache of one value that is no list of rows with ids (for those, `listCache`). */
export function objectCache<Value>(client: QueryClient, { queryKey }: ObjectQuery<Value>) {
  return {
    /** Store a value from the server, also if none is loaded. */
    set: (value: Value): void => void client.setQueryData(queryKey, value as never),
    /** Change the cached value. Does nothing if none is loaded. */
    change: (step: (value: Value) => Value): void =>
      void client.setQueryData<Value>(queryKey, (value) => (value === undefined ? undefined : step(value))),
  };
}
