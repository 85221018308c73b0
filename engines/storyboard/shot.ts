import { diceOf } from '#screenplay/dice.ts';
import { parseHeading } from '#screenplay/heading.ts';
import { type Setting, stripOf } from '#screenplay/strip.ts';
import { type Grade, gradeOf } from './grade.ts';
import { type Lens, lensOf } from './lens.ts';
import type { CastMember } from './people/look.ts';
import { lowPoses } from './people/poses.ts';
import { countUnnamedFigures, rolesOf, type SceneRole } from './people/roles.ts';
import { insidePlace, outsidePlace, type PlacedProp } from './places.ts';
import { propsIn } from './props/things.ts';
import {
  type Inside,
  insideWords,
  kindIn,
  type Light,
  type Mood,
  moodWords,
  type Outside,
  outsideWords,
  type Weather,
  weatherWords,
} from './words.ts';

export interface SceneInput {
  /** The slug line; "" for an unknown place. */
  heading: string;
  /** Text of the scene, searched for weather, people and mood. */
  text?: string;
  /** The action alone, if action and speech are known separately. Poses and props come from it. */
  action?: string;
  /** The speakers of the scene. */
  characters?: readonly string[];
  /** Cards of the cast. The text of the scene decides who is in it. */
  cast?: readonly CastMember[];
  /** The writer's notes on the picture. They take precedence over the text of the scene. */
  wish?: string;
  /** The text of the project's template apart from its variables: colour, light, camera. */
  style?: string;
  /** The earlier time of day, for headings with CONTINUOUS or LATER. */
  timeBefore?: 'day' | 'night';
  /** "2.35:1", or width to height. */
  ratio: string | number;
  /** Whether to draw the ink edge of a storyboard frame. Default: true. */
  framed?: boolean;
}

/** Everything in a picture, derived from the scene. */
export interface Shot {
  setting: Setting;
  /** Name of the place in capitals. It seeds the look of the place. */
  place: string;
  outside: Outside;
  inside: Inside;
  /** The specific place and its props. */
  scenery: { name: string; things: readonly PlacedProp[] };
  light: Light;
  weather: Weather;
  mood: Mood;
  /** Number of people in the picture; from 6 on, a crowd. */
  people: number;
  /** Number of additional people behind them, drawn as heads. */
  throng: number;
  /** One for each person, as far as known. */
  roles: readonly SceneRole[];
  animals: readonly ('dog' | 'cat' | 'horse' | 'bird')[];
  /** Names of the props in the action. */
  things: readonly string[];
  lens: Lens;
  grade: Grade;
}

export const crowd = 6;

/** Enough for the longest scene; texts may be of any length. */
const maxHeadingLength = 300;
const maxTextLength = 8000;

const dusk = /\b(?:DUSK|SUNSET|SUNDOWN|TWILIGHT|MAGIC HOUR|GOLDEN HOUR|EVENING)\b/i;
const dawn = /\b(?:DAWN|SUNRISE|DAYBREAK|EARLY MORNING|FIRST LIGHT)\b/i;

export function shotOf(input: SceneInput): Shot {
  const heading = input.heading.slice(0, maxHeadingLength);
  const text = (input.text ?? '').slice(0, maxTextLength);
  const wish = (input.wish ?? '').slice(0, maxHeadingLength * 4);
  const style = (input.style ?? '').slice(0, maxTextLength);
  const action = `${wish}\n${(input.action ?? text).slice(0, maxTextLength)}`.trim();
  const strip = stripOf(heading);
  const place = strip.place;
  const inside = kindIn(insideWords, place);
  const outside = kindIn(outsideWords, place);
  const setting = strip.setting ?? settingOf(place, inside, outside, action);
  const scenery = sceneryOf(setting, place, inside, outside);
  const { roles, people } = rolesOf({
    speakers: input.characters ?? [],
    cast: input.cast ?? [],
    action,
    count: countOf(input, action),
    seed: heading,
  });
  const own = new Set(scenery.things.map(([name]) => name));
  const isRoomy = setting === 'ext' || scenery.inside === 'hold';
  const named = propsIn(action, 8)
    .filter(({ name, width }) => !own.has(name) && (isRoomy || width < roomWidth))
    .slice(0, 5);
  const throng = throngIn(action);
  return {
    setting,
    place,
    inside: scenery.inside,
    outside: scenery.outside,
    scenery: { name: scenery.name, things: scenery.things },
    light: lightOf(heading, strip.time ?? input.timeBefore ?? 'day'),
    weather: kindIn(weatherWords, heading) ?? kindIn(weatherWords, action) ?? 'clear',
    mood: kindIn(moodWords, action) ?? 'plain',
    people,
    throng,
    roles,
    animals: animalsIn(action, roles),
    things: named.map(({ name }) => name),
    lens: lensOf({
      words: `${wish}\n${style}\n${action}`,
      people,
      isCrowd: people >= crowd || throng > 0,
      isKnown: input.action !== undefined,
      hasThing: named.length > 0,
      isLow: hasFigureOnGround(roles),
      seed: `${heading}/${action.slice(0, 400)}`,
    }),
    grade: gradeOf(`${wish}\n${style}`),
  };
}

/** Return whether one of the front figures is on the ground, or on the way down. */
export function hasFigureOnGround(roles: readonly SceneRole[]): boolean {
  return roles.slice(0, 3).some(({ pose }) => lowPoses.has(pose));
}

/**
 * Return the setting of a heading without INT. or EXT.: decide by a known place, else by the
 * action.
 */
function settingOf(place: string, inside: Inside | null, outside: Outside | null, action: string): Setting {
  if (inside !== null && outside === null) return 'int';
  if (place === '' || outside !== null) return 'ext';
  const isOutdoors =
    /\b(?:street|sidewalk|sky|field|road|woods|trees|beach|outside|car|truck|van|grass|roof)\b/i.test(action);
  return insidePlace(place) !== null || !isOutdoors ? 'int' : 'ext';
}

function sceneryOf(setting: Setting, place: string, inside: Inside | null, outside: Outside | null) {
  const sets = { inside: inside ?? ('interior' as const), outside: outside ?? ('open' as const) };
  if (setting === 'ext') {
    const own = outsidePlace(place);
    if (own) return { ...sets, outside: own.set, name: own.name, things: own.things };
    if (outside) return { ...sets, name: outside, things: [] };
    return { ...sets, name: 'open', things: propsInPlaceName(place, [-0.62, 0.6, 0.12], 4) };
  }
  // Check these words first: a car deck is not a car. The sets have their own words.
  const own =
    inside === 'car' || /CAR ?DECK|ENGINE ROOM|HOTEL ROOM|BEDROOM|LIVING/.test(place)
      ? null
      : insidePlace(place);
  if (own) return { ...sets, inside: own.set, name: own.name, things: own.things };
  if (inside) return { ...sets, name: inside, things: [] };
  const things = propsInPlaceName(place, [-0.6, 0.58, 0.02], 2.1, roomWidth);
  if (things.length > 0) return { ...sets, inside: 'bare' as const, name: 'interior', things };
  // Vary the furniture of unknown rooms.
  const dice = diceOf(`${place}/room`);
  const furniture = dice.pick([
    [],
    [
      ['shelf', -0.7],
      ['plant', 0.74],
    ],
    [
      ['wardrobe', 0.66],
      ['bench', -0.6],
    ],
    [['fireplace', 0.5]],
    [
      ['television', -0.6],
      ['plant', 0.8],
    ],
    [
      ['piano', 0.6],
      ['painting', -0.4],
    ],
  ] as const satisfies readonly (readonly PlacedProp[])[] as unknown as [PlacedProp[], ...PlacedProp[][]]);
  return {
    ...sets,
    inside: furniture.length === 0 ? ('interior' as const) : ('bare' as const),
    name: 'interior',
    things: furniture,
  };
}

/** Return props for an unknown place from the nouns in its name: "GREENSCREEN SHED" gets a shed. */
function propsInPlaceName(
  place: string,
  slots: readonly number[],
  depth: number,
  widest = Number.POSITIVE_INFINITY,
): PlacedProp[] {
  return propsIn(place, slots.length)
    .filter(({ where, width }) => (where === 'floor' || where === 'wall') && width < widest)
    .map(({ name }, at): PlacedProp => [name, slots[at] ?? 0, depth + at * 0.6]);
}

/** Width in metres from which a prop does not fit into a room. */
const roomWidth = 2.5;

const masses =
  /\b(?:thousands|army|armies|stadium|sea of (?:people|faces)|masses|packed|multitude|horde|legion)\b/i;
const crowdWords =
  /\b(?:crowds?|crowded|mob|audience|congregation|throng|procession|parade|protesters|spectators|partygoers|mourners)\b/i;

function throngIn(action: string): number {
  if (nobody.test(action) && !masses.test(action)) return 0;
  return masses.test(action) ? 70 : crowdWords.test(action) ? 26 : 0;
}

function animalsIn(action: string, roles: readonly SceneRole[]): Shot['animals'] {
  const cast = new Set(roles.map(({ look }) => look.kind));
  const words = [
    ['dog', /\b(?:dogs?|puppy|hound|wolf|wolves|terrier|retriever)\b/i],
    ['cat', /\b(?:cats?|kitten)\b/i],
    ['horse', /\b(?:horses?|pony|mare|stallion)\b/i],
    ['bird', /\b(?:birds?|crows?|ravens?|pigeons?|seagulls?|gulls?|parrot|owl)\b/i],
  ] as const;
  return words
    .flatMap(([kind, pattern]) => (pattern.test(action) && !cast.has(kind) ? [kind] : []))
    .slice(0, 2);
}

function lightOf(heading: string, time: 'day' | 'night'): Light {
  // Only words about time count: "INT. TWILIGHT BAR - DAY" is a bar by day.
  const { timeOfDay } = parseHeading(heading);
  if (dawn.test(timeOfDay)) return 'dawn';
  if (dusk.test(timeOfDay)) return 'dusk';
  return time;
}

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'dozen'];
const person =
  '(?:men|women|people|persons|guests|figures|sailors|soldiers|children|kids|passengers|officers|cops|guards|friends|strangers|boys|girls|workers|couples?|hands)';
const counted = new RegExp(
  `\\b(\\d{1,4}|a dozen|${numbers.join('|')})\\s+(?:\\p{L}+\\s+)?${person}\\b`,
  'iu',
);
const manyPeople =
  /\b(?:crowds?|crowded|mob|audience|congregation|queue|packed|throng|procession|parade|protesters|commuters|mourners|extras|army|everyone|passengers|crew|guests|partygoers)\b/i;
const nobody = /\b(?:empty|deserted|nobody|no one|abandoned|not a soul)\b/i;
const pair = /\b(?:couple|both of them|each other|the two|a pair)\b/i;
const somebody =
  /\b(?:he|she|him|her|man|woman|boy|girl|figure|stranger|someone|somebody|child|soldier|sailor|officer)\b/i;

/**
 * Return the number of people. If action and speech are known separately, unnamed figures in the
 * action are added to the speakers.
 */
function countOf(input: SceneInput, action: string): number {
  const speakers = input.characters ?? [];
  const count = peopleIn(action, speakers);
  if (input.action === undefined || count >= crowd) return count;
  return Math.min(
    crowd - 1,
    Math.max(count, new Set(speakers).size + Math.min(2, countUnnamedFigures(action))),
  );
}

/**
 * Return the number of people: the speakers, or the people that the text counts or mentions with
 * "he" or "she".
 */
function peopleIn(text: string, characters: readonly string[]): number {
  const speaking = new Set(characters.slice(0, 50).map((name) => name.trim().toUpperCase().slice(0, 100)))
    .size;
  if (manyPeople.test(text)) return Math.max(crowd + 3, speaking);
  const named = counted.exec(text)?.[1]?.toLowerCase();
  const figure = named === undefined ? 0 : numberOf(named);
  const minPeople = pair.test(text) ? 2 : somebody.test(text) ? 1 : 0;
  const count = Math.max(speaking, figure, minPeople);
  if (count === 0 && nobody.test(text)) return 0;
  return Math.min(count, 12);
}

function numberOf(word: string): number {
  if (word === 'a dozen' || word === 'dozen') return 12;
  const index = numbers.indexOf(word);
  return index === -1 ? Number(word) : index + 1;
}
