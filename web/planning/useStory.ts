import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBeatMoves } from './beatMoves.data.ts';
import { storyPlan } from './board.ts';
import { actsQuery, beatsQuery, sequencesQuery } from './planning.data.ts';

/** Return the plan with pending moves applied; null until all lists are loaded. */
export function useStory(projectId: number) {
  const acts = useQuery(actsQuery(projectId));
  const sequences = useQuery(sequencesQuery(projectId));
  const beats = useQuery(beatsQuery(projectId));
  const moves = useBeatMoves(projectId);
  const lists = [acts, sequences, beats];
  const plan = useMemo(
    () =>
      acts.data && sequences.data && beats.data
        ? storyPlan(acts.data, sequences.data, beats.data, moves)
        : null,
    [acts.data, sequences.data, beats.data, moves],
  );
  return {
    plan,
    // Shown data stays when a refetch fails.
    isFailed: plan === null && lists.some(({ isError }) => isError),
    isRetrying: lists.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const list of lists) if (list.isError) void list.refetch();
    },
  };
}
