import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { insertAmongSiblings } from '#screenplay/denseOrder.ts';
import type { Plan } from '#screenplay/plan.ts';
import { createAct, fillPlan, listActs, updateAct } from '#shared/contract/acts.ts';
import { createBeat, listBeats, type StoryBeat, updateBeat } from '#shared/contract/beats.ts';
import { createSequence, listSequences, updateSequence } from '#shared/contract/sequences.ts';
import type { CallInput, EndpointShape } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { toast } from '#web/lib/toast.ts';
import { planningToasts } from '#web/planning/planningToasts.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { markEdited } from '#web/projects/projects.data.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { withPlaces, withRow } from './rows.ts';

/** Query the acts. They are refetched on mount, because other views and users change them. */
export function actsQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'acts'),
    queryFn: ({ signal }) => call(listActs, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

export function sequencesQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'sequences'),
    queryFn: ({ signal }) => call(listSequences, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

export function beatsQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'story-beats'),
    queryFn: ({ signal }) => call(listBeats, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

type Body<E extends EndpointShape> = CallInput<E> extends { body: infer Given } ? Given : never;

/** Write the server's answers into the cached lists. */
export function usePlanCache(projectId: number) {
  const client = useQueryClient();
  const acts = listCache(client, actsQuery(projectId));
  const sequences = listCache(client, sequencesQuery(projectId));
  const beats = listCache(client, beatsQuery(projectId));
  const lists = [acts, sequences, beats];
  return {
    acts,
    sequences,
    beats,
    /** Apply the step that the server has made. */
    change: (step: (plan: Plan) => Plan) => {
      const known = { acts: acts.rows(), sequences: sequences.rows(), beats: beats.rows() };
      const next = step({ ...known, scenes: [] });
      acts.change((rows) => withPlaces(rows, next.acts));
      sequences.change((rows) => withPlaces(rows, next.sequences));
      beats.change((rows) => withPlaces(rows, next.beats));
    },
    settle: () => {
      for (const list of lists) list.refetchIfPending();
      markEdited(client, projectId);
    },
    /**
     * Refetch all lists, also after a rejection: the cache may be outdated, for example contain a
     * deleted act.
     */
    invalidateAll: (): Promise<unknown> => Promise.all(lists.map((list) => list.invalidate())),
    /** Scenes are put into acts and sequences, too. */
    invalidateScenes: (): Promise<void> => listCache(client, scenesQuery(projectId)).invalidate(),
  };
}

/** Return the mutation scope that sends the changes of one plan one after another, in order. */
export function planQueueOf(projectId: number) {
  return { id: `plan ${projectId}` };
}

export function useCreateAct(projectId: number) {
  const { acts, settle, invalidateAll } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: (body: Body<typeof createAct>) => call(createAct, { params: { id: projectId }, body }),
    onSuccess: (act) => {
      acts.change((rows) => insertAmongSiblings(rows, act, act.orderIndex));
      settle();
      toast(planningToasts.actAdded);
    },
    onError: () => {
      invalidateAll();
      toast(planningToasts.actAddFailed);
    },
  });
}

/** Fill an empty plan with a structure, including beats and scenes. */
export function useFillPlan(projectId: number) {
  const { acts, beats, settle, invalidateAll, invalidateScenes } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    meta: { failure: 'Failed to fill the plan' },
    mutationFn: (body: Body<typeof fillPlan>) => call(fillPlan, { params: { id: projectId }, body }),
    onSuccess: async (stored) => {
      // The acts are set last, so that the board renders once.
      await beats.invalidate();
      acts.change(() => stored);
      settle();
      invalidateScenes();
    },
    onError: invalidateAll,
  });
}

export function useUpdateAct(projectId: number) {
  const { acts, settle, invalidateAll } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: ({ actId, ...body }: { actId: number } & Body<typeof updateAct>) =>
      call(updateAct, { params: { id: actId }, body }),
    onSuccess: (act) => {
      acts.replace(act);
      settle();
      toast(planningToasts.actUpdated);
    },
    onError: () => {
      invalidateAll();
      toast(planningToasts.actUpdateFailed);
    },
  });
}

export function useCreateSequence(projectId: number) {
  const { sequences, settle, invalidateAll } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: (body: Body<typeof createSequence>) =>
      call(createSequence, { params: { id: projectId }, body }),
    onSuccess: (sequence) => {
      sequences.change((rows) =>
        withRow(rows, sequence, ({ actNumber }) => actNumber === sequence.actNumber),
      );
      settle();
      toast(planningToasts.sequenceAdded);
    },
    onError: () => {
      invalidateAll();
      toast(planningToasts.sequenceAddFailed);
    },
  });
}

export function useUpdateSequence(projectId: number) {
  const { sequences, settle, invalidateAll } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: ({ sequenceId, ...body }: { sequenceId: number } & Body<typeof updateSequence>) =>
      call(updateSequence, { params: { id: sequenceId }, body }),
    onSuccess: (sequence) => {
      sequences.replace(sequence);
      settle();
      toast(planningToasts.sequenceUpdated);
    },
    onError: () => {
      invalidateAll();
      toast(planningToasts.sequenceUpdateFailed);
    },
  });
}

export function useCreateBeat(projectId: number) {
  const { beats, settle, invalidateAll } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: (body: Body<typeof createBeat>) => call(createBeat, { params: { id: projectId }, body }),
    onSuccess: (beat) => {
      const isSibling = (row: StoryBeat) =>
        row.actNumber === beat.actNumber && row.sequenceId === beat.sequenceId;
      beats.change((rows) => withRow(rows, beat, isSibling));
      settle();
      toast(planningToasts.beatAdded);
    },
    onError: () => {
      invalidateAll();
      toast(planningToasts.beatAddFailed);
    },
  });
}

export interface BeatEdit {
  beatId: number;
  title: string;
  description: string;
  /** Planned page; null: none. */
  pageNumber?: number | null;
}

export function useEditBeat(projectId: number) {
  const { beats, settle } = usePlanCache(projectId);
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: ({ beatId, ...body }: BeatEdit) => call(updateBeat, { params: { id: beatId }, body }),
    onSuccess: ({ title, description, pageNumber }, { beatId }) => {
      beats.change((rows) =>
        rows.map((row) => (row.id === beatId ? { ...row, title, description, pageNumber } : row)),
      );
      settle();
      toast(planningToasts.beatUpdated);
    },
    onError: () => toast(planningToasts.beatUpdateFailed),
  });
}
