import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { logFailure } from './logFailure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: LoggedMeta;
    mutationMeta: LoggedMeta;
  }
}

interface LoggedMeta extends Record<string, unknown> {
  /** Message for the console on failure: "Failed to load conversations". */
  failure?: string;
}

function logIfAsked(meta: LoggedMeta | undefined, error: unknown): void {
  if (meta?.failure !== undefined) logFailure(meta.failure, error);
}

/**
 * Create the query client. Nothing is refetched or retried automatically
 * (docs/spec/application.md).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => logIfAsked(query.meta, error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => logIfAsked(mutation.meta, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // A server on this machine replies without a network, too.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueryClient();
