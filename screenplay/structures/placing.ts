import type { StoryStructure } from './structure.ts';

/** Scene with its first page. */
export interface PlacedOnPage {
  id: number;
  /** From 1. */
  page: number;
}

/** Pages of an act and of its beats. */
export interface PlannedPages {
  startPage: number;
  endPage: number;
  /** In the order of the structure's beats. */
  beatPages: number[];
}

/**
 * Act and beat of a scene, as indexes of the structure. `beat` is null if no beat is assigned to
 * the scene.
 */
export interface ScenePlacement {
  id: number;
  act: number;
  beat: number | null;
}

/** Page count assumed for an empty script. Films are rarely longer than two hours. */
export const defaultPageCount = 110;

/**
 * Return the pages of a structure's acts in a script of `pages` pages. Each act has at least one
 * page.
 */
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
 * Assign scenes, in script order, to the act on whose pages they begin. A beat is assigned to the
 * first scene of its act that begins on its page or later and has no beat yet.
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
