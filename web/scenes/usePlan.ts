import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { actsQuery, beatsQuery, sequencesQuery } from '#web/planning/planning.data.ts';
import type { PlannedGroups } from './grouping.ts';

/** Query acts, sequences and beats. The scenes can be shown without them. */
export function usePlan(projectId: number) {
  const acts = useQuery(actsQuery(projectId));
  const sequences = useQuery(sequencesQuery(projectId));
  const beats = useQuery(beatsQuery(projectId));
  const all = [acts, sequences, beats];
  const plan = useMemo<PlannedGroups>(
    () => ({ acts: acts.data ?? [], sequences: sequences.data ?? [], beats: beats.data ?? [] }),
    [acts.data, sequences.data, beats.data],
  );
  const isPending = all.some((each) => each.isPending);
  const isFailed = all.some((each) => each.isLoadingError);
  const planState: 'pending' | 'failed' | 'there' = isFailed ? 'failed' : isPending ? 'pending' : 'there';
  const retryPlan = () => {
    for (const each of all) if (each.isLoadingError) void each.refetch();
  };
  return { plan, planState, retryPlan };
}
