import { useEffect, useMemo, useRef, useState } from 'react';
import { useReorder } from '#web/ui/reorder/useReorder.ts';
import { useMoveBeat } from './beatMoves.data.ts';
import { type BeatPosition, beatContainersOf, beatPositionOf, isUnchangedPosition } from './beatPositions.ts';
import { beatsIn, homeName, type StoryPlan } from './board.ts';
import { isUnsavedBeat } from './drafts.ts';
import { newBeat } from './newBeat.ts';
import { useCreateBeat } from './planning.data.ts';
import type { BoardTools, OpenedPlanDialog } from './tools.ts';

/** Hold the state of the board: open dialog, edited beats, lifted beat. */
export function useBoard(projectId: number, plan: StoryPlan) {
  const [opened, setOpened] = useState<OpenedPlanDialog | null>(null);
  // Reopen the forms that have unsaved drafts from before the view was closed.
  const [editing, setEditing] = useState<ReadonlySet<number>>(
    () => new Set(plan.beats.filter(isUnsavedBeat).map(({ id }) => id)),
  );
  const { addBeat, isAdding } = useBeatCreation(projectId, plan, (beatId) => edit(beatId, true));
  const { mutate: sendMove } = useMoveBeat(projectId);
  const move = (beatId: number, position: BeatPosition) => {
    if (!isUnchangedPosition(plan, beatId, position)) sendMove({ beatId, ...position });
  };
  const reorder = useBeatReorder(plan, move);
  const edit = (beatId: number, isOpen: boolean) =>
    setEditing((ids) =>
      isOpen ? new Set([...ids, beatId]) : new Set([...ids].filter((id) => id !== beatId)),
    );

  const now: Omit<BoardTools, 'seen'> = {
    open: setOpened,
    edit,
    addBeat,
    step: reorder.step,
  };
  const tools = useStableTools(now);
  return { tools, opened, close: () => setOpened(null), editing, reorder, isAdding, move };
}

/** Make beats movable on the board. A drop outside of it moves nothing. */
function useBeatReorder(plan: StoryPlan, move: (beatId: number, position: BeatPosition) => void) {
  const containers = useMemo(() => beatContainersOf(plan), [plan]);
  return useReorder({
    containers,
    labelOf: (beatId) => plan.beats.find(({ id }) => id === beatId)?.title ?? '',
    containerLabelOf: (containerKey) => {
      const home = containers.find(({ key }) => key === containerKey);
      return home ? homeName(plan, home) : '';
    },
    onDrop: (beatId, position) => {
      const landing = beatPositionOf(plan, position);
      if (landing) move(beatId, landing);
    },
    doesReturnOutside: true,
  });
}

/** Create beats one at a time. `onCreated` gets the id of each. */
function useBeatCreation(projectId: number, plan: StoryPlan, onCreated: (beatId: number) => void) {
  const { mutate, isPending } = useCreateBeat(projectId);
  // Two presses may arrive before the first one is rendered.
  const isSent = useRef(false);
  const addBeat: BoardTools['addBeat'] = (home) => {
    if (isSent.current) return;
    isSent.current = true;
    mutate(
      { ...newBeat, ...home, orderIndex: beatsIn(plan, home).length },
      {
        onSuccess: ({ id }) => onCreated(id),
        onSettled: () => {
          isSent.current = false;
        },
      },
    );
  };
  return { addBeat, isAdding: isPending };
}

/** Return one object that calls the latest tools, because hundreds of cards have it as a prop. */
function useStableTools(now: Omit<BoardTools, 'seen'>): BoardTools {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const [tools] = useState<BoardTools>(() => ({
    open: (what) => latest.current.open(what),
    edit: (beatId, isOpen) => latest.current.edit(beatId, isOpen),
    addBeat: (home) => latest.current.addBeat(home),
    step: (beatId, by) => latest.current.step(beatId, by),
    seen: new Set(),
  }));
  return tools;
}
