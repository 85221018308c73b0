import { furniture } from './furniture.ts';
import { groundThings } from './grounds.ts';
import { handheldThings } from './handheld.ts';
import { interiorThings } from './interiors.ts';
import type { Thing } from './pen.ts';
import { smallThings } from './small.ts';
import { streetThings } from './streets.ts';
import { vehicles } from './vehicles.ts';

/** Everything that can be put into a picture; what is special stands before what is general. */
export const things: readonly Thing[] = [
  ...handheldThings,
  ...smallThings,
  ...furniture,
  ...interiorThings,
  ...groundThings,
  ...vehicles,
  ...streetThings,
];

const byName = new Map(things.map((thing) => [thing.name, thing]));

export function thingNamed(name: string): Thing {
  const thing = byName.get(name);
  if (!thing) throw new Error(`There is no thing called ${name}.`);
  return thing;
}

/** The things that a text names, in the order in which it does, each once. */
export function thingsIn(text: string, max: number): Thing[] {
  return things
    .flatMap((thing) => {
      const at = thing.words.exec(text)?.index;
      return at === undefined ? [] : [{ thing, at }];
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, max)
    .map(({ thing }) => thing);
}
