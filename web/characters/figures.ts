import { castOf } from '#screenplay/cast.ts';
import { parseCue, speakerKey } from '#screenplay/cue.ts';
import type { Element } from '#shared/contract/elements.ts';

/** How often a character speaks. */
export interface Figures {
  speeches: number;
  /** The number of the scene as the exports print it; null where it has none. */
  firstScene: string | null;
}

/** By the name of a character. */
export type FiguresOf = (name: string) => Figures;

/** One pass over the script; numbers of scenes by their ids. */
export function figuresByCharacter(
  elements: readonly Element[],
  sceneNumbers: ReadonlyMap<number, string>,
): FiguresOf {
  const cast = castOf(elements);
  return (name) => {
    const speeches = cast.get(speakerKey(parseCue(name).name))?.speeches ?? [];
    const sceneId = elements[speeches[0] ?? -1]?.sceneId;
    return { speeches: speeches.length, firstScene: sceneNumbers.get(sceneId ?? -1) ?? null };
  };
}

export function characterFigures({ speeches, firstScene }: Figures): string {
  if (speeches === 0) return 'No lines in the script';
  const counted = `${speeches.toLocaleString('en-US')} ${speeches === 1 ? 'speech' : 'speeches'}`;
  return firstScene === null ? counted : `${counted}, first in scene ${firstScene}`;
}
