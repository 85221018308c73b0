import { type JointCues, peopleOfCue, wordsIn } from '../cast.ts';
import { characterNamesOf, type SpokenElement, speakerKey, speakersOf } from '../cue.ts';
import { isDialogueType } from '../elementTypes/predicates.ts';
import { isDeepEqual } from '../fdx/same.ts';
import { sceneEighths } from '../layout/eighths.ts';
import { pageLabelOf } from '../layout/pageNumbers.ts';
import { pageOf } from '../layout/pieces.ts';
import type { Pagination } from '../layout/types.ts';
import { stretchesOf } from '../stretches.ts';

/** Statistics of one scene. */
export interface SceneCounts {
  /** Label of the first page, such as "12A"; `lastPage` likewise. */
  page: string;
  lastPage: string;
  /** Position of the first page, from 1; `lastPageNumber` likewise. */
  pageNumber: number;
  lastPageNumber: number;
  /** Eighths of a page; one is about 7.5 seconds on screen. */
  eighths: number;
  words: number;
  /** Names of the speakers in order of appearance. */
  cast: readonly string[];
}

/** Statistics of all scenes of a script. */
export interface ScriptCounts {
  pages: number;
  /** By scene id. */
  scenes: ReadonlyMap<number, SceneCounts>;
}

/**
 * Compute the statistics in one pass. `pagination` must be of the same elements. Unchanged objects
 * of `previous` are reused, so that components showing them do not re-render.
 */
export function countsByScene(
  elements: readonly (SpokenElement & { sceneId?: number | null | undefined })[],
  pagination: Pagination,
  { joint = new Map(), previous }: { joint?: JointCues; previous?: ScriptCounts | undefined } = {},
): ScriptCounts {
  const names =
    joint.size === 0 ? null : new Map(characterNamesOf(elements).map((name) => [speakerKey(name), name]));
  const speakers = speakersOf(elements);
  const scenes = new Map<number, SceneCounts>();
  for (const { sceneId, from, to } of stretchesOf(elements)) {
    if (sceneId === null) continue;
    const cast = new Map<string, string>();
    let words = 0;
    for (let index = from; index < to; index++) {
      const element = elements[index];
      const speaker = speakers[index];
      words += wordsIn(element?.content ?? '');
      if (!isDialogueType(element?.elementType) || speaker == null) continue;
      const key = speakerKey(speaker);
      if (key === '') continue;
      const people = peopleOfCue(key, joint);
      const isOwn = people.length === 1 && people[0] === key;
      for (const each of people)
        if (!cast.has(each)) cast.set(each, isOwn ? speaker : (names?.get(each) ?? each));
    }
    const [firstPage, lastPage] = [pageOf(pagination, from), pageOf(pagination, to - 1)];
    const counts = {
      page: pageLabelOf(pagination, firstPage),
      lastPage: pageLabelOf(pagination, lastPage),
      pageNumber: firstPage + 1,
      lastPageNumber: lastPage + 1,
      eighths: sceneEighths(pagination, { from, to }),
      words,
      cast: [...cast.values()],
    };
    const before = previous?.scenes.get(sceneId);
    scenes.set(sceneId, before && isDeepEqual(before, counts) ? before : counts);
  }
  return { pages: elements.length === 0 ? 0 : pagination.pages.length, scenes };
}
