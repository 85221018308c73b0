import { diceOf } from '#screenplay/dice.ts';
import { actingOf, type PoseAction, poseActionIn, sentencesOfAction } from './action.ts';
import { type CastMember, lookOf, type PersonLook } from './look.ts';
import type { PoseName } from './poses.ts';

/** Somebody in the picture: how they look and what they do. */
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
  /** As many as speak, or as the action counts. */
  count: number;
  seed: string;
}

/** How many are drawn one by one. */
const maxRoles = 12;
const maxNamed = 6;

/** Nouns for people whom nobody has named: "an old man", "two policemen". */
const nouns =
  /\b((?:(?:old|young|little|small|tall|elderly|fat|thin|bald|bearded|blonde?|teenage|grey-haired|beautiful|handsome|uniformed) ){0,2}(?:men|man|women|woman|boys?|girls?|child(?:ren)?|kids?|baby|police(?:man|men|woman)|cops?|soldiers?|sailors?|nurses?|doctors?|waiters?|waitress|guards?|officers?|robots?|androids?|priests?|monks?|nuns?|knights?|teachers?|students?|bartender|stranger|mechanic|scientist))\b/gi;

const plural = /(?:men|children|[^s]s)$/;

/** Who speaks, who of the cast is named in the action, and the others whom it counts. */
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
  // "A girl" is one, "guards" are as many as there is room for.
  const several = others.filter((noun) => plural.test(noun));
  for (let at = 0; members.length < people; at++) {
    const noun = others[at] ?? several[at % Math.max(1, several.length)] ?? 'somebody';
    members.push({ name: `${noun.replace(/men\b/, 'man')} ${seed} ${at}`, description: noun });
  }
  const dice = diceOf(`${seed}/poses`);
  const told: (PoseAction | null)[] = members.map(({ name }) => actingOf(name, sentences));
  // What is done by nobody whom the action names ("a man raises his hands") is done by the others in turn.
  const names = members.map(({ name }) => name);
  const loose = sentences
    .filter(
      (sentence) =>
        !/^(?:he|she|they|it)\b/i.test(sentence) && !names.some((name) => isNamed(name, sentence)),
    )
    .flatMap((sentence) => poseActionIn(sentence) ?? []);
  for (const at of members.keys()) told[at] ??= loose.shift() ?? null;
  const together = told.find((one) => one?.isTogether);
  const roles = members.map((member, at): SceneRole => {
    const acting = together && at < 2 ? together : told[at];
    const look = lookOf(member);
    return {
      name: member.name,
      look:
        acting?.pose === 'lie'
          ? { ...look, headgear: look.headgear === 'hat' ? 'none' : look.headgear }
          : look,
      pose: acting?.pose ?? dice.pick(['stand', 'stand', 'hips', 'reach', 'walk'] as const),
      isTogether: acting?.isTogether ?? false,
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

/** How many different people without names a text speaks of: "a girl and her robot" are two. */
export function countUnnamedFigures(text: string): number {
  return new Set([...text.matchAll(nouns)].map(([, noun = '']) => noun.toLowerCase())).size;
}
