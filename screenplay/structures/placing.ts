import type { StoryStructure } from './structure.ts';

/** A scene with where it stands in the script. */
export interface PlacedOnPage {
  id: number;
  /** From 1. */
  page: number;
}

/** Pages of an act, and the beats of a structure with theirs. */
export interface PlannedPages {
  startPage: number;
  endPage: number;
  /** In the order of the structure's. */
  beatPages: number[];
}

/** Where a scene falls: act and beat as indexes of the structure; no beat for a scene in which none begins. */
export interface ScenePlacement {
  id: number;
  act: number;
  beat: number | null;
}

/** What a script without pages is planned for: two hours of film are rarely more. */
export const defaultPageCount = 110;

/** The pages of a structure in a script of so many pages, act by act. Each act has one page at least. */
export function pagesOfStructure({ acts }: StoryStructure, pages: number): PlannedPages[] {
  let startPage = 1;
  return acts.map(({ until, beats }, index) => {
    const isLast = index === acts.length - 1;
    const endPage = Math.max(startPage, isLast ? pages : Math.round(until * pages));
    const from = startPage;
    startPage = endPage + 1;
    const beatPages = beats.map(({ at }) => Math.min(endPage, Math.max(from, Math.round(at * pages) + 1)));
    return { startPage: from, endPage, beatPages };
  });
}

/**
 * Scenes in script order → where they fall in a structure: into the act on whose pages they begin. A beat is told by
 * the first scene that begins on its page or after it, within the act; one scene tells one beat.
 */
export function scenesInStructure(
  structure: StoryStructure,
  scenes: readonly PlacedOnPage[],
  pages: number,
): ScenePlacement[] {
  const planned = pagesOfStructure(structure, pages);
  const beats = new Map<number, number>();
  const actOf = (page: number) => {
    const found = planned.findIndex(({ endPage }) => page <= endPage);
    return found === -1 ? planned.length - 1 : found;
  };
  for (const [act, { beatPages }] of planned.entries()) {
    for (const [beat, page] of beatPages.entries()) {
      const scene = scenes.find(
        (each) => actOf(each.page) === act && each.page >= page && !beats.has(each.id),
      );
      if (scene) beats.set(scene.id, beat);
    }
  }
  return scenes.map(({ id, page }) => ({ id, act: actOf(page), beat: beats.get(id) ?? null }));
}
