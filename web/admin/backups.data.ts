import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { backupRefreshSeconds, createBackup, getBackups, restoreBackup } from '#shared/contract/backups.ts';
import { ApiError, call } from '#web/lib/api.ts';

const refreshMs = backupRefreshSeconds * 1000;

/** The list is refetched while a backup is made, until it is in the list. */
export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => call(getBackups, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => (data?.runningSince ? refreshMs : false),
});

/** Start a backup; afterwards the list is refetched, also when another administrator was faster. */
export function useCreateBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(createBackup),
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
}

/** Order a restore. Its result is in the list, once the server has started again. */
export function useRestoreBackup() {
  return useMutation({ mutationFn: (name: string) => call(restoreBackup, { params: { name } }) });
}

interface OrderedRestore {
  name: string;
  /** Time of the last result when the restore was ordered. Another time: it has ended. */
  previousAt: string | null;
}

/**
 * Load the backups. After `onOrdered`, the list is refetched until the server, which answers no
 * calls in the meantime, has the result of that restore.
 */
export function useBackups() {
  const [ordered, setOrdered] = useState<OrderedRestore | null>(null);
  const query = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.runningSince || isPending(ordered, data?.lastRestore ?? null) ? refreshMs : false,
  });
  const lastRestore = query.data?.lastRestore ?? null;
  return {
    ...query,
    /** Name of the backup that is being restored. */
    restoring: isPending(ordered, lastRestore) ? (ordered?.name ?? null) : null,
    /** The restored data does not have this sign-in. */
    isSignedOut: ordered !== null && query.error instanceof ApiError && isAccessError(query.error),
    onOrdered: (name: string) => setOrdered({ name, previousAt: lastRestore?.at ?? null }),
  };
}

function isPending(ordered: OrderedRestore | null, last: { at: string } | null): boolean {
  return ordered !== null && (last?.at ?? null) === ordered.previousAt;
}

function isAccessError({ status }: ApiError): boolean {
  return status === 401 || status === 403;
}
