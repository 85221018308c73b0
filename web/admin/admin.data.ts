import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  activityPageSize,
  approveBetaSignup,
  createUserInvitation,
  endUserSessions,
  listBetaSignups,
  listUserActivity,
  listUserInvitations,
  listUsers,
  rejectBetaSignup,
} from '#shared/contract/admin.ts';
import type { betaStatuses } from '#shared/contract/beta.ts';
import type { InvitationStatus } from '#shared/invitationStatus.ts';
import { call } from '#web/lib/api.ts';

/** Rows per page. The activity list has fewer. */
const pageSize = 50;

/** Filter and order of a list. */
export interface ListState<Sort extends string, Status extends string = never> {
  search: string;
  /** Null: any status. */
  status: Status | null;
  sort: Sort;
  order: 'asc' | 'desc';
  /** From 0. */
  page: number;
}

export interface Page<Row> {
  rows: Row[];
  hasNext: boolean;
}

export type ApplicationSort = 'createdAt' | 'name' | 'email' | 'status';
export type InvitationSort = 'createdAt' | 'email' | 'expiresAt';
export type UserSort = 'createdAt' | 'name' | 'email' | 'creditBalance';

/** Return offset and limit of a page. One extra row shows whether there is another page. */
export function partOfList(state: ListState<string, string>, size: number) {
  return { limit: size + 1, offset: state.page * size, ...listFilterParams(state) };
}

/** Return the parameters that are the same for all pages. */
export function listFilterParams({ search, order }: Pick<ListState<string, string>, 'search' | 'order'>) {
  return { order, search: search.trim() || undefined };
}

/** Rows per request when a whole list is fetched: the server's maximum. */
const maxRows = 500;

/** Return all rows of a list page by page. New rows shift the others: each is returned once. */
export async function* allPages<Row extends { id: string | number }>(
  load: (part: { limit: number; offset: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const seen = new Set<string | number>();
  for (let offset = 0; ; offset += maxRows) {
    const rows = await load({ limit: maxRows, offset });
    yield rows.filter(({ id }) => !seen.has(id) && seen.add(id));
    if (rows.length < maxRows) return;
  }
}

/** Return all rows of a list that is paged by the last row. */
export async function* allPagesAfter<Row extends { id: number }>(
  load: (part: { limit: number; before?: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await load({ limit: maxRows, ...(last && { before: last.id }) });
    yield rows;
    last = rows.at(-1);
    if (rows.length < maxRows) return;
  }
}

export function listPage<Row>(found: Row[], size: number): Page<Row> {
  return { rows: found.slice(0, size), hasNext: found.length > size };
}

/** Query options of a list: refetch it on mount, because other administrators change it too. */
export const freshList = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;

const listKeys = {
  applications: ['admin', 'applications'],
  invitations: ['admin', 'invitations'],
} as const;

export function applicationsQuery(state: ListState<ApplicationSort, (typeof betaStatuses)[number]>) {
  const query = { ...partOfList(state, pageSize), sort: state.sort, status: state.status ?? undefined };
  return queryOptions({
    queryKey: [...listKeys.applications, query],
    queryFn: async ({ signal }) => listPage(await call(listBetaSignups, { query }, { signal }), pageSize),
    ...freshList,
  });
}

export function allApplications(
  state: ListState<ApplicationSort, (typeof betaStatuses)[number]>,
  signal: AbortSignal,
) {
  const query = { ...listFilterParams(state), sort: state.sort, status: state.status ?? undefined };
  return allPages((part) => call(listBetaSignups, { query: { ...query, ...part } }, { signal }));
}

export function invitationsQuery(state: ListState<InvitationSort, InvitationStatus>) {
  const query = { ...partOfList(state, pageSize), sort: state.sort, status: state.status ?? undefined };
  return queryOptions({
    queryKey: [...listKeys.invitations, query],
    queryFn: async ({ signal }) => listPage(await call(listUserInvitations, { query }, { signal }), pageSize),
    ...freshList,
  });
}

export function allInvitations(state: ListState<InvitationSort, InvitationStatus>, signal: AbortSignal) {
  const query = { ...listFilterParams(state), sort: state.sort, status: state.status ?? undefined };
  return allPages((part) => call(listUserInvitations, { query: { ...query, ...part } }, { signal }));
}

export function usersQuery(state: ListState<UserSort>) {
  const query = { ...partOfList(state, pageSize), sort: state.sort };
  return queryOptions({
    queryKey: ['admin', 'users', query],
    queryFn: async ({ signal }) => listPage(await call(listUsers, { query }, { signal }), pageSize),
    ...freshList,
  });
}

/** Sign a user out in all browsers. */
export function useEndSessions() {
  return useMutation({ mutationFn: (userId: string) => call(endUserSessions, { params: { userId } }) });
}

export function allUsers(state: ListState<UserSort>, signal: AbortSignal) {
  const query = { ...listFilterParams(state), sort: state.sort };
  return allPages((part) => call(listUsers, { query: { ...query, ...part } }, { signal }));
}

export function activityQuery(state: ListState<'createdAt'>) {
  const query = partOfList(state, activityPageSize);
  return queryOptions({
    queryKey: ['admin', 'activity', query],
    queryFn: async ({ signal }) =>
      listPage(await call(listUserActivity, { query }, { signal }), activityPageSize),
    ...freshList,
  });
}

export function allActivity(state: ListState<'createdAt'>, signal: AbortSignal) {
  const query = listFilterParams(state);
  return allPages((part) => call(listUserActivity, { query: { ...query, ...part } }, { signal }));
}

/** Approve or reject; afterwards the lists are refetched, also when someone else was faster. */
export function useDecision() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, verdict }: { id: number; verdict: 'approve' | 'reject' }) =>
      call(verdict === 'approve' ? approveBetaSignup : rejectBetaSignup, { params: { id } }),
    onSettled: () => {
      for (const queryKey of Object.values(listKeys)) void client.invalidateQueries({ queryKey });
    },
  });
}

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; expireDays: 1 | 3 | 7 | 14 | 30 }) =>
      call(createUserInvitation, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: listKeys.invitations }),
  });
}
