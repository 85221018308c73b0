import { createContext, useContext } from 'react';
import type { BeatContainer } from '#screenplay/plan.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';

/** The open dialog, with its row. */
export type OpenedPlanDialog =
  | { type: 'add act' }
  | { type: 'edit act'; act: Act }
  | { type: 'delete act'; act: Act }
  | { type: 'add sequence'; act: Act }
  | { type: 'edit sequence'; sequence: Sequence }
  | { type: 'delete sequence'; sequence: Sequence }
  | { type: 'move beat'; beat: StoryBeat }
  | { type: 'delete beat'; beat: StoryBeat };

/** Actions of the board's cards; a stable object while the board lives. */
export interface BoardTools {
  open: (opened: OpenedPlanDialog) => void;
  addBeat: (home: BeatContainer) => void;
  /** Open or close a beat's form; several may be open, so that none closes with unsaved text. */
  edit: (beatId: number, isOpen: boolean) => void;
  /** Move a beat one place up or down. */
  step: (beatId: number, by: -1 | 1) => void;
  /** Ids of beats that were near the viewport, whose cards have buttons. */
  seen: Set<number>;
}

const Context = createContext<BoardTools | null>(null);

export const BoardToolsProvider = Context.Provider;

export function useBoardTools(): BoardTools {
  const tools = useContext(Context);
  if (!tools) throw new Error('A card is outside of a board');
  return tools;
}
