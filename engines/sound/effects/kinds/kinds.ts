import type { EffectRecipe } from '../recipe.ts';
import { animalRecipes } from './animals.ts';
import { blowRecipes } from './blows.ts';
import { carRecipes } from './cars.ts';
import { doorRecipes } from './doors.ts';
import { peopleRecipes } from './people.ts';
import { placeRecipes } from './places.ts';
import { signalRecipes } from './signals.ts';
import { stepRecipes } from './steps.ts';
import { thingRecipes } from './things.ts';
import { travelRecipes } from './travel.ts';
import { waterRecipes } from './water.ts';
import { weatherRecipes } from './weather.ts';

const families = {
  weather: weatherRecipes,
  water: waterRecipes,
  doors: doorRecipes,
  steps: stepRecipes,
  cars: carRecipes,
  travel: travelRecipes,
  signals: signalRecipes,
  people: peopleRecipes,
  blows: blowRecipes,
  animals: animalRecipes,
  places: placeRecipes,
  things: thingRecipes,
};

type KindsOf<Family> = Family extends Record<infer Kind, EffectRecipe> ? Kind : never;

/** A kind of sound that the built-in engine can make. */
export type EffectKind = KindsOf<(typeof families)[keyof typeof families]>;

export const effectRecipes = Object.assign({}, ...Object.values(families)) as Record<
  EffectKind,
  EffectRecipe
>;

export const effectKinds = Object.keys(effectRecipes) as EffectKind[];

/** Return the family of a kind, such as doors. */
export function familyOf(kind: EffectKind): keyof typeof families {
  const names = Object.keys(families) as (keyof typeof families)[];
  return names.find((name) => kind in families[name]) ?? 'things';
}
