import {
  isActionType,
  isCueType,
  isDialogueType,
  isTransitionType,
} from '#screenplay/elementTypes/predicates.ts';
import type { PersonFacts, SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { namesOf, numberedScene, quote, sceneOf, speechText, withNoun } from '#screenplay/facts/prose.ts';
import { wordsWithPlaces } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';

/** A plot thread that the script opens and does not close, with ideas for it. */
export interface StoryThread {
  /** Description with its scenes. */
  what: string;
  /** A possible continuation. */
  could: string;
  /** A possible twist. */
  twist: string;
  /** Index of its scene, for sorting. */
  scene: number;
}

const maxOfEach = 3;

/**
 * Return the threads that are open up to a position in the script, the strongest first. The same
 * script gives the same threads.
 */
export function storyThreads(facts: ReadProject, upTo: number = facts.elements.length): StoryThread[] {
  const lists = [
    unansweredQuestions(facts, upTo),
    unusedProps(facts, upTo),
    absentCharacters(facts, upTo),
    unusedCharacters(facts),
    plannedBeats(facts, upTo),
  ];
  const threads: StoryThread[] = [];
  // Take one thread of each kind in turn, so that three options are of three kinds.
  for (let round = 0; round < maxOfEach; round++) {
    for (const list of lists) {
      const thread = list[round];
      if (thread) threads.push(thread);
    }
  }
  return threads;
}

/**
 * Find questions without an answer: the speech ends with one, and nobody else speaks after it in
 * the scene.
 */
function unansweredQuestions(facts: ReadProject, upTo: number): StoryThread[] {
  const { elements, texts, speakers, sceneAt } = facts;
  const found: StoryThread[] = [];
  for (let index = Math.min(upTo, elements.length) - 1; index >= 0 && found.length < maxOfEach; index--) {
    if (!isDialogueType(elements[index]?.elementType) || !/\?["”)*_]*\s*$/.test(texts[index] ?? '')) continue;
    const scene = sceneOf(facts, index);
    if (!scene || isAnswered(facts, index, scene)) continue;
    const who = namesOf(facts, [speakers[index] ?? ''])[0] || 'Somebody';
    const question = (texts[index] ?? '').match(/[^.!?…]*\?["”)]*\s*$/)?.[0] ?? texts[index] ?? '';
    found.push({
      what: `${who} asks ${quote(question)} in ${numberedScene(scene)}, and nobody answers`,
      could: 'Give the answer to the person who can least afford to hear it, or let it come out by accident.',
      twist: 'the one who was asked has known all along, and the question was the mistake.',
      scene: sceneAt[index] ?? 0,
    });
  }
  return found;
}

function isAnswered({ elements, speakers }: ReadProject, index: number, scene: SceneFacts): boolean {
  for (let at = index + 1; at < scene.to; at++) {
    if (isDialogueType(elements[at]?.elementType) && speakers[at] !== speakers[index]) return true;
  }
  return false;
}

const notThings =
  /^(?:THE|AND|BANG|CRASH|SMASH|CUT|FADE|TO|IN|OUT|INT|EXT|DAY|NIGHT|LATER|CONTINUOUS|TITLE|SUPER|OVER|BLACK|ON|OFF|CLOSE|ANGLE|WIDE|POV|MONTAGE|BEAT|PAUSE|END|BACK|VO|OS|TV|OK|NO|YES|WE|HE|SHE|IT|A|I|AN|UP|DOWN|OF|AT|BY|FOR|BEGIN|SHOT|INTERCUT|FLASHBACK|SOUND|SCREEN|CREDITS|STRAIGHT|SUDDENLY|THEN|ALL|WITH|FROM|PAN|ZOOM)$/;

/** Find props that the action puts in capitals in one scene and that no later scene names. */
function unusedProps(facts: ReadProject, upTo: number): StoryThread[] {
  const { elements, texts, sceneAt } = facts;
  const shown = new Map<string, number>();
  const scenesOf = new Map<string, Set<number>>();
  for (const [index, { elementType }] of elements.entries()) {
    if (index >= upTo) break;
    if (isCueType(elementType) || isTransitionType(elementType)) continue;
    for (const { text, from } of wordsWithPlaces(texts[index] ?? '')) {
      const key = text.toUpperCase().replace(/['’]S$/, '');
      const scenes = scenesOf.get(key) ?? new Set<number>();
      scenesOf.set(key, scenes.add(sceneAt[index] ?? 0));
      const isThing =
        isActionType(elementType) &&
        text.length > 3 &&
        /^\p{Lu}+$/u.test(text) &&
        isThingAt(texts[index] ?? '', from, text);
      if (isThing && !facts.isName(text) && !shown.has(key) && isMixed(texts[index] ?? ''))
        shown.set(key, index);
    }
  }
  const last = sceneAt[Math.min(upTo, elements.length) - 1] ?? 0;
  return [...shown]
    .filter(([key, index]) => {
      const scenes = new Set([...(scenesOf.get(key) ?? []), ...(scenesOf.get(`${key}S`) ?? [])]);
      return scenes.size === 1 && (sceneAt[index] ?? 0) < last;
    })
    .slice(0, maxOfEach)
    .map(([key, index]) => {
      const scene = sceneOf(facts, index);
      return {
        what: `${scene ? numberedScene(scene) : 'The script'} makes us look at the ${key} (${quote(texts[index] ?? '', 70)}), and no later scene names it`,
        could: `Let the ${key} come back where it helps the wrong person.`,
        twist: `somebody put the ${key} there to be found.`,
        scene: sceneAt[index] ?? 0,
      };
    });
}

/**
 * Return whether a capitalised word is a prop, as in "a HORSE" or "his WHISTLE". People (PASSERSBY,
 * a NURSE) and sounds (a CRASH) are not.
 */
function isThingAt(text: string, from: number, word: string): boolean {
  if (notThings.test(word) || people.test(word) || verbWith('third', word) || sounds.test(word)) return false;
  return /(?:^|[^\p{L}])(?:an?|the|his|her|its|their|one) $/iu.test(text.slice(0, from));
}

const people =
  /(?:MAN|MEN|PEOPLE|FOLK|BY|BOYS?|GIRLS?|KIDS?|CHILD(?:REN)?|BAB(?:Y|IES)|LAD(?:Y|IES)|COUPLES?|CROWDS?|MOB|GUESTS?|CAST|BRIDE|GROOM|WIFE|WIVES|HUSBANDS?|SONS?|DAUGHTERS?|UNCLES?|AUNTS?|COPS?|POLICE|CHIEF|JUDGES?|NURSES?|CLERKS?|GUARDS?|STAFF|COOKS?|KINGS?|QUEENS?|PRINCE|TWINS?|TEENS?|THUGS?|GANG|BAND|CHOIR|TEAM|FAMILY|CONGREGATION|AUDIENCE|[^AEIOU](?:ERS?|ORS?)|[A-Z]{2}ISTS?|[A-Z]{2}(?:ESS|ESSES)|[A-Z]{2}ANTS?|[A-Z]{2}ENTS?|[A-Z]{2}IANS?|[A-Z]{2}EES?|[A-Z]{2}MATES?)$/;
const sounds =
  /^(?:BANG|BEEP|BELL|BLAST|BOOM|BUZZ|CHIME|CLANG|CLICK|CLUNK|CRACK|CRASH|CREAK|CRY|EXPLOSION|FLASH|GASP|GROAN|GUNSHOT|HISS|HOWL|HUM|KNOCK|LAUGH|LAUGHTER|MOAN|MURMUR|MUSIC|NOISE|POP|RATTLE|RING|ROAR|RUMBLE|SCREAM|SCREECH|SHOT|SHOUT|SIGH|SIREN|SLAM|SMASH|SNAP|SOUND|SPLASH|SQUEAL|THUD|THUMP|THUNDER|TICK|WHISPER|WHISTLE|YELL)S?$/;

function isMixed(text: string): boolean {
  return /\p{Ll}/u.test(text);
}

/** Find characters who have been absent for two scenes or more. */
function absentCharacters(facts: ReadProject, upTo: number): StoryThread[] {
  const here = facts.sceneAt[Math.min(upTo, facts.elements.length) - 1] ?? 0;
  return [...facts.people.values()]
    .flatMap((person) => {
      const last = person.scenes.filter((scene) => scene <= here).at(-1);
      const away = last === undefined ? 0 : here - last;
      // Skip characters with a word or two: nobody expects them to return.
      const isSomebody = person.speeches.length >= 2 && !/\bAND\b|[&/\d]/i.test(person.name);
      return last !== undefined && away >= 2 && isSomebody ? [{ person, last, away }] : [];
    })
    .sort((a, b) => b.person.words - a.person.words)
    .slice(0, maxOfEach)
    .map(({ person, last, away }) => ({
      what: `${person.name} was last in ${numberedScene(facts.scenes[last] as SceneFacts)}, ${withNoun(away, 'scene')} ago${lastWords(person, facts, upTo)}`,
      could: `Bring ${person.name} back at the moment when nobody is ready.`,
      twist: `${person.name} never left.`,
      scene: last,
    }));
}

function lastWords(person: PersonFacts, facts: ReadProject, upTo: number): string {
  const at = person.speeches.findLast((index) => index < upTo);
  return at === undefined ? '' : `, with the words ${quote(speechText(facts, at), 70)}`;
}

/** Find characters of the character list who do not occur in the script. */
function unusedCharacters(facts: ReadProject): StoryThread[] {
  return [...facts.people.values()]
    .filter(({ speeches, mentions }) => speeches.length === 0 && mentions.length === 0)
    .slice(0, maxOfEach)
    .map((person) => ({
      what: `${person.name} is in the character list and in no scene`,
      could: `Let ${person.name} walk in with something that somebody here is hiding.`,
      twist: `${person.name} has been here all along, under another name.`,
      scene: facts.scenes.length,
    }));
}

/** Find beats of the plan on pages that are not written yet. */
function plannedBeats(facts: ReadProject, upTo: number): StoryThread[] {
  const scene = sceneOf(facts, upTo);
  const reached = scene ? facts.pageIndexAt(scene.from) + 1 : 0;
  const written = upTo >= facts.elements.length ? facts.report.pages : reached;
  return facts.beats
    .filter(({ pageNumber }) => pageNumber != null && pageNumber > written)
    .slice(0, maxOfEach)
    .map(({ title, pageNumber }) => ({
      what: `the plan has ${quote(title, 60)} for page ${pageNumber}, and the script is at page ${written}`,
      could: 'Make the next scene the one that forces it.',
      twist: 'it happens now, to the wrong person.',
      scene: facts.scenes.length,
    }));
}
