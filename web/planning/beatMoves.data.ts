import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { moveBeat } from '#screenplay/plan.ts';
import { type StoryBeat, updateBeat } from '#shared/contract/beats.ts';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { planningToasts } from '#web/planning/planningToasts.ts';
import type { BeatPosition } from './beatPositions.ts';
import { planQueueOf, usePlanCache } from './planning.data.ts';

/** A pending move of a beat. */
export interface BeatMove extends BeatPosition {
  beatId: number;
}

function movesKey(projectId: number) {
  return ['projects', projectId, 'beat-moves'];
}

/** Return the pending moves, oldest first. The board applies them optimistically. */
export function useBeatMoves(projectId: number): BeatMove[] {
  return useMutationState({
    filters: { mutationKey: movesKey(projectId), status: 'pending' },
    select: ({ state }) => state.variables as BeatMove,
  });
}

export function useMoveBeat(projectId: number) {
  const client = useQueryClient();
  const { beats, change, settle, invalidateAll } = usePlanCache(projectId);
  const put = async ({ beatId, orderIndex, ...home }: BeatMove) => {
    try {
      await call(updateBeat, { params: { id: beatId }, body: { ...home, orderIndex } });
      change((plan) => moveBeat(plan, beatId, home, orderIndex));
      settle();
    } catch (error) {
      invalidateAll();
      throw error;
    }
  };
  const remember = (before: BeatMove, after: BeatMove) => {
    const title = beats.rows().find(({ id }) => id === after.beatId)?.title ?? 'beat';
    const undo = boardUndoOf(client, projectId);
    undo.add({ label: `Move ${title}`, undo: () => put(before), redo: () => put(after) });
  };
  return useMutation({
    scope: planQueueOf(projectId),
    mutationKey: movesKey(projectId),
    mutationFn: ({ beatId, ...body }: BeatMove) => call(updateBeat, { params: { id: beatId }, body }),
    onMutate: ({ beatId }) => homeOf(beats.rows(), beatId),
    onSuccess: (_beat, { beatId, orderIndex, ...home }, before) => {
      if (before) remember(before, { beatId, orderIndex, ...home });
      change((plan) => moveBeat(plan, beatId, home, orderIndex));
      settle();
      const where = home.sequenceId === null ? 'Act' : 'sequence in Act';
      toast({ ...planningToasts.beatMoved, description: `Beat moved to ${where} ${home.actNumber}` });
    },
    onError: () => {
      invalidateAll();
      toast(planningToasts.beatMoveFailed);
    },
  });
}

/** Return the stored position of a beat. */
function homeOf(beats: readonly StoryBeat[], beatId: number): BeatMove | undefined {
  const beat = beats.find(({ id }) => id === beatId);
  if (!beat) return undefined;
  const { actNumber, sequenceId, orderIndex } = beat;
  return { beatId, actNumber, sequenceId, orderIndex };
}
