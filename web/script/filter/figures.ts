import { eighthsOf } from '#screenplay/layout/eighths.ts';
import { pageOf } from '#screenplay/layout/pieces.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { type SceneStretch, stretchesOf } from '#screenplay/stretches.ts';
import { toElementRows } from '#web/scriptEditor/sheet/elementCasts.ts';

/** Where a scene begins and how long it is. */
export interface SceneFigures {
  /** Counts from 1. */
  page: number;
  eighths: number;
}

/**
 * Figures of scenes by id; null for a scene that this pagination does not have. Each is measured when it is first
 * asked for, so that a list pays for the rows it shows, and a key in the script for nothing.
 */
export function figuresByScene(pagination: Pagination): (sceneId: number) => SceneFigures | null {
  let stretches: ReadonlyMap<number, SceneStretch> | null = null;
  const known = new Map<number, SceneFigures>();
  return (sceneId) => {
    stretches ??= stretchesBySceneId(pagination);
    const stretch = stretches.get(sceneId);
    if (!stretch) return null;
    const figures = known.get(sceneId) ?? {
      page: pageOf(pagination, stretch.from) + 1,
      eighths: eighthsOf(pagination, stretch.from, stretch.to),
    };
    known.set(sceneId, figures);
    return figures;
  };
}

function stretchesBySceneId({ elements }: Pagination): ReadonlyMap<number, SceneStretch> {
  const stretches = new Map<number, SceneStretch>();
  for (const stretch of stretchesOf(toElementRows(elements))) {
    const { sceneId } = stretch;
    if (sceneId !== null && !stretches.has(sceneId)) stretches.set(sceneId, stretch);
  }
  return stretches;
}

/** "p. 17, 1 7/8": the page on which a scene begins, and how many pages it takes. */
export function sceneFigures({ page, eighths }: SceneFigures): string {
  const whole = Math.floor(eighths / 8);
  const rest = eighths % 8;
  const length = [whole > 0 ? `${whole}` : '', rest > 0 ? `${rest}/8` : ''].filter(Boolean).join(' ');
  return length === '' ? `p. ${page}` : `p. ${page}, ${length}`;
}
