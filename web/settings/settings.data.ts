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

/** Beside the whole script, which other screens hold: a preview needs one scene, as it is now. */
export function sceneElementsQuery(projectId: number, sceneId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scene-elements', sceneId],
    queryFn: ({ signal }) =>
      call(listElements, { params: { id: projectId }, query: { sceneId } }, { signal }),
    staleTime: 0,
  });
}

export type SummaryState = CallReply<typeof getSceneSummaries>;

/** Every edit of the script may make a summary old. */
export function summariesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scene-summaries'],
    queryFn: ({ signal }) => call(getSceneSummaries, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** The next few scenes; the new state is shown at once. */
export async function updateSummaries(client: QueryClient, projectId: number, options: AiCallOptions) {
  const { creditBalance, ...state } = await call(
    updateSceneSummaries,
    { params: { id: projectId } },
    options,
  );
  objectCache(client, summariesQuery(projectId)).set(state);
  return { state, creditBalance };
}

/** Grows with every question, so it is asked for whenever it comes into view. */
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

/** A disclosure never changes. */
export function disclosureQuery(disclosureId: number) {
  return queryOptions({
    queryKey: ['ai-disclosures', disclosureId],
    queryFn: ({ signal }) => call(getDisclosure, { params: { id: disclosureId } }, { signal }),
  });
}

/** Everybody's calls add to it. */
export function projectSpendingQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'spending'],
    queryFn: ({ signal }) => call(getProjectSpending, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** The limit is also told beside every price of the project. */
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
