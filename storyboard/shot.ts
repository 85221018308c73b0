import { parseHeading } from '#screenplay/heading.ts';
import { type Setting, stripOf } from '#screenplay/strip.ts';
import {
  type Inside,
  insideWords,
  kindIn,
  type Mood,
  moodWords,
  type Outside,
  outsideWords,
  type Weather,
  weatherWords,
} from './words.ts';

export interface SceneInput {
  /** The slug line; "" is a place that nothing is known of. */
  heading: string;
  /** The words of the scene: weather, people and mood are looked for in them. */
  text?: string;
  /** Who speaks in it. */
  characters?: readonly string[];
  /** Where the line says CONTINUOUS or LATER. */
  timeBefore?: 'day' | 'night';
  /** "2.35:1", or width to height. */
  ratio: string | number;
  /** The ink edge of a storyboard frame; on if nothing is said. */
  framed?: boolean;
}

export type Light = 'day' | 'night' | 'dusk' | 'dawn';

/** What a scene is drawn from. */
export interface Shot {
  setting: Setting;
  /** In capitals; what the look of the place hangs on, whatever happens in it. */
  place: string;
  outside: Outside;
  inside: Inside;
  light: Light;
  weather: Weather;
  mood: Mood;
  /** In the picture; from 6 on they are a crowd. */
  people: number;
}

export const crowd = 6;

/** Enough for the longest scene; a text may be of any length. */
const maxHeadingLength = 300;
const maxTextLength = 8000;

const dusk = /\b(?:DUSK|SUNSET|SUNDOWN|TWILIGHT|MAGIC HOUR|GOLDEN HOUR|EVENING)\b/i;
const dawn = /\b(?:DAWN|SUNRISE|DAYBREAK|EARLY MORNING|FIRST LIGHT)\b/i;

export function shotOf(input: SceneInput): Shot {
  const heading = input.heading.slice(0, maxHeadingLength);
  const text = (input.text ?? '').slice(0, maxTextLength);
  const strip = stripOf(heading);
  const place = strip.place;
  const inside = kindIn(insideWords, place);
  const outside = kindIn(outsideWords, place);
  return {
    setting: strip.setting ?? (inside !== null && outside === null ? 'int' : 'ext'),
    place,
    inside: inside ?? 'interior',
    outside: outside ?? 'open',
    light: lightOf(heading, strip.time ?? input.timeBefore ?? 'day'),
    weather: kindIn(weatherWords, heading) ?? kindIn(weatherWords, text) ?? 'clear',
    mood: kindIn(moodWords, text) ?? 'plain',
    people: peopleIn(text, input.characters ?? []),
  };
}

function lightOf(heading: string, time: 'day' | 'night'): Light {
  // Only where the line speaks of time: "INT. TWILIGHT BAR - DAY" is a bar by day.
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

/** Who speaks is there. So is whom the action counts, or calls he or she. */
function peopleIn(text: string, characters: readonly string[]): number {
  const speaking = new Set(characters.slice(0, 50).map((name) => name.trim().toUpperCase().slice(0, 100)))
    .size;
  if (manyPeople.test(text)) return Math.max(crowd + 3, speaking);
  const named = counted.exec(text)?.[1]?.toLowerCase();
  const figure = named === undefined ? 0 : numberOf(named);
  const least = pair.test(text) ? 2 : somebody.test(text) ? 1 : 0;
  const seen = Math.max(speaking, figure, least);
  if (seen === 0 && nobody.test(text)) return 0;
  return Math.min(seen, 12);
}

function numberOf(word: string): number {
  if (word === 'a dozen' || word === 'dozen') return 12;
  const index = numbers.indexOf(word);
  return index === -1 ? Number(word) : index + 1;
}
