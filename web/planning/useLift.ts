import { useState } from 'react';
import { landingText, type StoryPlan } from './board.ts';
import {
  type Arrow,
  type BeatPosition,
  type DropTarget,
  dropPositionOf,
  isSameLanding,
  isUnchangedPosition,
  landingOfBeat,
  positionAfterArrow,
} from './landing.ts';

/** A beat that is picked up. */
export interface DraggedBeat {
  beatId: number;
  by: 'pointer' | 'keyboard';
  /** Null: let go now, it stays where it is. */
  landing: BeatPosition | null;
  /** Height of its card, and of its landing slot. */
  heightPx: number;
}

/** Drag a beat over the board by pointer or keys; `onDrop` is called only for a change. */
export function useBeatDrag(plan: StoryPlan, onDrop: (beatId: number, landing: BeatPosition) => void) {
  const [held, setLifted] = useState<DraggedBeat | null>(null);
  const [spoken, setSpoken] = useState('');
  // It may have been deleted by someone else.
  const beat = plan.beats.find(({ id }) => id === held?.beatId);
  const lifted = beat ? held : null;
  const title = beat?.title ?? '';

  const landAt = (landing: BeatPosition | null) => {
    if (lifted && !isSameLanding(lifted.landing, landing)) setLifted({ ...lifted, landing });
  };
  const putBack = () => {
    setLifted(null);
    if (lifted) setSpoken(`${title} is back where it was.`);
  };
  return {
    lifted,
    spoken,
    pickUp: (beatId: number, by: DraggedBeat['by'], heightPx: number) => {
      const found = plan.beats.find(({ id }) => id === beatId);
      if (!found) return;
      const landing = landingOfBeat(found);
      setLifted({ beatId, by, landing, heightPx });
      if (by === 'keyboard') setSpoken(`${found.title} picked up. ${sentence(plan, beatId, landing)}`);
    },
    /** Over nothing: it would stay. */
    carryOver: (target: DropTarget | null) => {
      if (lifted) landAt(target && dropPositionOf(plan, lifted.beatId, target));
    },
    step: (arrow: Arrow) => {
      if (!lifted || !beat) return;
      const landing = positionAfterArrow(plan, beat.id, lifted.landing ?? landingOfBeat(beat), arrow);
      landAt(landing);
      setSpoken(sentence(plan, beat.id, landing));
    },
    putBack,
    drop: () => {
      const landing = lifted?.landing;
      if (!lifted || !landing || isUnchangedPosition(plan, lifted.beatId, landing)) return putBack();
      setLifted(null);
      setSpoken(`${title} dropped. ${sentence(plan, lifted.beatId, landing)}`);
      onDrop(lifted.beatId, landing);
    },
  };
}

export type Lift = ReturnType<typeof useBeatDrag>;

function sentence(plan: StoryPlan, beatId: number, landing: BeatPosition): string {
  const text = landingText(plan, beatId, landing);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
