import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelSubscription,
  confirmPayment,
  confirmTestPayment,
  createPaymentIntent,
  createSubscription,
  endTestPeriod,
  exportLedger,
  getConfig,
  getSubscriptionStatus,
  listCreditUse,
  listLedger,
  listPayments,
} from '#shared/contract/billing.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { currentUserQuery } from '#web/session/auth.ts';

// Credits and payments change elsewhere, so each page refetches them when it opens.

export const configQuery = queryOptions({
  queryKey: ['billing', 'config'],
  queryFn: ({ signal }) => call(getConfig, undefined, { signal }),
});

export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: ({ signal }) => call(getSubscriptionStatus, undefined, { signal }),
  refetchOnMount: 'always',
});

export const paymentsQuery = queryOptions({
  queryKey: ['billing', 'payments'],
  queryFn: ({ signal }) => call(listPayments, undefined, { signal }),
  refetchOnMount: 'always',
});

export type LedgerQuery = Pick<
  NonNullable<CallInput<typeof listLedger>['query']>,
  'type' | 'from' | 'to' | 'project'
>;

const pageLength = 50;

/** Query the ledger in pages; each starts after the previous page's last line. */
export function ledgerQuery(filter: LedgerQuery) {
  return infiniteQueryOptions({
    queryKey: ['billing', 'ledger', filter],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...filter, ...(pageParam !== null && { before: pageParam }), limit: pageLength };
      return call(listLedger, { query }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ lines, hasMore }) => (hasMore ? (lines.at(-1)?.id ?? null) : null),
    refetchOnMount: 'always',
  });
}

/** Return the address of the file with all filtered lines. */
export function ledgerFileHref(filter: LedgerQuery): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return hrefOf(query.size > 0 ? `${exportLedger.path}?${query}` : exportLedger.path);
}

export function creditUseQuery(period: Pick<LedgerQuery, 'from' | 'to'> = {}) {
  return queryOptions({
    queryKey: ['billing', 'use', period],
    queryFn: ({ signal }) => call(listCreditUse, { query: period }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Return a function that refetches all queries about credits and subscriptions. */
export function useRefreshMoney() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['billing'] }),
      queries.invalidateQueries({ queryKey: ['account'] }),
      queries.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      // Prices and remaining credits of projects.
      queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'ai' }),
    ]);
}

export function useBeginSubscription() {
  return useMutation({ mutationFn: () => call(createSubscription) });
}

export function useBeginPurchase() {
  return useMutation({ mutationFn: (amount: number) => call(createPaymentIntent, { body: { amount } }) });
}

export function useConfirmPayment() {
  return useMutation({
    mutationFn: (paymentIntentId: string) => call(confirmPayment, { body: { paymentIntentId } }),
  });
}

export function usePayInTestMode() {
  return useMutation({
    mutationFn: (body: CallInput<typeof confirmTestPayment>['body']) => call(confirmTestPayment, { body }),
  });
}

export function useCancelSubscription() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: () => queries.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
  });
}

export function useEndTestPeriod() {
  const refresh = useRefreshMoney();
  return useMutation({ mutationFn: () => call(endTestPeriod), onSuccess: refresh });
}
