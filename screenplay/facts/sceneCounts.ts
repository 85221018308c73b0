import { type JointCues, peopleOfCue, wordsIn } from '../cast.ts';
import { characterNamesOf, type SpokenElement, speakerKey, speakersOf } from '../cue.ts';
import { isDeepEqual } from '../fdx/same.ts';
import { eighthsOf } from '../layout/eighths.ts';
import { pageOf } from '../layout/pieces.ts';
import type { Pagination } from '../layout/types.ts';
import { stretchesOf } from '../stretches.ts';

/** What a script tells of one of its scenes. */
export interface SceneCounts {
  /** On which it begins and ends, from 1. */
  page: number;
  lastPage: number;
  /** Of a page; an eighth lasts about 7.5 seconds on screen. */
  eighths: number;
  words: number;
  /** Names of those who speak, in order of appearance. */
  cast: readonly string[];
}

/** What a script tells of all of its scenes. */
export interface ScriptCounts {
  pages: number;
  /** By the id of the scene. */
  scenes: ReadonlyMap<number, SceneCounts>;
}

/**
 * `pagination` is that of the same elements. One pass over them. What is as it was in `previous` is the same object, so
 * that what shows it need not be drawn again.
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
      if (element?.elementType !== 'dialogue' || speaker == null) continue;
      const key = speakerKey(speaker);
      if (key === '') continue;
      const people = peopleOfCue(key, joint);
      const isOwn = people.length === 1 && people[0] === key;
      for (const each of people)
        if (!cast.has(each)) cast.set(each, isOwn ? speaker : (names?.get(each) ?? each));
    }
    const counts = {
      page: pageOf(pagination, from) + 1,
      lastPage: pageOf(pagination, to - 1) + 1,
      eighths: eighthsOf(pagination, from, to),
      words,
      cast: [...cast.values()],
    };
    const before = previous?.scenes.get(sceneId);
    scenes.set(sceneId, before && isDeepEqual(before, counts) ? before : counts);
  }
  return { pages: elements.length === 0 ? 0 : pagination.pages.length, scenes };
}
