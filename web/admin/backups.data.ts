import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { backupRefreshSeconds, createBackup, getBackups } from '#shared/contract/backups.ts';
import { call } from '#web/lib/api.ts';

/** The list is refetched while a backup is made, until it is in the list. */
export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => call(getBackups, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => (data?.runningSince ? backupRefreshSeconds * 1000 : false),
});

/** Start a backup; afterwards the list is refetched, also when another administrator was faster. */
export function useCreateBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(createBackup),
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
}
