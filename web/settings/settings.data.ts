import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  disclosurePageSize,
  getDisclosure,
  getSceneSummaries,
  listDisclosures,
  updateSceneSummaries,
} from '#shared/contract/ai.ts';
import { listElements } from '#shared/contract/elements.ts';
import { getProjectSpending, setProjectLimit } from '#shared/contract/spending.ts';
import { generateCharacterTemplate, generateSceneTemplate } from '#shared/contract/templates.ts';
import type { CallReply } from '#shared/endpoint.ts';
import type { TemplateKind } from '#shared/promptTemplates.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { call } from '#web/lib/api.ts';
import { objectCache } from '#web/lib/objectCache.ts';

interface AiCallOptions {
  signal: AbortSignal;
  idempotencyKey: string;
}

const templateCalls = { scene: generateSceneTemplate, character: generateCharacterTemplate };

/** Generate a template that suits the script; the server does not store it. */
export function makeTemplate(
  kind: TemplateKind,
  projectId: number,
  options: AiCallOptions,
): Promise<CallReply<typeof generateSceneTemplate>> {
  return call(templateCalls[kind], { params: { id: projectId } }, options);
}

/** Query the elements of one scene for the preview, separately from the cached whole script. */
export function sceneElementsQuery(projectId: number, sceneId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scene-elements', sceneId],
    queryFn: ({ signal }) =>
      call(listElements, { params: { id: projectId }, query: { sceneId } }, { signal }),
    staleTime: 0,
  });
}

export type SummaryState = CallReply<typeof getSceneSummaries>;

/**
 * Query the state of the summaries. It is refetched on mount, because every edit may outdate a
 * summary.
 */
export function summariesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scene-summaries'],
    queryFn: ({ signal }) => call(getSceneSummaries, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Summarise the next few scenes, and show the new state. */
export async function updateSummaries(client: QueryClient, projectId: number, options: AiCallOptions) {
  const { creditBalance, ...state } = await call(
    updateSceneSummaries,
    { params: { id: projectId } },
    options,
  );
  objectCache(client, summariesQuery(projectId)).set(state);
  return { state, creditBalance };
}

/** Query the log in pages. It is refetched on mount, because every AI call adds to it. */
export function disclosuresQuery(projectId: number) {
  return infiniteQueryOptions({
    queryKey: ['projects', projectId, 'ai-disclosures'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: disclosurePageSize, ...(pageParam !== null && { before: pageParam }) };
      return call(listDisclosures, { params: { id: projectId }, query }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
}

/** Query one entry with its text, which never changes. */
export function disclosureQuery(disclosureId: number) {
  return queryOptions({
    queryKey: ['ai-disclosures', disclosureId],
    queryFn: ({ signal }) => call(getDisclosure, { params: { id: disclosureId } }, { signal }),
  });
}

/** Query the project's spending, to which all members' calls add. */
export function projectSpendingQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'spending'],
    queryFn: ({ signal }) => call(getProjectSpending, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Set the limit, and refetch the prices, which show it too. */
export function useSetProjectLimit(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { limit: number | null }) =>
      call(setProjectLimit, { params: { id: projectId }, body }),
    onSuccess: (spending) => {
      objectCache(client, projectSpendingQuery(projectId)).set(spending);
      void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey });
    },
  });
}
