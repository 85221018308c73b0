import { queryOptions } from '@tanstack/react-query';
import { getChanges, getServerHealth, healthRefreshSeconds } from '#shared/contract/serverHealth.ts';
import { call } from '#web/lib/api.ts';

export const serverHealthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: ({ signal }) => call(getServerHealth, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: healthRefreshSeconds * 1000,
});

export const changesQuery = queryOptions({
  queryKey: ['admin', 'changes'],
  queryFn: ({ signal }) => call(getChanges, undefined, { signal }),
});
