import { type CastPerson, isAccent, type PersonTraits, personTraits } from './person.ts';
import type { SharedSceneCounts } from './sharedScenes.ts';
import { type CastableVoice, traitsOf, type VoiceTraits, voiceSimilarity } from './voiceTraits.ts';

/** A proposed voice for one character, with the reasons. */
export interface CastProposal {
  characterId: number;
  voiceId: string;
  /** The matching traits, such as ["female", "middle-aged"]. */
  reasons: string[];
  /** Whether the gender follows only from a given name. */
  isGuess: boolean;
  /**
   * The character with the most shared scenes, and their number; null for a character who speaks
   * with nobody.
   */
  partner: { name: string; scenes: number } | null;
}

interface CastingInput {
  /** Characters who need a voice. */
  people: readonly CastPerson[];
  /** Characters whose voice does not change. */
  fixed: readonly { name: string; voiceId: string }[];
  voices: readonly CastableVoice[];
  encounters: SharedSceneCounts;
  /** Language of the script, such as "en". Voices of other languages are the last choice. */
  language: string;
}

/**
 * Weights of the criteria. Two similar voices in one shared scene are worse than an age that is one
 * step off.
 */
const weights = {
  gender: 8,
  age: 3,
  accent: 3,
  word: 0.6,
  maxWords: 3,
  language: 6,
  together: 6,
  sameVoice: 7,
};
const improvingRounds = 4;

interface Part {
  person: CastPerson;
  traits: PersonTraits;
  lines: number;
}

/**
 * Propose a voice for each character, by gender, age, accent and description. Characters who speak
 * in the same scenes get different voices. Those with the most lines choose first. Then each may
 * choose again, given the choices of the others. The same input gives the same result; without
 * voices the list is empty.
 */
export function voicesForCast({ people, fixed, voices, encounters, language }: CastingInput): CastProposal[] {
  if (voices.length === 0) return [];
  const traits = new Map(voices.map((voice) => [voice.voice_id, traitsOf(voice)]));
  const parts = people
    .map((person): Part => ({ person, traits: personTraits(person), lines: encounters.linesOf(person.name) }))
    .sort((a, b) => b.lines - a.lines || a.person.id - b.person.id);
  const fits = new Map(
    parts.map(({ person, traits: wanted }) => [
      person.id,
      voices.map(({ voice_id }) => fitOf(wanted, traits.get(voice_id) as VoiceTraits, language)),
    ]),
  );
  const similarity = createSimilarityLookup(traits);
  const nearness = nearnessOf(people, fixed, encounters);
  const chosen = new Map<number, string>();
  const choose = ({ person }: Part) => {
    const others = [...fixed, ...parts.filter((other) => other.person.id !== person.id).flatMap(choiceOf)];
    const costs = voices.map(({ voice_id }) => conflictCost(person.name, voice_id, others));
    const best = bestIndex(fits.get(person.id) as number[], costs);
    chosen.set(person.id, (voices[best] as CastableVoice).voice_id);
  };
  const choiceOf = ({ person }: Part) => {
    const voiceId = chosen.get(person.id);
    return voiceId === undefined ? [] : [{ name: person.name, voiceId }];
  };
  const conflictCost = (
    name: string,
    voiceId: string,
    others: readonly { name: string; voiceId: string }[],
  ) => {
    let cost = 0;
    for (const other of others) {
      if (other.voiceId === voiceId) cost += weights.sameVoice;
      const near = nearness(name, other.name);
      if (near > 0) cost += weights.together * near * similarity(voiceId, other.voiceId);
    }
    return cost;
  };
  for (let round = 0; round < improvingRounds; round++) for (const part of parts) choose(part);
  const order = new Map(people.map(({ id }, index) => [id, index]));
  return parts
    .map((part) =>
      proposalOf(part, chosen.get(part.person.id) as string, traits, [...people, ...fixed], encounters),
    )
    .sort((a, b) => (order.get(a.characterId) ?? 0) - (order.get(b.characterId) ?? 0));
}

/**
 * Return a function for the similarity of two voices by id. Each pair is compared once; 0 if a
 * voice is no longer in the library.
 */
function createSimilarityLookup(
  traits: ReadonlyMap<string, VoiceTraits>,
): (id: string, other: string) => number {
  const known = new Map<string, Map<string, number>>();
  return (id, other) => {
    const row = known.get(id) ?? new Map<string, number>();
    known.set(id, row);
    const [own, theirs] = [traits.get(id), traits.get(other)];
    const found = row.get(other) ?? (own && theirs ? voiceSimilarity(own, theirs) : 0);
    row.set(other, found);
    return found;
  };
}

/**
 * Return a function for how often two people speak together: 0 for never, 1 for one scene, growing
 * slowly.
 */
function nearnessOf(
  people: CastingInput['people'],
  fixed: CastingInput['fixed'],
  encounters: SharedSceneCounts,
): (name: string, other: string) => number {
  const names = [...people, ...fixed].map(({ name }) => name);
  const rowOf = (name: string) =>
    new Map(names.map((other) => [other, Math.log2(1 + encounters.countOf(name, other))]));
  const known = new Map(names.map((name) => [name, rowOf(name)]));
  return (name, other) => known.get(name)?.get(other) ?? 0;
}

function bestIndex(fits: readonly number[], costs: readonly number[]): number {
  let best = 0;
  const scoreAt = (index: number) => (fits[index] ?? 0) - (costs[index] ?? 0);
  for (let index = 1; index < fits.length; index++) if (scoreAt(index) > scoreAt(best)) best = index;
  return best;
}

/** Return how well a voice fits a person. Unknown traits do not count. */
function fitOf(wanted: PersonTraits, voice: VoiceTraits, language: string): number {
  let fit = 0;
  if (wanted.gender && voice.gender) fit += wanted.gender === voice.gender ? weights.gender : -weights.gender;
  if (wanted.age && voice.age) fit -= weights.age * stepsBetween(wanted.age, voice.age);
  if (wanted.accent && voice.accent && isAccent(wanted.accent, voice.accent)) fit += weights.accent;
  if (voice.language && voice.language !== language) fit -= weights.language;
  const shared = [...wanted.words].filter((word) => voice.words.has(word)).length;
  return fit + Math.min(weights.maxWords, shared * weights.word);
}

const ages = ['young', 'middle_aged', 'old'] as const;

function stepsBetween(a: (typeof ages)[number], b: (typeof ages)[number]): number {
  return Math.abs(ages.indexOf(a) - ages.indexOf(b));
}

function proposalOf(
  { person, traits: wanted }: Part,
  voiceId: string,
  traits: ReadonlyMap<string, VoiceTraits>,
  all: readonly { name: string }[],
  encounters: SharedSceneCounts,
): CastProposal {
  const voice = traits.get(voiceId) as VoiceTraits;
  const reasons: string[] = [];
  const isOfGender = wanted.gender !== null && wanted.gender === voice.gender;
  if (isOfGender) reasons.push(wanted.gender as string);
  if (wanted.age !== null && wanted.age === voice.age) reasons.push(voice.age.replace('_', '-'));
  if (wanted.accent && voice.accent && isAccent(wanted.accent, voice.accent)) reasons.push(voice.accent);
  reasons.push(...[...wanted.words].filter((word) => voice.words.has(word)).slice(0, 2));
  let partner: CastProposal['partner'] = null;
  for (const { name } of all) {
    const scenes = name === person.name ? 0 : encounters.countOf(person.name, name);
    if (scenes > (partner?.scenes ?? 0)) partner = { name, scenes };
  }
  return { characterId: person.id, voiceId, reasons, isGuess: isOfGender && wanted.isGuess, partner };
}
