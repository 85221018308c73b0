import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Plan, removeAct, removeBeat, removeSequence } from '#screenplay/plan.ts';
import { deleteAct } from '#shared/contract/acts.ts';
import { deleteBeat } from '#shared/contract/beats.ts';
import { type PlanKind, restoreInPlan } from '#shared/contract/planDeletions.ts';
import { deleteSequence } from '#shared/contract/sequences.ts';
import type { BoardStep } from '#web/boards/boardUndo.ts';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { call, ignoreNotFound, messageOf } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { toast } from '#web/lib/toast.ts';
import { planningToasts } from '#web/planning/planningToasts.ts';
import { planQueueOf, usePlanCache } from './planning.data.ts';
import { tensionQuery } from './tension/tension.data.ts';

/** Act, sequence or beat to delete. */
export interface PlanDeletion {
  kind: PlanKind;
  id: number;
  title: string;
}

const kinds = {
  act: {
    send: (id: number) => call(deleteAct, { params: { id } }),
    remove: removeAct,
    deleted: planningToasts.actDeleted,
    failed: planningToasts.actDeleteFailed,
  },
  sequence: {
    send: (id: number) => call(deleteSequence, { params: { id } }),
    remove: removeSequence,
    deleted: planningToasts.sequenceDeleted,
    failed: planningToasts.sequenceDeleteFailed,
  },
  beat: {
    send: (id: number) => call(deleteBeat, { params: { id } }),
    remove: removeBeat,
    deleted: planningToasts.beatDeleted,
    failed: planningToasts.beatDeleteFailed,
  },
} as const satisfies Record<PlanKind, { remove: (plan: Plan, id: number) => Plan; [rest: string]: unknown }>;

/**
 * Delete an act, sequence or beat. Ctrl+Z on a board and the toast's button undo it: the server
 * restores the same rows, with all that was deleted with them.
 */
export function useDeleteInPlan(projectId: number) {
  const client = useQueryClient();
  const { change, settle, invalidateAll, invalidateScenes } = usePlanCache(projectId);
  const send = ({ kind, id }: PlanDeletion) => kinds[kind].send(id).catch(ignoreNotFound);
  const apply = ({ kind, id }: PlanDeletion) => {
    change((plan) => kinds[kind].remove(plan, id));
    settle();
    // The other acts are renumbered, with their sequences and beats.
    if (kind === 'act') void invalidateAll();
    if (kind !== 'beat') void invalidateScenes();
  };
  const restore = async ({ kind, id: rowId }: PlanDeletion) => {
    try {
      await call(restoreInPlan, { params: { id: projectId }, body: { kind, rowId } });
    } catch (error) {
      const description = messageOf(error, planningToasts.restoreFailed.description);
      toast({ ...planningToasts.restoreFailed, description });
      throw error;
    } finally {
      await Promise.all([
        invalidateAll(),
        invalidateScenes(),
        listCache(client, tensionQuery(projectId)).invalidate(),
      ]);
    }
    settle();
  };
  return useMutation({
    scope: planQueueOf(projectId),
    mutationFn: send,
    onSuccess: (_reply, deletion) => {
      apply(deletion);
      const undo = boardUndoOf(client, projectId);
      const step: BoardStep = {
        label: `Delete ${deletion.title}`,
        undo: () => restore(deletion),
        redo: async () => {
          await send(deletion);
          apply(deletion);
        },
      };
      undo.add(step);
      toast({
        ...kinds[deletion.kind].deleted,
        action: { label: 'Undo', onClick: () => void undo.undo(step) },
      });
    },
    onError: (_error, { kind }) => void toast(kinds[kind].failed),
  });
}
