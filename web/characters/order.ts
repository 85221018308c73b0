import { parseCue, speakerKey } from '#screenplay/cue.ts';
import type { PartFacts } from '#screenplay/facts/castFacts.ts';
import type { Character } from '#shared/contract/characters.ts';

/** Return the ids by role size, largest first; null if they are in that order already. */
export function inOrderOfParts(
  characters: readonly Pick<Character, 'id' | 'name'>[],
  parts: readonly PartFacts[],
): number[] | null {
  const places = new Map(parts.map(({ key }, place) => [key, place]));
  const placeOf = ({ name }: Pick<Character, 'name'>) =>
    places.get(speakerKey(parseCue(name).name)) ?? parts.length;
  const sorted = characters.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ id }) => id);
  return sorted.every((id, index) => id === characters[index]?.id) ? null : sorted;
}
