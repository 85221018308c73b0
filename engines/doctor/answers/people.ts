import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import type { PersonFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import {
  capital,
  listed,
  namesOf,
  numberedScene,
  percent,
  quote,
  sceneInFull,
  sceneNames,
  sceneOf,
  speechText,
  withNoun,
} from '#screenplay/facts/prose.ts';
import type { ParsedQuestion } from './asked.ts';
import type { DoctorQuestion } from './question.ts';

/** Return the characters who speak, most words first. */
export function speakersByWords({ people }: ReadProject): PersonFacts[] {
  return [...people.values()].filter(({ speeches }) => speeches.length > 0).sort((a, b) => b.words - a.words);
}

const speaking = /\b(?:speaks?|talks?|says?|lines?|dialogues?|words?|speeches|part)\b/;

function mainSpeakers({ facts, words }: ParsedQuestion): string | null {
  if (!/\b(?:who|which character|what character|biggest|largest|most|least|fewest)\b/.test(words))
    return null;
  const speakers = speakersByWords(facts);
  const total = speakers.reduce((sum, person) => sum + person.words, 0);
  const tell = (person: PersonFacts) =>
    `${person.name} (${withNoun(person.words, 'word')} in ${withNoun(person.speeches.length, 'speech', 'speeches')})`;
  const [first, ...others] = /\b(?:least|fewest|smallest)\b/.test(words) ? [...speakers].reverse() : speakers;
  if (!first) return 'Nobody speaks in this script yet.';
  const share = `${percent(first.words, total)} of the ${total} words of dialogue`;
  const rest = others.length === 0 ? '' : ` Then ${listed(others.slice(0, 3).map(tell))}.`;
  const degree = /\b(?:least|fewest|smallest)\b/.test(words) ? 'least' : 'most';
  return `${tell(first)} speaks ${degree}: ${share}.${rest}`;
}

function linesOf({ people, facts }: ParsedQuestion): string | null {
  const [person] = people;
  if (!person) return null;
  if (person.speeches.length === 0) return `${person.name} has no lines in this script.`;
  const total = speakersByWords(facts).reduce((sum, { words }) => sum + words, 0);
  const scenes = person.scenes
    .map((index) => facts.scenes[index])
    .filter((scene) => scene?.speakers.has(person.key));
  const average = Math.round(person.words / person.speeches.length);
  return `${person.name} has ${withNoun(person.speeches.length, 'speech', 'speeches')} with ${withNoun(person.words, 'word')} together, ${percent(person.words, total)} of all dialogue, in ${withNoun(scenes.length, 'scene')}. A speech has ${withNoun(average, 'word')} on average.`;
}

function firstOrLast({ people, facts, words }: ParsedQuestion): string | null {
  const [person] = people;
  if (!person) return null;
  const places = [...person.speeches, ...person.mentions].sort((a, b) => a - b);
  const isLast = /\b(?:last|finally|final)\b/.test(words);
  const isSpeech = /\b(?:speaks?|says?|talks?|line|words)\b/.test(words);
  const at = isSpeech ? person.speeches.at(isLast ? -1 : 0) : places.at(isLast ? -1 : 0);
  if (at === undefined) {
    return places.length === 0
      ? `${person.name} is in the character list, but nowhere in the script.`
      : `${person.name} never speaks. The action names them in ${sceneNames(person.scenes.flatMap((index) => facts.scenes[index] ?? []))}.`;
  }
  const scene = sceneOf(facts, at);
  if (!scene) return null;
  const isSpoken = !isActionType(facts.elements[at]?.elementType);
  const text = isSpoken ? speechText(facts, at) : (facts.texts[at] ?? '');
  const how = isSpeech
    ? isLast
      ? 'speaks last'
      : 'first speaks'
    : isLast
      ? 'is last seen'
      : 'first appears';
  const where = `${person.name} ${how} in ${sceneInFull(scene)}, on page ${facts.pageAt(at)}`;
  const first = person.speeches[0];
  const later =
    !isLast && !isSpeech && first !== undefined && first !== at && sceneOf(facts, first) !== scene
      ? ` The first words come in ${numberedScene(sceneOf(facts, first) ?? scene)}: ${quote(speechText(facts, first))}.`
      : '';
  return `${where}: ${quote(text)}.${later}`;
}

function scenesWith({ people, facts }: ParsedQuestion): string | null {
  if (people.length === 0) return null;
  const scenes = facts.scenes.filter((_, index) => people.every((person) => person.scenes.includes(index)));
  const who = listed(people.map(({ name }) => name));
  if (scenes.length === 0) {
    return people.length > 1 ? `${who} are never in one scene.` : `${who} is in no scene of the script.`;
  }
  const [person] = people;
  if (people.length === 1 && person) {
    const spoken = scenes.filter((scene) => scene.speakers.has(person.key)).length;
    return `${who} is in ${withNoun(scenes.length, 'scene')}, and speaks in ${spoken === scenes.length ? 'all of them' : spoken || 'none'}: ${sceneNames(scenes)}.`;
  }
  return `${who} are together in ${withNoun(scenes.length, 'scene')}: ${sceneNames(scenes)}.`;
}

function partners({ people, facts }: ParsedQuestion): string | null {
  const [person] = people;
  if (!person) return null;
  const counts = new Map<string, number>();
  for (const index of person.scenes) {
    const scene = facts.scenes[index];
    if (!scene?.speakers.has(person.key)) continue;
    for (const key of scene.speakers.keys())
      if (key !== person.key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  if (sorted.length === 0) return `${person.name} shares no scene with another speaker.`;
  return `${person.name} speaks in scenes with ${listed(sorted.map(([key, count]) => `${namesOf(facts, [key])[0]} (${withNoun(count, 'scene')})`))}.`;
}

function everybody({ facts }: ParsedQuestion): string {
  const speakers = speakersByWords(facts);
  const silent = [...facts.people.values()].filter(({ speeches }) => speeches.length === 0);
  if (speakers.length === 0 && silent.length === 0)
    return 'There is nobody in the script or the character list yet.';
  const tell = ({ name, speeches }: PersonFacts) =>
    `${name} (${withNoun(speeches.length, 'speech', 'speeches')})`;
  const spoken =
    speakers.length === 0
      ? 'Nobody speaks yet.'
      : `${capital(withNoun(speakers.length, 'person', 'people'))} ${speakers.length === 1 ? 'speaks' : 'speak'}: ${listed(speakers.map(tell), 20)}.`;
  const rest =
    silent.length === 0
      ? ''
      : ` In the character list without a line: ${listed(
          silent.map(({ name }) => name),
          20,
        )}.`;
  return spoken + rest;
}

function silentCharacters({ facts }: ParsedQuestion): string {
  const silent = [...facts.people.values()].filter(({ speeches }) => speeches.length === 0);
  if (silent.length === 0) return 'Everybody in the character list speaks.';
  const seen = silent.filter(({ mentions }) => mentions.length > 0);
  const nowhere = silent.filter(({ mentions }) => mentions.length === 0);
  const parts = [
    seen.length === 0
      ? ''
      : `Seen, but never heard: ${listed(seen.map(({ name, scenes }) => `${name} (${withNoun(scenes.length, 'scene')})`))}.`,
    nowhere.length === 0
      ? ''
      : `In the character list and nowhere in the script: ${listed(nowhere.map(({ name }) => name))}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function about({ people, facts }: ParsedQuestion): string | null {
  const [person] = people;
  if (!person) return null;
  const { role, description } = person.listed ?? {};
  const card = [role, description].filter((text) => text).map((text) => quote(text ?? '', 200));
  const known = card.length === 0 ? '' : ` The character card says ${listed(card)}.`;
  const lines = linesOf({ people: [person], facts } as ParsedQuestion);
  const first = firstOrLast({ people: [person], facts, words: 'first' } as ParsedQuestion);
  return [lines, first].filter((text) => text !== null).join(' ') + known;
}

/** Questions about the characters. The first match answers. */
export const peopleQuestions: readonly DoctorQuestion[] = [
  {
    fits: /\b(?:silent|never (?:speaks?|talks?)|no lines|don't speak|doesn't speak|unseen|nowhere in the script|without (?:a line|lines))\b/,
    reply: silentCharacters,
  },
  {
    fits: /\b(?:together|both|share|meet|know each other)\b|\bscenes? .*\bwith\b|\bmeet each other\b/,
    reply: (asked) => (asked.people.length > 1 ? scenesWith(asked) : null),
  },
  {
    fits: /\b(?:who|whom) (?:(?:does|do|is) .*)?(?:talk|talks|talking|speak|speaks|speaking) (?:to|with)\b/,
    reply: partners,
  },
  {
    fits: /\b(?:first|introduced?|introduction|entrance|enters?|appears?|appearance|meet|last|finally)\b/,
    reply: (asked) =>
      /\bscenes? (?:does|do|is|are)\b.*\bappear|\bhow (?:often|many times)\b|\bhow many scenes\b|\bwhich scenes\b|\bin (?:what|which) scenes\b/.test(
        asked.words,
      )
        ? scenesWith(asked)
        : firstOrLast(asked),
  },
  {
    fits: /\bscenes?\b/,
    reply: (asked) =>
      asked.scene === null &&
      asked.unknownScene === null &&
      asked.act === null &&
      !speaking.test(asked.words.replace(/\bscenes?\b/g, ''))
        ? scenesWith(asked)
        : null,
  },
  { fits: /\bwhen\b.*\b(?:speaks?|talks?)\b/, reply: firstOrLast },
  { fits: speaking, reply: (asked) => (asked.scene === null ? linesOf(asked) : null) },
  {
    fits: /\b(?:most|least|fewest|biggest|largest|smallest|main|lead|protagonist)\b.*|\bwho (?:speaks|talks|says)\b/,
    reply: (asked) =>
      speaking.test(asked.words) || /\b(?:main|lead|role|biggest|character)\b/.test(asked.words)
        ? /\bscenes?\b/.test(asked.words)
          ? null
          : mainSpeakers(asked)
        : null,
  },
  { fits: /\b(?:how much|how often|how long)\b/, reply: linesOf },
  { fits: /\bwhere\b/, reply: scenesWith },
  {
    fits: /\b(?:who is|who's|tell me about|what about|describe|what do (?:you|we) know about)\b/,
    reply: about,
  },
  {
    fits: /\b(?:list|name|show|who are|how many|all|count)\b.*\b(?:characters?|cast|people|speakers|roles|parts)\b|^(?:the )?(?:characters|cast)(?: list)?$/,
    reply: (asked) =>
      asked.scene === null && asked.act === null && asked.unknownScene === null ? everybody(asked) : null,
  },
];
