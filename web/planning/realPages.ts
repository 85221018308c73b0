import { createContext, useContext } from 'react';
import type { SceneCounts, ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/** Pages on which the script has the scenes of an act or beat. */
export interface ActualPages {
  startPage: number;
  endPage: number;
  /** Labels of these pages. */
  startLabel: string;
  endLabel: string;
  /** Number of scenes with a heading. */
  scenes: number;
}

/** Figures of the script about the plan; empty until it is loaded, or where nothing is linked. */
export interface PlanInScript {
  /** Pages of the whole script. */
  pages: number;
  beats: ReadonlyMap<number, ActualPages>;
  /** Actual pages by act number; empty while all scenes are in one act, the initial state. */
  acts: ReadonlyMap<number, ActualPages>;
}

export const noPages: PlanInScript = { pages: 0, beats: new Map(), acts: new Map() };

/**
 * Return acts and beats with the pages of their scenes. The opening is not a scene (decision
 * OQ-99).
 */
export function planInScript(scenes: readonly Scene[], counts: ScriptCounts | null): PlanInScript {
  if (!counts) return noPages;
  const beats = new Map<number, ActualPages>();
  const acts = new Map<number, ActualPages>();
  for (const { id, heading, beatId, actNumber } of scenes) {
    const counted = counts.scenes.get(id);
    if (!counted || heading === '') continue;
    if (beatId !== null) beats.set(beatId, withPages(beats.get(beatId), counted));
    acts.set(actNumber, withPages(acts.get(actNumber), counted));
  }
  return { pages: counts.pages, beats, acts: acts.size > 1 ? acts : noPages.acts };
}

function withPages(
  known: ActualPages | undefined,
  { pageNumber, lastPageNumber, page, lastPage }: SceneCounts,
): ActualPages {
  const isFirst = !known || pageNumber < known.startPage;
  const isLast = !known || lastPageNumber > known.endPage;
  return {
    startPage: isFirst ? pageNumber : known.startPage,
    startLabel: isFirst ? page : known.startLabel,
    endPage: isLast ? lastPageNumber : known.endPage,
    endLabel: isLast ? lastPage : known.endLabel,
    scenes: (known?.scenes ?? 0) + 1,
  };
}

/** Return "3–7" or "12A". */
export function pageRange(first: number | string, last: number | string): string {
  return first === last ? `${first}` : `${first}–${last}`;
}

/** Return the difference from the planned page: "2 later", "1 earlier", or "". */
export function driftText(planned: number | null, real: ActualPages | undefined): string {
  if (planned === null || !real || planned === real.startPage) return '';
  const by = real.startPage - planned;
  return by > 0 ? `${by} later` : `${-by} earlier`;
}

const Context = createContext<PlanInScript>(noPages);

export const PlanInScriptProvider = Context.Provider;

export function usePlanInScript(): PlanInScript {
  return useContext(Context);
}
