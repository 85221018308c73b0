import {
  type Inside,
  insideWords,
  kindIn,
  type Outside,
  outsideWords,
  type Weather,
  weatherWords,
} from '#engines/storyboard/storyboard.ts';
import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import type { SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';

export type Hour = 'dawn' | 'day' | 'dusk' | 'night';
export type Genre =
  | 'horror'
  | 'crime'
  | 'science fiction'
  | 'war'
  | 'western'
  | 'romance'
  | 'comedy'
  | 'drama';
export type Material = Inside | Outside;

/**
 * The look of a film according to its script. Counts are numbers of scenes. Lists start with the
 * highest count.
 */
export interface PictureLook {
  scenes: number;
  hours: [hour: Hour, scenes: number][];
  inside: number;
  outside: number;
  /** Places of the scene headings in lower case. */
  places: [place: string, scenes: number][];
  /** Walls and ground of those places. */
  materials: Material[];
  weather: Weather | null;
  genre: Genre;
  /** "the 1940s" or "the present day". Null: unknown. */
  period: string | null;
}

/** Derive the look from scene headings and action. Deterministic. */
export function pictureLook(project: ReadProject): PictureLook {
  const scenes = project.scenes.filter(({ heading }) => heading !== '');
  const action = project.texts.filter((_, index) => isActionType(project.elements[index]?.elementType));
  const words = action.join('\n');
  return {
    scenes: scenes.length,
    hours: countValues(scenes.flatMap((scene) => hourOf(scene) ?? [])),
    inside: scenes.filter(({ strip }) => strip.setting === 'int' || strip.setting === 'both').length,
    outside: scenes.filter(({ strip }) => strip.setting === 'ext' || strip.setting === 'both').length,
    places: countValues(scenes.flatMap(({ strip }) => placeName(strip.place) || [])),
    materials: countValues(scenes.flatMap((scene) => materialOf(scene) ?? [])).map(([material]) => material),
    weather: weatherIn(project, scenes),
    genre: genreOf(words),
    period: periodOf(scenes.map(({ heading }) => heading).join('\n'), words),
  };
}

/** Count equal values. The most frequent come first, otherwise the order is kept. */
function countValues<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function hourOf({ timeOfDay, strip }: SceneFacts): Hour | null {
  if (/\b(?:DAWN|SUNRISE|DAYBREAK|FIRST LIGHT)\b/i.test(timeOfDay)) return 'dawn';
  if (/\b(?:DUSK|SUNSET|SUNDOWN|TWILIGHT|EVENING|MAGIC HOUR|GOLDEN HOUR)\b/i.test(timeOfDay)) return 'dusk';
  return strip.time;
}

/** Shorten a place name and remove braces, so that it cannot contain a template variable. */
function placeName(place: string): string {
  return place.toLowerCase().replace(/[{}]/g, '').replace(/\s+/g, ' ').slice(0, 60).toWellFormed().trim();
}

function materialOf({ strip }: SceneFacts): Material | null {
  return strip.setting === 'ext' ? kindIn(outsideWords, strip.place) : kindIn(insideWords, strip.place);
}

/** Minimum share of scenes with the same weather for it to be the weather of the film. */
const minWeatherShare = 1 / 6;

function weatherIn({ texts }: ReadProject, scenes: readonly SceneFacts[]): Weather | null {
  const weathersOfScenes = scenes.flatMap(
    ({ from, to }) => kindIn(weatherWords, texts.slice(from, to).join('\n')) ?? [],
  );
  const [max] = countValues(weathersOfScenes);
  return max && max[1] >= scenes.length * minWeatherShare ? max[0] : null;
}

const genreWords: [Exclude<Genre, 'drama'>, RegExp][] = [
  [
    'science fiction',
    /\b(?:spaceships?|spacecraft|starships?|airlock|androids?|robots?|holograms?|planets?|orbit|galaxy|alien|cryo\w*)\b/gi,
  ],
  ['western', /\b(?:sheriff|cowboys?|outlaws?|stagecoach|saddles?|posse|six-shooter|gunslinger|spurs)\b/gi],
  ['war', /\b(?:trench\w*|soldiers?|platoon|artillery|shells?|bayonets?|battalion|grenades?|sergeant)\b/gi],
  [
    'horror',
    /\b(?:screams?|blood\w*|corpses?|ghosts?|demons?|graves?|creaks?|claws?|shadows?|dread|possessed|coffin)\b/gi,
  ],
  [
    'crime',
    /\b(?:guns?|pistols?|police|detectives?|knife|murder\w*|suspects?|handcuffs|shoots?|gunshots?|cops?|bullets?)\b/gi,
  ],
  ['romance', /\b(?:kiss\w*|lovers?|wedding|bride|embrac\w+|tender\w*|caress\w*|flirt\w*|blush\w*)\b/gi],
  ['comedy', /\b(?:laugh\w*|giggl\w+|jokes?|awkward\w*|grins?|pratfall|burps?|chuckl\w+|silly|oops)\b/gi],
];

/** Minimum number of matches of a genre's words. Fewer are coincidence. */
const minHits = 4;

function genreOf(words: string): Genre {
  const hits = genreWords.map(([genre, pattern]) => [genre, words.match(pattern)?.length ?? 0] as const);
  const best = hits.reduce((max, one) => (one[1] > max[1] ? one : max));
  return best[1] >= minHits ? best[0] : 'drama';
}

const ages: [string, RegExp][] = [
  ['the far future', /\b(?:spaceships?|starships?|spacecraft|airlock|androids?|holograms?|cryo\w*)\b/gi],
  [
    'the Middle Ages',
    /\b(?:knights?|swords?|crossbows?|peasants?|chainmail|drawbridge|longships?|vikings?)\b/gi,
  ],
  [
    'the nineteenth century',
    /\b(?:stagecoach|gas ?lamps?|carriages?|muskets?|bonnets?|gunslinger|telegraph)\b/gi,
  ],
  [
    'the present day',
    /\b(?:cell ?phones?|smartphones?|mobile|laptops?|texts?|e-?mails?|internet|selfie|app|wi-?fi)\b/gi,
  ],
];

/**
 * Return the period: a year in a heading or caption, otherwise the period whose words are frequent.
 */
function periodOf(headings: string, words: string): string | null {
  const year = /\b(1[5-9]\d\d|20\d\d)\b/;
  const yearMatch =
    year.exec(headings) ??
    /\b(?:SUPER|TITLE|CAPTION|year|summer of|winter of)\b[^\n]{0,40}?\b(1[5-9]\d\d|20\d\d)\b/i.exec(words);
  if (yearMatch?.[1]) return `the ${yearMatch[1].slice(0, 3)}0s`;
  const hits = ages.map(([age, pattern]) => [age, words.match(pattern)?.length ?? 0] as const);
  const best = hits.reduce((max, one) => (one[1] > max[1] ? one : max));
  return best[1] >= 2 ? best[0] : null;
}
