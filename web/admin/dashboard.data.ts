import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AiPricing,
  addCredits,
  type aiFeatures,
  getAiUsageStats,
  getCreditStats,
  getDashboardStats,
  listAiPricing,
  listAiPricingChanges,
  listAiUsage,
  listUserCredits,
  logPageSize,
  statsRefreshSeconds,
  type UsageRange,
  type UsageStats,
  updateAiPricing,
  type usageOutcomes,
  usageRefreshSeconds,
} from '#shared/contract/dashboard.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import {
  allPages,
  allPagesAfter,
  freshList,
  type ListState,
  listFilterParams,
  listPage,
  partOfList,
  type UserSort,
} from './admin.data.ts';

export const dashboardStatsQuery = queryOptions({
  queryKey: ['admin', 'dashboard-stats'],
  queryFn: ({ signal }) => call(getDashboardStats, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: statsRefreshSeconds * 1000,
});

/** Figures with their range. The previous range's figures stay visible while the new ones load. */
export type ShownUsage = UsageStats & { range: UsageRange };

export function usageStatsQuery(range: UsageRange) {
  return queryOptions({
    queryKey: ['admin', 'ai-usage-stats', range],
    queryFn: async ({ signal }): Promise<ShownUsage> => {
      return { ...(await call(getAiUsageStats, { query: { range } }, { signal })), range };
    },
    refetchInterval: usageRefreshSeconds * 1000,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

export interface LogFilter {
  search: string;
  feature: (typeof aiFeatures)[number] | null;
  outcome: (typeof usageOutcomes)[number] | null;
}

function logQuery({ search, feature, outcome }: LogFilter) {
  return { search: search.trim() || undefined, feature: feature ?? undefined, outcome: outcome ?? undefined };
}

/** Query the page of the log that starts after an entry; null: the first page. */
export function usageLogQuery(filter: LogFilter, before: number | null) {
  const query = { ...logQuery(filter), limit: logPageSize + 1, before: before ?? undefined };
  return queryOptions({
    queryKey: ['admin', 'ai-usage', query],
    queryFn: async ({ signal }) => listPage(await call(listAiUsage, { query }, { signal }), logPageSize),
    ...freshList,
  });
}

export function allUsage(filter: LogFilter, signal: AbortSignal) {
  return allPagesAfter((part) => call(listAiUsage, { query: { ...logQuery(filter), ...part } }, { signal }));
}

const pricingKey = ['admin', 'ai-pricing'] as const;

export const pricingQuery = queryOptions({
  queryKey: [...pricingKey, 'prices'],
  queryFn: ({ signal }) => call(listAiPricing, undefined, { signal }),
  refetchOnMount: 'always',
});

export const pricingChangesQuery = infiniteQueryOptions({
  queryKey: [...pricingKey, 'changes'],
  queryFn: ({ pageParam, signal }) =>
    call(listAiPricingChanges, { query: { limit: logPageSize, before: pageParam } }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => (page.length < logPageSize ? undefined : page.at(-1)?.id),
  refetchOnMount: 'always',
});

export function allPricingChanges(signal: AbortSignal) {
  return allPagesAfter((part) => call(listAiPricingChanges, { query: part }, { signal }));
}

type PriceChange = CallInput<typeof updateAiPricing>['body'];

/** Refetch the prices after every answer: another administrator may have changed them. */
export function useChangePrice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ price, ...body }: PriceChange & { price: AiPricing }) =>
      call(updateAiPricing, {
        params: { id: price.id },
        body: { ...body, lastChangeId: price.lastChangeId },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: pricingKey }),
  });
}

const creditsKey = ['admin', 'credits'] as const;

export const creditStatsQuery = queryOptions({
  queryKey: [...creditsKey, 'stats'],
  queryFn: ({ signal }) => call(getCreditStats, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Users per page of the list of credits. */
const creditPageSize = 20;

export function userCreditsQuery(state: ListState<UserSort>) {
  const query = { ...partOfList(state, creditPageSize), sort: state.sort };
  return queryOptions({
    queryKey: [...creditsKey, 'users', query],
    queryFn: async ({ signal }) =>
      listPage(await call(listUserCredits, { query }, { signal }), creditPageSize),
    ...freshList,
  });
}

export function allUserCredits(state: ListState<UserSort>, signal: AbortSignal) {
  const query = { ...listFilterParams(state), sort: state.sort };
  return allPages((part) => call(listUserCredits, { query: { ...query, ...part } }, { signal }));
}

/** Add credits to a user. The idempotency key makes a repeated grant count once. */
export function useAddCredits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: CallInput<typeof addCredits>['body'] & { key: string }) =>
      call(addCredits, { body }, { idempotencyKey: key }),
    onSuccess: () => void client.invalidateQueries({ queryKey: creditsKey }),
  });
}
