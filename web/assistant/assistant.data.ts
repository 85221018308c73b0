import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { getAiState, previewContext } from '#shared/contract/ai.ts';
import {
  type ChatReply,
  type Conversation,
  chat,
  conversationPageSize,
  createConversation,
  deleteConversation,
  getConversation,
  improve,
  pageConversations,
  type Suggestion,
} from '#shared/contract/assistant.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { call, ignoreNotFound, stream } from '#web/lib/api.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { contextKey } from './contextKey.data.ts';

/** Query the conversations. Every message changes them, so they are refetched on mount. */
export function conversationsQuery(projectId: number) {
  return infiniteQueryOptions({
    queryKey: ['projects', projectId, 'conversations'],
    meta: { failure: 'Failed to load conversations' },
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: conversationPageSize, offset: pageParam };
      return call(pageConversations, { params: { id: projectId }, query }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * conversationPageSize : undefined),
    staleTime: 0,
  });
}

/** Query the provider and its prices. */
export function aiStateQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'ai'],
    queryFn: ({ signal }) => call(getAiState, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

export function refreshAiState(client: QueryClient, projectId: number): void {
  void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey });
}

/**
 * Query the parts that a question would send to a model now; the script may have changed since the
 * last query.
 */
export function contextQuery(projectId: number, body: CallInput<typeof previewContext>['body']) {
  return queryOptions({
    queryKey: [...contextKey(projectId), body],
    queryFn: ({ signal }) => call(previewContext, { params: { id: projectId }, body }, { signal }),
    // Show the previous preview while the next one loads.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 60_000,
  });
}

export const readConversation = (conversationId: number) =>
  call(getConversation, { params: { id: conversationId } });

export async function readLatestConversation(projectId: number): Promise<Conversation | undefined> {
  const query = { limit: 1, offset: 0 };
  const { conversations } = await call(pageConversations, { params: { id: projectId }, query });
  return conversations[0];
}

export const startConversation = (projectId: number) =>
  call(createConversation, { params: { id: projectId }, body: {} });

type Question = CallInput<typeof chat>['body'];

interface Asking {
  signal: AbortSignal;
  idempotencyKey: string;
  onText: (text: string) => void;
}

/** Ask a question, and pass the reply to `onText` as it streams; resolves with the whole reply. */
export function ask(projectId: number, body: Question, { onText, ...options }: Asking): Promise<ChatReply> {
  const onEvent = (event: string, data: unknown) => {
    const text = typeof data === 'object' && data !== null && 'text' in data ? data.text : undefined;
    if (event === 'delta' && typeof text === 'string') onText(text);
  };
  return stream(chat, { params: { id: projectId }, body }, { onEvent, ...options });
}

export function suggest(
  projectId: number,
  body: CallInput<typeof improve>['body'],
  options: { signal: AbortSignal; idempotencyKey: string },
): Promise<{ suggestions: Suggestion[]; creditBalance: number }> {
  return call(improve, { params: { id: projectId }, body }, options);
}

/** Show the remaining credits after a call wherever a balance is displayed. */
export function showBalance(client: QueryClient, projectId: number, creditBalance: number): void {
  objectCache(client, aiStateQuery(projectId)).change((state) => ({ ...state, creditBalance }));
  objectCache(client, currentUserQuery).change((user) => user && { ...user, creditBalance });
  // Refetch the limits: only the server knows how much of them is spent.
  const limits = client.getQueryData(aiStateQuery(projectId).queryKey)?.limits ?? [];
  if (limits.length > 0) void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey });
}

/** Refetch the balance where the answer did not contain it. */
export function refreshBalance(client: QueryClient, projectId: number): void {
  void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey });
  void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

export function refreshConversations(client: QueryClient, projectId: number): void {
  void client.invalidateQueries({ queryKey: conversationsQuery(projectId).queryKey });
}

type Page = CallReply<typeof pageConversations>;

/** Remove the conversation from the list after the server has deleted it; later pages move up. */
export function useDeleteConversation(projectId: number) {
  const client = useQueryClient();
  const without = (page: Page, conversationId: number): Page => ({
    ...page,
    conversations: page.conversations.filter(({ id }) => id !== conversationId),
  });
  return useMutation({
    mutationFn: (conversationId: number) =>
      call(deleteConversation, { params: { id: conversationId } }).catch(ignoreNotFound),
    onSuccess: (_reply, conversationId) => {
      objectCache(client, conversationsQuery(projectId)).change((list) => ({
        ...list,
        pages: list.pages.map((page) => without(page, conversationId)),
      }));
      refreshConversations(client, projectId);
    },
  });
}
