import type { SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { isSlip, squashed } from '#screenplay/language/spelling.ts';
import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';

interface Place {
  name: string;
  letters: string;
  scenes: SceneFacts[];
}

/** Corrects INT. CARDECK if other scenes are in the CAR DECK: the more frequent spelling wins. */
export const headingPlace: ScriptRule = {
  scope: 'script',
  id: 'heading-place',
  name: 'One place, two spellings',
  reason: 'Two spellings are two places to a schedule, and the set is built twice. Keep one.',
  confidence: 0.85,
  find(facts) {
    const places = placesOf(facts.scenes);
    const alike = createSimilarPlaceLookup(places);
    return places.flatMap((place) => {
      const other = alike(place).find((each) => isPreferred(each, place) && isSamePlace(place, each));
      return other ? place.scenes.map((scene) => faultAt(scene, place, other, facts)) : [];
    });
  },
};

function placesOf(scenes: readonly SceneFacts[]): Place[] {
  const places = new Map<string, Place>();
  for (const scene of scenes) {
    const name = scene.strip.place;
    // A dash before the place belongs to the heading.
    if (name === '' || !/^[\p{L}\p{N}"“]/u.test(name)) continue;
    const place = places.get(name) ?? { name, letters: squashed(name), scenes: [] };
    places.set(name, place);
    place.scenes.push(scene);
  }
  return [...places.values()];
}

/** Longer names differ by more than a typing error. */
const maxLength = 80;

/** More names than this that differ by one letter are a series, such as of cabins. */
const maxAlike = 30;

/**
 * Return a function that finds the places a place may be confused with, in script order. It does
 * not compare all pairs.
 */
function createSimilarPlaceLookup(places: readonly Place[]): (place: Place) => Place[] {
  const ranks = new Map(places.map((place, rank) => [place, rank]));
  const byKey = new Map<string, Place[]>();
  for (const place of places) {
    for (const key of keysOf(place)) {
      const known = byKey.get(key);
      if (known) known.push(place);
      else byKey.set(key, [place]);
    }
  }
  return (place) => {
    const found = new Set(
      [...keysOf(place)].flatMap((key) => {
        const alike = byKey.get(key) ?? [];
        return alike.length > maxAlike ? [] : alike;
      }),
    );
    found.delete(place);
    return [...found].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  };
}

/**
 * Return the name and all its variants without one letter: names that differ by a typing error
 * share one of them.
 */
function keysOf({ letters }: Place): Set<string> {
  const keys = new Set([letters]);
  if (letters.length < minLength || letters.length > maxLength || /\d/.test(letters)) return keys;
  for (let at = 0; at < letters.length; at++) keys.add(letters.slice(0, at) + letters.slice(at + 1));
  return keys;
}

/** Return whether the first spelling is the one to keep: more scenes have it, or it came first. */
function isPreferred(one: Place, other: Place): boolean {
  if (one.scenes.length !== other.scenes.length) return one.scenes.length > other.scenes.length;
  return (one.scenes[0]?.from ?? 0) < (other.scenes[0]?.from ?? 0);
}

const minLength = 6;

function isSamePlace(one: Place, other: Place): boolean {
  const [a, b] = [one.letters, other.letters];
  if (Math.abs(a.length - b.length) > 1) return false;
  if (a === b) return a.length >= 4;
  if (a.length < minLength || b.length < minLength || /\d/.test(a + b)) return false;
  // A plural or another initial letter is another place: CABIN and CABINS, BOAT HOUSE and GOAT
  // HOUSE, DECK A and B.
  if (!isSlip(a, b) || a[0] !== b[0] || `${a}S` === b || `${b}S` === a) return false;
  return differingWord(one.name, other.name) >= 5;
}

/** Return the length of the single word in which two names differ; 0 if they differ in more. */
function differingWord(one: string, other: string): number {
  const [a, b] = [one.split(/[^\p{L}\p{N}']+/u), other.split(/[^\p{L}\p{N}']+/u)];
  if (a.length !== b.length) return 0;
  const differing = a.filter((word, index) => word !== b[index]);
  return differing.length === 1 ? (differing[0]?.length ?? 0) : 0;
}

function faultAt(scene: SceneFacts, place: Place, other: Place, { texts }: ReadProject): ScriptFault {
  const text = texts[scene.from] ?? '';
  const at = text.toUpperCase().indexOf(place.name);
  const isExact = place.letters === other.letters;
  // If two spellings are equally frequent, neither is certain, unless they differ only in spaces.
  const isCertain = at >= 0 && (isExact || other.scenes.length >= 2 * place.scenes.length);
  const from = Math.max(at, 0);
  return {
    index: scene.from,
    from: 0,
    to: text.length,
    description: `${quoteShort(place.name)} is ${quoteShort(other.name)} in ${scenesInWords(other.scenes.length)}`,
    edits: isCertain ? [{ from, to: from + place.name.length, text: other.name }] : null,
    confidence: isExact ? 0.85 : 0.7,
  };
}

function scenesInWords(count: number): string {
  return count === 1 ? 'another scene' : `${count} other scenes`;
}
