import { sceneEighths } from '#screenplay/layout/eighths.ts';
import { pageLabelAt } from '#screenplay/layout/pageNumbers.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { type SceneStretch, stretchesOf } from '#screenplay/stretches.ts';
import { toElementRows } from '#web/scriptEditor/sheet/elementCasts.ts';

/** Start page and length of a scene. */
export interface SceneFigures {
  /** Label of the page. */
  page: string;
  eighths: number;
}

/**
 * Create a lookup of these figures by scene; null for an unknown scene. Each is computed when it is
 * first requested, so that a list pays for its visible rows only.
 */
export function figuresByScene(pagination: Pagination): (sceneId: number) => SceneFigures | null {
  let stretches: ReadonlyMap<number, SceneStretch> | null = null;
  const known = new Map<number, SceneFigures>();
  return (sceneId) => {
    stretches ??= stretchesBySceneId(pagination);
    const stretch = stretches.get(sceneId);
    if (!stretch) return null;
    const figures = known.get(sceneId) ?? {
      page: pageLabelAt(pagination, stretch.from),
      eighths: sceneEighths(pagination, stretch),
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

/** Return "p. 17, 1 7/8": start page and length. */
export function sceneFigures({ page, eighths }: SceneFigures): string {
  const length = lengthText(eighths);
  return length === '' ? `p. ${page}` : `p. ${page}, ${length}`;
}

/** Return "1 7/8 pages". */
export function lengthLabel(eighths: number): string {
  return `${lengthText(eighths) || '0'} ${eighths > 0 && eighths <= 8 ? 'page' : 'pages'}`;
}

function lengthText(eighths: number): string {
  const whole = Math.floor(eighths / 8);
  const rest = eighths % 8;
  return [whole > 0 ? `${whole}` : '', rest > 0 ? `${rest}/8` : ''].filter(Boolean).join(' ');
}
