import { useEffect, useRef, useState } from 'react';
import { useMoveBeat } from './beatMoves.data.ts';
import { beatsIn, type StoryPlan } from './board.ts';
import { isUnsavedBeat } from './drafts.ts';
import { type BeatPosition, isUnchangedPosition, landingOfBeat } from './landing.ts';
import { newBeat } from './newBeat.ts';
import { useCreateBeat } from './planning.data.ts';
import type { BoardTools, OpenedPlanDialog } from './tools.ts';
import { useBeatDrag } from './useLift.ts';

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;

/** Hold the state of the board: open dialog, edited beats, lifted beat. */
export function useBoard(projectId: number, plan: StoryPlan) {
  const [opened, setOpened] = useState<OpenedPlanDialog | null>(null);
  // Words that were not saved when the view went away are where they were.
  const [editing, setEditing] = useState<ReadonlySet<number>>(
    () => new Set(plan.beats.filter(isUnsavedBeat).map(({ id }) => id)),
  );
  const { addBeat, isAdding } = useBeatCreation(projectId, plan, (beatId) => edit(beatId, true));
  const { mutate: sendMove } = useMoveBeat(projectId);
  const move = (beatId: number, landing: BeatPosition) => {
    if (!isUnchangedPosition(plan, beatId, landing)) sendMove({ beatId, ...landing });
  };
  const lift = useBeatDrag(plan, move);
  const edit = (beatId: number, isOpen: boolean) =>
    setEditing((ids) =>
      isOpen ? new Set([...ids, beatId]) : new Set([...ids].filter((id) => id !== beatId)),
    );

  const now: Omit<BoardTools, 'seen'> = {
    open: setOpened,
    edit,
    addBeat,
    shift: (beat, by) => move(beat.id, { ...landingOfBeat(beat), orderIndex: beat.orderIndex + by }),
    liftByKeyboard: (beatId) => {
      if (lift.lifted) return lift.drop();
      lift.pickUp(beatId, 'keyboard', heightOf(beatId));
    },
    pressed: (key) => {
      const arrow = arrows.find((each) => each === key);
      if (arrow) lift.step(arrow);
      else if (key === 'Escape') lift.putBack();
      return arrow !== undefined || key === 'Escape';
    },
    letGo: lift.putBack,
  };
  const tools = useStableTools(now);
  return { tools, opened, close: () => setOpened(null), editing, lift, isAdding, move };
}

/** Create beats one at a time. `onCreated` gets the id of each. */
function useBeatCreation(projectId: number, plan: StoryPlan, onCreated: (beatId: number) => void) {
  const { mutate, isPending } = useCreateBeat(projectId);
  // Two presses may come before the first one is drawn.
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
    shift: (beat, by) => latest.current.shift(beat, by),
    liftByKeyboard: (beatId) => latest.current.liftByKeyboard(beatId),
    pressed: (key) => latest.current.pressed(key),
    letGo: () => latest.current.letGo(),
    seen: new Set(),
  }));
  return tools;
}

function heightOf(beatId: number): number {
  return document.querySelector<HTMLElement>(`[data-drop="beat ${beatId}"]`)?.offsetHeight ?? 0;
}
