import type { EffectSpace } from './craft/room.ts';
import { type EffectWords, wordsOf } from './recipe.ts';

const spaceWords: readonly (readonly [EffectSpace, EffectWords])[] = [
  [
    'hall',
    wordsOf(
      'hall, church, cathedral, cave, cavern, tunnel, stairwell, staircase, warehouse, garage, corridor, hallway, gym, gymnasium, empty house, echo, echoing, reverberating, vault, cellar, basement, swimming pool, station, museum, hangar, subway',
    ),
  ],
  [
    'open',
    wordsOf(
      'outside, outdoors, field, street, mountain, valley, forest, beach, open air, desert, garden, park, road, countryside, canyon, exterior',
    ),
  ],
  [
    'room',
    wordsOf(
      'room, kitchen, indoors, inside, office, apartment, bedroom, bathroom, flat, house, attic, cabin, cell, shop, bar, restaurant, interior, classroom, lift',
    ),
  ],
];

/** Return the space that a text names, or null. */
export function spaceIn(text: string): EffectSpace | null {
  return spaceWords.find(([, { pattern }]) => text.search(pattern) >= 0)?.[0] ?? null;
}
