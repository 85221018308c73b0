import { useEffect, useRef } from 'react';
import type { Act } from '#shared/contract/acts.ts';
import { undoKeyLabel } from '#web/lib/platform.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { actCardId } from './ActCard.tsx';
import { ActDialog } from './ActDialog.tsx';
import type { BeatPosition } from './beatPositions.ts';
import { type StoryPlan, sequencesIn } from './board.ts';
import { type PlanDeletion, useDeleteInPlan } from './deleting.data.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { SequenceDialog } from './SequenceDialog.tsx';
import type { OpenedPlanDialog } from './tools.ts';

/** The id of the button that adds the first act, in the document. */
export const addActId = 'add-act';

interface OpenedDialogProps {
  projectId: number;
  plan: StoryPlan;
  opened: OpenedPlanDialog | null;
  onMove: (beatId: number, landing: BeatPosition) => void;
  onClose: () => void;
}

export function OpenedDialog({ projectId, plan, opened, onMove, onClose }: OpenedDialogProps) {
  switch (opened?.type) {
    case 'add act':
      return <ActDialog projectId={projectId} count={plan.acts.length} onClose={onClose} />;
    case 'edit act':
      return (
        <ActDialog
          projectId={projectId}
          act={opened.act}
          count={plan.acts.length}
          isDeleted={isMissing(plan.acts, opened.act)}
          onClose={onClose}
        />
      );
    case 'add sequence': {
      const count = sequencesIn(plan, opened.act.number).length;
      return (
        <SequenceDialog
          projectId={projectId}
          about={{ act: opened.act, count }}
          isDeleted={isMissing(plan.acts, opened.act)}
          onClose={onClose}
        />
      );
    }
    case 'edit sequence':
      return (
        <SequenceDialog
          projectId={projectId}
          about={{ sequence: opened.sequence }}
          isDeleted={isMissing(plan.sequences, opened.sequence)}
          onClose={onClose}
        />
      );
    case 'move beat': {
      const { beat } = opened;
      return (
        <MoveDialog
          plan={plan}
          beat={beat}
          onMove={(landing) => onMove(beat.id, landing)}
          onClose={onClose}
        />
      );
    }
    case 'delete act':
    case 'delete sequence':
    case 'delete beat':
      return <DeleteQuestion projectId={projectId} plan={plan} opened={opened} onClose={onClose} />;
    default:
      return null;
  }
}

function isMissing(rows: readonly { id: number }[], { id }: { id: number }): boolean {
  return rows.every((row) => row.id !== id);
}

interface DeleteQuestionProps {
  projectId: number;
  plan: StoryPlan;
  opened: Extract<OpenedPlanDialog, { type: `delete ${string}` }>;
  onClose: () => void;
}

/** Questions before deletions; each names what is also deleted (docs/spec/planning.md, OQ-82). */
const questions = {
  'delete act': 'Are you sure you want to delete this act? All associated story beats will also be deleted.',
  'delete sequence': 'Are you sure you want to delete this sequence? Its beats will be kept in the act.',
  'delete beat': 'Are you sure you want to delete this beat?',
} as const;

function DeleteQuestion({ projectId, plan, opened, onClose }: DeleteQuestionProps) {
  const deletion = useDeleteInPlan(projectId);
  const next = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (next.current) document.getElementById(next.current)?.focus();
    },
    [],
  );
  const remove = () => {
    deletion.mutate(deletionOf(opened), {
      onSuccess: () => {
        next.current = placeAfter(opened, plan);
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={opened.type.replace('delete', 'Delete')}
      text={questions[opened.type]}
      note={`You can undo this with ${undoKeyLabel()} or the Undo button.`}
      confirmLabel="Delete"
      isDestructive
      isBusy={deletion.isPending}
      onConfirm={remove}
    />
  );
}

function deletionOf(opened: DeleteQuestionProps['opened']): PlanDeletion {
  if ('act' in opened) return { kind: 'act', id: opened.act.id, title: opened.act.title };
  if ('sequence' in opened) return { kind: 'sequence', id: opened.sequence.id, title: opened.sequence.name };
  return { kind: 'beat', id: opened.beat.id, title: opened.beat.title };
}

/** Return the element to focus after a deletion: the surrounding act, or the one before. */
function placeAfter(opened: DeleteQuestionProps['opened'], { acts }: StoryPlan): string {
  let act: Act | undefined;
  if ('act' in opened) {
    const at = acts.findIndex(({ id }) => id === opened.act.id);
    act = acts[at - 1] ?? acts[at + 1];
  } else {
    const { actNumber } = 'beat' in opened ? opened.beat : opened.sequence;
    act = acts.find(({ number }) => number === actNumber);
  }
  return act ? actCardId(act.id) : addActId;
}
