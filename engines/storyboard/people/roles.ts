import { diceOf } from '#screenplay/dice.ts';
import { type PoseAction, poseActionIn, poseActionOf, sentencesOfAction } from './action.ts';
import { type CastMember, lookOf, type PersonLook } from './look.ts';
import type { PoseName } from './poses.ts';

/** A figure in the picture: look and pose. */
export interface SceneRole {
  name: string;
  look: PersonLook;
  pose: PoseName;
  isTogether: boolean;
}

export interface Present {
  speakers: readonly string[];
  cast: readonly CastMember[];
  action: string;
  /** Number of people, by speakers or by the action. */
  count: number;
  seed: string;
}

/** Maximum number of individually drawn figures. */
const maxRoles = 12;
const maxNamed = 6;

/** Nouns for unnamed people: "an old man", "two policemen". */
const nouns =
  /\b((?:(?:old|young|little|small|tall|elderly|fat|thin|bald|bearded|blonde?|teenage|grey-haired|beautiful|handsome|uniformed) ){0,2}(?:men|man|women|woman|boys?|girls?|child(?:ren)?|kids?|baby|police(?:man|men|woman)|cops?|soldiers?|sailors?|nurses?|doctors?|waiters?|waitress|guards?|officers?|robots?|androids?|priests?|monks?|nuns?|knights?|teachers?|students?|bartender|stranger|mechanic|scientist))\b/gi;

const plural = /(?:men|children|[^s]s)$/;

/**
 * Return the figures of a scene: its speakers, cast members named in the action, and unnamed people
 * in it.
 */
export function rolesOf({ speakers, cast, action, count, seed }: Present): {
  roles: SceneRole[];
  people: number;
} {
  const sentences = sentencesOfAction(action);
  const cards = new Map(cast.map((card) => [keyOf(card.name), card]));
  const keys = new Map<string, CastMember>();
  for (const name of speakers.slice(0, 50)) {
    const key = keyOf(name);
    if (key !== '' && !keys.has(key)) keys.set(key, cards.get(key) ?? { name: key });
  }
  for (const card of cast) {
    const key = keyOf(card.name);
    if (keys.size >= maxNamed) break;
    if (!keys.has(key) && key.length > 1 && isNamed(card.name, action)) keys.set(key, card);
  }
  const people = Math.min(maxRoles, Math.max(count, keys.size));
  const members = [...keys.values()].slice(0, people);
  const others = [...action.matchAll(nouns)]
    .map(([, noun = '']) => noun.toLowerCase())
    .filter((noun) => !keys.has(keyOf(noun)));
  // "A girl" is one figure; "guards" fill the remaining count.
  const several = others.filter((noun) => plural.test(noun));
  for (let at = 0; members.length < people; at++) {
    const noun = others[at] ?? several[at % Math.max(1, several.length)] ?? 'somebody';
    members.push({ name: `${noun.replace(/men\b/, 'man')} ${seed} ${at}`, description: noun });
  }
  const dice = diceOf(`${seed}/poses`);
  const actions: (PoseAction | null)[] = members.map(({ name }) => poseActionOf(name, sentences));
  // Actions of unnamed people ("a man raises his hands") go to the remaining figures in turn.
  const names = members.map(({ name }) => name);
  const unassigned = sentences
    .filter(
      (sentence) =>
        !/^(?:he|she|they|it)\b/i.test(sentence) && !names.some((name) => isNamed(name, sentence)),
    )
    .flatMap((sentence) => poseActionIn(sentence) ?? []);
  for (const at of members.keys()) actions[at] ??= unassigned.shift() ?? null;
  const together = actions.find((one) => one?.isTogether);
  const roles = members.map((member, at): SceneRole => {
    const poseAction = together && at < 2 ? together : actions[at];
    const look = lookOf(member);
    return {
      name: member.name,
      look:
        poseAction?.pose === 'lie'
          ? { ...look, headgear: look.headgear === 'hat' ? 'none' : look.headgear }
          : look,
      pose: poseAction?.pose ?? dice.pick(['stand', 'stand', 'hips', 'reach', 'walk'] as const),
      isTogether: poseAction?.isTogether ?? false,
    };
  });
  return { roles, people };
}

function keyOf(name: string): string {
  return name.trim().toUpperCase().slice(0, 100);
}

function isNamed(name: string, action: string): boolean {
  const text = name.slice(0, 80).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}])${text}(?![\\p{L}])`, 'iu').test(action);
}

/** Count the different unnamed figures in a text: "a girl and her robot" are two. */
export function countUnnamedFigures(text: string): number {
  return new Set([...text.matchAll(nouns)].map(([, noun = '']) => noun.toLowerCase())).size;
}
