import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  activityPageSize,
  approveBetaSignup,
  createUserInvitation,
  listBetaSignups,
  listUserActivity,
  listUserInvitations,
  listUsers,
  rejectBetaSignup,
} from '#shared/contract/admin.ts';
import type { betaStatuses } from '#shared/contract/beta.ts';
import type { InvitationStatus } from '#shared/invitationStatus.ts';
import { call } from '#web/lib/api.ts';

/** Rows of a page; of activity there are fewer. */
const pageSize = 50;

/** What of a list is shown. */
export interface ListState<Sort extends string, Status extends string = never> {
  search: string;
  /** Null: whatever it is. */
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

/** One row more than a page has is asked for: it says whether there is another page. */
function partOfList({ search, order, page }: ListState<string, string>, size: number) {
  return { limit: size + 1, offset: page * size, order, search: search.trim() || undefined };
}

function pageOf<Row>(found: Row[], size: number): Page<Row> {
  return { rows: found.slice(0, size), hasNext: found.length > size };
}

/** Other administrators are at work, too: a list is asked for whenever it comes into view. */
const fresh = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;

const listKeys = {
  applications: ['admin', 'applications'],
  invitations: ['admin', 'invitations'],
} as const;

export function applicationsQuery(state: ListState<ApplicationSort, (typeof betaStatuses)[number]>) {
  const query = { ...partOfList(state, pageSize), sort: state.sort, status: state.status ?? undefined };
  return queryOptions({
    queryKey: [...listKeys.applications, query],
    queryFn: async ({ signal }) => pageOf(await call(listBetaSignups, { query }, { signal }), pageSize),
    ...fresh,
  });
}

export function invitationsQuery(state: ListState<InvitationSort, InvitationStatus>) {
  const query = { ...partOfList(state, pageSize), sort: state.sort, status: state.status ?? undefined };
  return queryOptions({
    queryKey: [...listKeys.invitations, query],
    queryFn: async ({ signal }) => pageOf(await call(listUserInvitations, { query }, { signal }), pageSize),
    ...fresh,
  });
}

export function usersQuery(state: ListState<UserSort>) {
  const query = { ...partOfList(state, pageSize), sort: state.sort };
  return queryOptions({
    queryKey: ['admin', 'users', query],
    queryFn: async ({ signal }) => pageOf(await call(listUsers, { query }, { signal }), pageSize),
    ...fresh,
  });
}

export function activityQuery(state: ListState<'createdAt'>) {
  const query = partOfList(state, activityPageSize);
  return queryOptions({
    queryKey: ['admin', 'activity', query],
    queryFn: async ({ signal }) =>
      pageOf(await call(listUserActivity, { query }, { signal }), activityPageSize),
    ...fresh,
  });
}

/** Approves or rejects; afterwards the lists are asked for anew, also where somebody else was faster. */
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
