import type { Dice } from '#screenplay/dice.ts';

export interface PortraitPictureInput {
  name: string;
  characterType: 'protagonist' | 'antagonist' | 'supporting';
  /** Whole years; null where the writer does not say. */
  age?: number | null | undefined;
  role?: string | null | undefined;
  /** Hair, beard, glasses and clothes are looked for in it. */
  description?: string | null | undefined;
  ratio: string | number;
}

export type Hair = 'bald' | 'cropped' | 'parted' | 'curly' | 'bob' | 'long' | 'bun' | 'hat' | 'cap' | 'hood';
export type Clothes = 'collar' | 'coat' | 'jumper' | 'uniform' | 'scarf';

/** What tells one face from another. */
export interface FaceFeatures {
  hair: Hair;
  hairTone: 'dark' | 'fair' | 'red' | 'grey';
  beard: boolean;
  glasses: boolean;
  clothes: Clothes;
  years: 'child' | 'young' | 'grown' | 'old';
}

/** What somebody does not have is no word for it. */
const without =
  /\b(?:no|not|without|never wears)\s+(?:an?\s+|any\s+)?(beard|moustache|mustache|stubble|glasses|spectacles|hat|cap|hood|scarf|uniform)\b/g;

/** What the text says; where it says nothing, what the name falls on. */
export function featuresOf(input: PortraitPictureInput, dice: Dice): FaceFeatures {
  const told = `${input.role ?? ''} ${input.description ?? ''}`.slice(0, 6000).toLowerCase();
  const denied = new Set(Array.from(told.matchAll(without), ([, thing]) => thing));
  const text = told.replace(without, ' ');
  const says = (pattern: RegExp) => pattern.test(text);
  const age = input.age ?? null;
  const years = age === null ? 'grown' : age < 14 ? 'child' : age < 30 ? 'young' : age < 62 ? 'grown' : 'old';
  const usual = dice.pick<Hair>(['cropped', 'parted', 'curly', 'bob', 'long', 'bun', 'cap', 'hat']);
  const beard = dice.chance(0.5);
  const glasses = dice.chance(0.2);
  const clothes = dice.pick<Clothes>(['collar', 'coat', 'jumper', 'scarf']);
  const tone = dice.pick(['dark', 'dark', 'dark', 'fair', 'red'] as const);
  const isWoman = says(
    /\b(?:she|her|woman|girl|mother|daughter|sister|wife|aunt|queen|actress|widow|grandmother)\b/,
  );
  const worn = says(/\bbald|shaven head\b/)
    ? 'bald'
    : says(/\bhood/)
      ? 'hood'
      : says(/\b(?:captain|officer|police|cop|soldier|sailor|pilot|guard|cap)\b/)
        ? 'cap'
        : says(/\b(?:hat|fedora|detective|cowboy)\b/)
          ? 'hat'
          : says(/\b(?:curly|curls|afro)\b/)
            ? 'curly'
            : says(/\bbun\b/)
              ? 'bun'
              : says(/\b(?:long|flowing)(?:[ -]\w+){0,2}[ -]hair|\b(?:ponytail|braids?)\b/)
                ? 'long'
                : says(/\b(?:short|cropped)(?:,? \w+){0,2}[ -]hair/)
                  ? 'cropped'
                  : null;
  const ofChild = age !== null && age < 3 ? 'cropped' : usual === 'hat' || usual === 'bun' ? 'bob' : usual;
  return {
    hair: worn ?? (years === 'child' ? ofChild : usual),
    hairTone:
      years === 'old' || says(/\b(?:gr[ae]y|white|silver)(?:[ -]?hair|[ -]beard)/)
        ? 'grey'
        : says(/\b(?:blonde?|fair[ -]hair)/)
          ? 'fair'
          : says(/\b(?:red[ -]?hair|ginger)/)
            ? 'red'
            : says(/\b(?:black|dark|brown)[ -]?hair/)
              ? 'dark'
              : tone,
    beard:
      says(/\b(?:beard|bearded|moustache|mustache|stubble)\b/) ||
      (beard &&
        !denied.has('beard') &&
        !says(/\b(?:clean[ -]?shaven|beardless|boy|child|kid)\b/) &&
        says(/\b(?:he|him|man|father|son|husband|captain|king)\b/) &&
        !isWoman &&
        years !== 'child' &&
        years !== 'young'),
    glasses:
      says(/\b(?:glasses|spectacles|bespectacled)\b/) ||
      (glasses && !denied.has('glasses') && !denied.has('spectacles') && years !== 'child'),
    clothes: says(/\b(?:uniform|captain|officer|police|cop|soldier|sailor|pilot|guard)\b/)
      ? 'uniform'
      : says(/\bscarf\b/)
        ? 'scarf'
        : says(/\b(?:(?:over|rain|trench)?coat|trench|jacket|oilskins?|parka)\b/)
          ? 'coat'
          : says(/\b(?:suit|tie|lawyer|banker|doctor|priest)\b/)
            ? 'collar'
            : clothes,
    years,
  };
}

/** For those who do not see the picture. */
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
