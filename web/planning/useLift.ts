import { useState } from 'react';
import { landingText, type StoryPlan } from './board.ts';
import {
  type Arrow,
  type DropTarget,
  isSame,
  isThere,
  type Landing,
  landingOf,
  placeOf,
  stepped,
} from './landing.ts';

/** A beat that is picked up. */
export interface Lifted {
  beatId: number;
  by: 'pointer' | 'keyboard';
  /** Null: let go now, it stays where it is. */
  landing: Landing | null;
  /** Of its card; the slot where it will land is as high. */
  heightPx: number;
}

/** Picking a beat up, carrying it over the board and letting it go; `onDrop` hears only of what changes something. */
export function useLift(plan: StoryPlan, onDrop: (beatId: number, landing: Landing) => void) {
  const [held, setLifted] = useState<Lifted | null>(null);
  const [spoken, setSpoken] = useState('');
  // Somebody else may have deleted it meanwhile.
  const beat = plan.beats.find(({ id }) => id === held?.beatId);
  const lifted = beat ? held : null;
  const title = beat?.title ?? '';

  const landAt = (landing: Landing | null) => {
    if (lifted && !isSame(lifted.landing, landing)) setLifted({ ...lifted, landing });
  };
  const putBack = () => {
    setLifted(null);
    if (lifted) setSpoken(`${title} is back where it was.`);
  };
  return {
    lifted,
    spoken,
    pickUp: (beatId: number, by: Lifted['by'], heightPx: number) => {
      const found = plan.beats.find(({ id }) => id === beatId);
      if (!found) return;
      const landing = placeOf(found);
      setLifted({ beatId, by, landing, heightPx });
      if (by === 'keyboard') setSpoken(`${found.title} picked up. ${sentence(plan, beatId, landing)}`);
    },
    /** Over nothing: it would stay. */
    carryOver: (target: DropTarget | null) => {
      if (lifted) landAt(target && landingOf(plan, lifted.beatId, target));
    },
    step: (arrow: Arrow) => {
      if (!lifted || !beat) return;
      const landing = stepped(plan, beat.id, lifted.landing ?? placeOf(beat), arrow);
      landAt(landing);
      setSpoken(sentence(plan, beat.id, landing));
    },
    putBack,
    drop: () => {
      const landing = lifted?.landing;
      if (!lifted || !landing || isThere(plan, lifted.beatId, landing)) return putBack();
      setLifted(null);
      setSpoken(`${title} dropped. ${sentence(plan, lifted.beatId, landing)}`);
      onDrop(lifted.beatId, landing);
    },
  };
}

export type Lift = ReturnType<typeof useLift>;

function sentence(plan: StoryPlan, beatId: number, landing: Landing): string {
  const text = landingText(plan, beatId, landing);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
