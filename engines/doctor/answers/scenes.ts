import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import {
  capital,
  lengthInWords,
  listed,
  namesOf,
  numberedScene,
  quote,
  sceneInFull,
  sceneNames,
  withNoun,
} from '#screenplay/facts/prose.ts';
import type { ParsedQuestion } from './asked.ts';
import type { DoctorQuestion } from './question.ts';

/** Return the scenes with a heading. */
export function headedScenes({ scenes }: ReadProject): SceneFacts[] {
  return scenes.filter(({ heading }) => heading !== '');
}

function unknown({ facts, unknownScene }: ParsedQuestion): string | null {
  if (unknownScene === null) return null;
  const scenes = headedScenes(facts);
  const range =
    scenes.length === 0
      ? 'there are no scenes yet'
      : `the script has ${withNoun(scenes.length, 'scene')}, from ${scenes[0]?.number ?? '?'} to ${scenes.at(-1)?.number ?? '?'}`;
  return `There is no scene ${unknownScene}: ${range}.`;
}

/** Describe who is in a scene. */
export function castInWords(scene: SceneFacts, facts: ReadProject): string {
  const speakers = [...scene.speakers].map(
    ([key, speeches]) => `${namesOf(facts, [key])[0]} (${withNoun(speeches, 'speech', 'speeches')})`,
  );
  const silent = namesOf(
    facts,
    [...scene.seen].filter((key) => !scene.speakers.has(key)),
  );
  const parts = [
    speakers.length === 0
      ? 'Nobody speaks.'
      : `${speakers.length === 1 ? 'Speaking part' : 'Speaking parts'}: ${listed(speakers)}.`,
    silent.length === 0 ? '' : `Named without speaking: ${listed(silent)}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function castOfScene({ scene, facts }: ParsedQuestion): string | null {
  return scene && `${capital(sceneInFull(scene))}. ${castInWords(scene, facts)}`;
}

function aboutScene({ scene, facts }: ParsedQuestion): string | null {
  if (scene === null) return null;
  const { elements, texts } = facts;
  const lines: string[] = [];
  for (let index = scene.from; index < scene.to && lines.length < 3; index++) {
    const type = elements[index]?.elementType;
    if (isActionType(type)) lines.push(quote(texts[index] ?? '', 120));
    else if (isDialogueType(type)) {
      const speaker = namesOf(facts, [facts.speakers[index] ?? ''])[0];
      lines.push(`${speaker || 'somebody'}: ${quote(texts[index] ?? '', 120)}`);
    }
  }
  const length = `It runs ${lengthInWords(scene.eighths)} from page ${scene.page}.`;
  const opening = lines.length === 0 ? 'It has no text yet.' : `It begins ${lines.join(' ')}`;
  return `${capital(sceneInFull(scene))}. ${castInWords(scene, facts)} ${length} ${opening}`;
}

function lengthOfScene({ scene }: ParsedQuestion): string | null {
  return (
    scene &&
    `${capital(sceneInFull(scene))} is ${lengthInWords(scene.eighths)} long, from page ${scene.page}.`
  );
}

function pageOfScene({ scene }: ParsedQuestion): string | null {
  return scene && `${capital(sceneInFull(scene))} begins on page ${scene.page}.`;
}

function byLength({ facts, words }: ParsedQuestion): string {
  const isShort = /\b(?:shortest|briefest)\b/.test(words);
  const scenes = [...headedScenes(facts)].sort((a, b) =>
    isShort ? a.eighths - b.eighths : b.eighths - a.eighths,
  );
  const [first, ...rest] = scenes;
  if (!first) return 'There are no scenes yet.';
  const others = rest
    .slice(0, 2)
    .map((scene) => `${numberedScene(scene)} with ${lengthInWords(scene.eighths)}`);
  const then = others.length === 0 ? '' : ` Then ${listed(others)}.`;
  return `The ${isShort ? 'shortest' : 'longest'} is ${sceneInFull(first)}: ${lengthInWords(first.eighths)}.${then}`;
}

/** List the scenes at night, by day, outside, or in a combination. Also answers "how many". */
function byTime({ facts, words }: ParsedQuestion): string | null {
  const time = /\b(?:night|nights|dark|night-time|nighttime)\b/.test(words)
    ? 'night'
    : /\b(?:day|days|daytime|daylight|by day)\b/.test(words)
      ? 'day'
      : null;
  const setting = /\b(?:exteriors?|ext|outside|outdoors?|external)\b/.test(words)
    ? 'ext'
    : /\b(?:interiors?|int|inside|indoors?|internal)\b/.test(words)
      ? 'int'
      : null;
  if (time === null && setting === null) return null;
  const found = headedScenes(facts).filter(
    ({ strip }) =>
      (time === null || strip.time === time) &&
      (setting === null || strip.setting === setting || strip.setting === 'both'),
  );
  const what = [
    setting === 'ext' ? 'outside' : setting === 'int' ? 'inside' : '',
    time === 'night' ? 'at night' : time === 'day' ? 'by day' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
  const all = headedScenes(facts).length;
  if (found.length === 0) return `None of the ${withNoun(all, 'scene')} is ${what}.`;
  const untold = time === null ? 0 : headedScenes(facts).filter(({ strip }) => strip.time === null).length;
  const rest =
    untold === 0
      ? ''
      : ` ${capital(withNoun(untold, 'scene'))} ${untold === 1 ? 'does' : 'do'} not say when.`;
  return `${capital(withNoun(found.length, 'scene'))} of ${all} ${found.length === 1 ? 'is' : 'are'} ${what}: ${sceneNames(found)}.${rest}`;
}

function places({ facts }: ParsedQuestion): string {
  const { locations } = facts.report;
  if (locations.length === 0) return 'No heading names a place yet.';
  const tell = locations.map(({ place, scenes }) => `${place} (${withNoun(scenes, 'scene')})`);
  return `${capital(withNoun(locations.length, 'location'))}, the longest first: ${listed(tell, 30)}.`;
}

/** List the scenes at the place that the question names; the longest matching name wins. */
function atPlace({ facts, words }: ParsedQuestion): string | null {
  const places = [...new Set(headedScenes(facts).map(({ strip }) => strip.place))].filter(
    (place) => place.length > 2,
  );
  const named = places
    .filter((place) => words.includes(place.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0];
  const part =
    named ??
    places.find((place) =>
      place.split(/ - |, | \/ /).some((each) => each.length > 3 && words.includes(each.toLowerCase())),
    );
  if (part === undefined) return null;
  const key =
    named === undefined
      ? (part.split(/ - |, | \/ /).find((each) => words.includes(each.toLowerCase())) ?? part)
      : part;
  const found = headedScenes(facts).filter(({ strip }) => strip.place.includes(key));
  return `${capital(withNoun(found.length, 'scene'))} ${found.length === 1 ? 'is' : 'are'} set at ${key}: ${sceneNames(found)}.`;
}

function howMany({ facts, act }: ParsedQuestion): string | null {
  if (act !== null) return null;
  const scenes = headedScenes(facts);
  if (scenes.length === 0) return 'There are no scenes yet: no element is a scene heading.';
  const length = lengthInWords(Math.round(facts.report.eighths / scenes.length));
  const opening =
    facts.scenes.length > scenes.length ? ' The text before the first heading is not counted.' : '';
  return `The script has ${withNoun(scenes.length, 'scene')} on ${withNoun(facts.report.pages, 'page')}; on average a scene is ${length} long.${opening}`;
}

function every({ facts, act }: ParsedQuestion): string | null {
  if (act !== null) return null;
  const scenes = headedScenes(facts);
  if (scenes.length === 0) return 'There are no scenes yet.';
  return `The scenes in order: ${listed(
    scenes.map(({ number, heading }) => (number === null ? heading : `${number} ${heading}`)),
    60,
  )}.`;
}

/** Questions about scenes and places. The first match answers. */
export const sceneQuestions: readonly DoctorQuestion[] = [
  { fits: /\bscene\b/, reply: unknown },
  { fits: /\b(?:who|cast|characters?|people)\b/, reply: castOfScene },
  {
    fits: /\bhow long\b|\blength\b|\bduration\b|\bhow many (?:pages|minutes|eighths)\b/,
    reply: lengthOfScene,
  },
  { fits: /\b(?:what|which) page\b|\bwhere is\b|\bon (?:what|which) page\b/, reply: pageOfScene },
  {
    fits: /\bscene\b/,
    reply: (asked) => (/\b(?:longest|shortest)\b/.test(asked.words) ? null : aboutScene(asked)),
  },
  {
    fits: /\b(?:longest|shortest|briefest|biggest) scenes?\b|\bscenes? .*\b(?:longest|shortest)\b/,
    reply: byLength,
  },
  { fits: /\bscenes?\b|\bhow (?:many|much)\b|\bwhat\b.*\bat night\b/, reply: byTime },
  {
    fits: /\b(?:locations?|places|sets)\b|\bwhere (?:does|is) (?:it|the (?:script|story|film|movie)|this)\b|\bwhere .*take place\b/,
    reply: places,
  },
  { fits: /\b(?:scenes?|where|what happens)\b/, reply: atPlace },
  {
    fits: /\bhow many scenes\b|\bnumber of scenes\b|\bcount (?:the |of )?scenes\b|\bscene count\b|\baverage\b.*\bscenes?\b|\bscenes?\b.*\baverage\b/,
    reply: howMany,
  },
  { fits: /\b(?:list|show|name|all)\b.*\bscenes\b|^(?:the )?scenes$|\bscene list\b/, reply: every },
];
