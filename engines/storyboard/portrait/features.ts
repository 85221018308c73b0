import { type Garment, type HairCut, type Headgear, hairColours, lookOf } from '../people/look.ts';

export interface PortraitPictureInput {
  name: string;
  characterType: 'protagonist' | 'antagonist' | 'supporting';
  /** In whole years; null if the writer set none. */
  age?: number | null | undefined;
  role?: string | null | undefined;
  /** Searched for hair, beard, glasses and clothes. */
  description?: string | null | undefined;
  /** The text of the project's template apart from its variables. */
  style?: string | undefined;
  ratio: string | number;
}

export type Hair = 'bald' | 'cropped' | 'parted' | 'curly' | 'bob' | 'long' | 'bun' | 'hat' | 'cap' | 'hood';
export type Clothes = 'collar' | 'coat' | 'jumper' | 'uniform' | 'scarf';

/** Features that distinguish faces. */
export interface FaceFeatures {
  hair: Hair;
  hairTone: 'dark' | 'fair' | 'red' | 'grey';
  beard: boolean;
  glasses: boolean;
  clothes: Clothes;
  years: 'child' | 'young' | 'grown' | 'old';
}

const hairOf: Record<HairCut, Hair> = {
  bald: 'bald',
  cropped: 'cropped',
  parted: 'parted',
  curly: 'curly',
  bob: 'bob',
  long: 'long',
  ponytail: 'long',
  bun: 'bun',
};
const headgearAsHair: Record<Headgear, Hair | null> = {
  none: null,
  hat: 'hat',
  cap: 'cap',
  hood: 'hood',
  helmet: 'cap',
  crown: null,
  scarf: 'hood',
};
const clothesOf: Record<Garment, Clothes> = {
  coat: 'coat',
  jacket: 'coat',
  shirt: 'jumper',
  jumper: 'jumper',
  dress: 'jumper',
  uniform: 'uniform',
  suit: 'collar',
  robe: 'coat',
  vest: 'collar',
};

function toneOf(colour: string): FaceFeatures['hairTone'] {
  if (colour === hairColours.grey || colour === hairColours.white) return 'grey';
  if (colour === hairColours.fair) return 'fair';
  return colour === hairColours.red ? 'red' : 'dark';
}

/** Return the features of a face. They match the person's look in storyboard frames. */
export function featuresOf(input: PortraitPictureInput): FaceFeatures {
  const look = lookOf(input);
  const age = input.age ?? null;
  const isSmall = look.years === 'baby' || look.years === 'child';
  const isYoung = look.years === 'teen' || (age !== null && age < 30);
  return {
    hair: headgearAsHair[look.headgear] ?? hairOf[look.hair],
    hairTone: toneOf(look.hairColour),
    beard: look.beard,
    glasses: look.glasses,
    clothes: look.scarf ? 'scarf' : clothesOf[look.garment],
    years: isSmall ? 'child' : look.years === 'old' ? 'old' : isYoung ? 'young' : 'grown',
  };
}

/** Describe the features as alternative text. */
export function describeFeatures(features: FaceFeatures): string {
  const head: Record<Hair, string> = {
    bald: 'bald',
    cropped: 'short hair',
    parted: 'parted hair',
    curly: 'curly hair',
    bob: 'chin-length hair',
    long: 'long hair',
    bun: 'hair in a bun',
    hat: 'a hat',
    cap: 'a cap',
    hood: 'a hood',
  };
  return [head[features.hair], features.beard ? 'a beard' : '', features.glasses ? 'glasses' : '']
    .filter((word) => word !== '')
    .join(', ');
}
