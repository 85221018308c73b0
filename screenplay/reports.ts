import { castOf, type JointCues, type SpeakingPart, wordsIn } from './cast.ts';
import type { SpokenElement } from './cue.ts';
import { isHeadingType } from './elementTypes/predicates.ts';
import { eighthsOf, sceneEighths } from './layout/eighths.ts';
import { pageLabelAt } from './layout/pageNumbers.ts';
import type { Pagination } from './layout/types.ts';
import { sceneHeading } from './scenes.ts';
import { chunksByTextLength, mapInSteps, runToCompletion, type Steps } from './steps.ts';
import { type SceneStretch, stretchesOf } from './stretches.ts';
import { type Setting, type Strip, stripSteps } from './strip.ts';

/** Statistics of a script. `first` fields are element indexes. */
export interface Report {
  pages: number;
  /** Number of scenes with a heading. The opening and omitted scenes do not count. */
  scenes: number;
  words: number;
  /** Length of the script in eighths of a page; a page is about a minute. */
  eighths: number;
  /** Sorted by words, descending. */
  characters: CharacterReport[];
  /** Sorted by eighths, descending. */
  locations: LocationReport[];
  /** Combinations that occur, interiors before exteriors and days before nights. */
  times: TimeReport[];
  /** The ten longest scenes, longest first. */
  longest: SceneReport[];
}

export interface CharacterReport {
  name: string;
  speeches: number;
  words: number;
  /** Number of scenes in which the character speaks. */
  scenes: number;
  /** Labels of the pages of the first and the last speech. */
  firstPage: string;
  lastPage: string;
  first: number;
}

export interface LocationReport {
  place: string;
  scenes: number;
  eighths: number;
  first: number;
}

export interface TimeReport {
  setting: Setting | null;
  time: 'day' | 'night' | null;
  scenes: number;
  eighths: number;
  first: number;
}

export interface SceneReport {
  sceneId: number | null;
  heading: string;
  /** Label of its first page. */
  page: string;
  eighths: number;
  first: number;
}

type ReportElement = SpokenElement & { sceneId?: number | null | undefined };

interface ReportedScene {
  stretch: SceneStretch;
  heading: string;
  strip: Strip;
  /** 0 for an omitted scene. */
  eighths: number;
}

const maxLongest = 10;

/**
 * Compute the statistics. `pagination` must be of the same elements. Takes one pass over the
 * elements and one over the pages.
 */
export function reportOf(
  elements: readonly ReportElement[],
  pagination: Pagination,
  joint?: JointCues,
): Report {
  return runToCompletion(reportSteps(elements, pagination, joint));
}

/** Compute the statistics in steps, like reportOf. */
export function* reportSteps(
  elements: readonly ReportElement[],
  pagination: Pagination,
  joint?: JointCues,
): Steps<Report> {
  const stretches = stretchesOf(elements);
  const allScenes = yield* reportedScenesOf(elements, pagination, stretches);
  const reportedScenes = allScenes.filter(({ eighths }) => eighths > 0);
  yield;
  let words = 0;
  for (const [from, to] of chunksByTextLength(elements)) {
    for (let index = from; index < to; index++) words += wordsIn(elements[index]?.content ?? '');
    yield;
  }
  const page = (index: number) => pageLabelAt(pagination, index);
  const cast = [...castOf(elements, joint).values()];
  yield;
  const scenes = allScenes.map(({ stretch }) => stretch);
  const characters = yield* mapInSteps(cast, (part) => characterOf(part, scenes, page));
  yield;
  const locations = locationsOf(reportedScenes);
  yield;
  return {
    pages: elements.length === 0 ? 0 : pagination.pages.length,
    scenes: reportedScenes.length,
    words,
    eighths: eighthsOf(pagination, 0, elements.length),
    characters: characters.sort((a, b) => b.words - a.words),
    locations,
    times: timesOf(reportedScenes),
    longest: [...reportedScenes]
      .sort((a, b) => b.eighths - a.eighths)
      .slice(0, maxLongest)
      .map(({ stretch, heading, eighths }) => ({
        sceneId: stretch.sceneId,
        heading,
        page: page(stretch.from),
        eighths,
        first: stretch.from,
      })),
  };
}

function* reportedScenesOf(
  elements: readonly ReportElement[],
  pagination: Pagination,
  stretches: readonly SceneStretch[],
): Steps<ReportedScene[]> {
  const scenes = stretches.filter(({ from }) => isHeadingType(elements[from]?.elementType));
  const headings = yield* mapInSteps(
    scenes,
    ({ from }) => sceneHeading(elements[from]?.content ?? '').heading,
  );
  const strips = yield* stripSteps(headings);
  return yield* mapInSteps(scenes, (stretch, index) => ({
    stretch,
    heading: headings[index] ?? '',
    strip: strips[index] ?? { setting: null, time: null, place: '' },
    eighths: sceneEighths(pagination, stretch),
  }));
}

function characterOf(
  { name, speeches, last, words }: SpeakingPart,
  scenes: readonly SceneStretch[],
  page: (index: number) => string,
): CharacterReport {
  const first = speeches[0] ?? last;
  return {
    name,
    speeches: speeches.length,
    words,
    scenes: scenesWith(speeches, scenes),
    firstPage: page(first),
    lastPage: page(last),
    first,
  };
}

/**
 * Count the scenes that contain at least one of the indexes, which are in script order. The opening
 * does not count (decision OQ-99).
 */
function scenesWith(indexes: readonly number[], scenes: readonly SceneStretch[]): number {
  let count = 0;
  let end = scenes[0]?.from ?? Number.POSITIVE_INFINITY;
  let scene = 0;
  for (const index of indexes) {
    if (index < end) continue;
    while ((scenes[scene]?.to ?? Number.POSITIVE_INFINITY) <= index) scene++;
    end = scenes[scene]?.to ?? Number.POSITIVE_INFINITY;
    count++;
  }
  return count;
}

function locationsOf(reportedScenes: readonly ReportedScene[]): LocationReport[] {
  const found = new Map<string, LocationReport>();
  for (const { strip, stretch, eighths } of reportedScenes) {
    if (strip.place === '') continue;
    const location = found.get(strip.place) ?? {
      place: strip.place,
      scenes: 0,
      eighths: 0,
      first: stretch.from,
    };
    found.set(strip.place, location);
    location.scenes++;
    location.eighths += eighths;
  }
  return [...found.values()].sort((a, b) => b.eighths - a.eighths);
}

const settings = ['int', 'ext', 'both', null] as const;
const times = ['day', 'night', null] as const;

function timesOf(reportedScenes: readonly ReportedScene[]): TimeReport[] {
  const all = settings.flatMap((setting) => times.map((time) => ({ setting, time })));
  return all.flatMap(({ setting, time }) => {
    const matching = reportedScenes.filter(({ strip }) => strip.setting === setting && strip.time === time);
    const first = matching[0]?.stretch.from;
    if (first === undefined) return [];
    const eighths = matching.reduce((sum, place) => sum + place.eighths, 0);
    return [{ setting, time, scenes: matching.length, eighths, first }];
  });
}

/**
 * Format a length as running time, a minute per page: "12 s", "3 min 45 s", "48 min", "1 h 52 min".
 */
export function runningTime(eighths: number): string {
  const seconds = Math.round(eighths * 7.5);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const rounded = Math.round(seconds / 60);
  if (rounded < 60) return `${rounded} min`;
  const hours = Math.floor(rounded / 60);
  return rounded % 60 === 0 ? `${hours} h` : `${hours} h ${rounded % 60} min`;
}
