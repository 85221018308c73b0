import { furniture } from './furniture.ts';
import { groundProps } from './grounds.ts';
import { handheldProps } from './handheld.ts';
import { interiorProps } from './interiors.ts';
import type { Prop } from './pen.ts';
import { smallProps } from './small.ts';
import { streetProps } from './streets.ts';
import { vehicles } from './vehicles.ts';

/** All props, special ones before general ones. */
export const allProps: readonly Prop[] = [
  ...handheldProps,
  ...smallProps,
  ...furniture,
  ...interiorProps,
  ...groundProps,
  ...vehicles,
  ...streetProps,
];

const byName = new Map(allProps.map((thing) => [thing.name, thing]));

export function propNamed(name: string): Prop {
  const thing = byName.get(name);
  if (!thing) throw new Error(`propNamed: unknown prop "${name}"`);
  return thing;
}

/** Return the props that a text names, each once, in the order of their first mention. */
export function propsIn(text: string, max: number): Prop[] {
  return allProps
    .flatMap((thing) => {
      const at = thing.words.exec(text)?.index;
      return at === undefined ? [] : [{ thing, at }];
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, max)
    .map(({ thing }) => thing);
}
