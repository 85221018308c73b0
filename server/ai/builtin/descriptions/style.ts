import { type Clothes, type FaceFeatures, featuresOf, type Hair } from '#engines/storyboard/storyboard.ts';
import { capital, listed } from '#screenplay/facts/prose.ts';
import {
  type DescribedPerson,
  type DescriptionFacts,
  nameAndRole,
  personOf,
  quoteWithin,
  sentencesWithin,
} from './person.ts';

/** Describe the look of a character so that the built-in portrait draws the same face again. */
export function styleFor(facts: DescriptionFacts, limit: number): string {
  const person = personOf(facts);
  const { name, characterType, age, role } = facts;
  // Prefer the card: the script's introduction may describe somebody else.
  const lookText = facts.description.trim() === '' ? facts.introduction : facts.description;
  const description = [lookText, person.phrase].join('\n');
  const features = featuresOf({ name, characterType, age, role, description, ratio: '1:1' });
  const first = quoteWithin(facts.introduction, 160);
  const picture = quoteWithin(facts.description, 200);
  return sentencesWithin(limit, [
    `${nameAndRole(facts)}: ${person.phrase} with ${looksOf(features)}.`,
    `${wearer(person, facts)} ${clothes[features.clothes]}.`,
    expressions[characterType],
    lights[characterType],
    first && `The script first shows this: ${first}`,
    picture && `In keeping with: ${picture}`,
    'Natural skin, fine film grain, shallow depth of field.',
  ]);
}

function looksOf({ hair, hairTone, beard, glasses }: FaceFeatures): string {
  return listed([heads[hair](hairTone), beard ? 'a beard' : '', glasses ? 'glasses' : ''].filter(Boolean));
}

const heads: Record<Hair, (tone: string) => string> = {
  bald: () => 'a bald head',
  cropped: (tone) => `short ${tone} hair`,
  parted: (tone) => `${tone} hair in a parting`,
  curly: (tone) => `curly ${tone} hair`,
  bob: (tone) => `chin-length ${tone} hair`,
  long: (tone) => `long ${tone} hair`,
  bun: (tone) => `${tone} hair in a bun`,
  hat: (tone) => `a hat over ${tone} hair`,
  cap: (tone) => `a cap over ${tone} hair`,
  hood: (tone) => `a hood over ${tone} hair`,
};

const clothes: Record<Clothes, string> = {
  collar: 'a white collar and a red tie',
  coat: 'a heavy coat with wide lapels',
  jumper: 'a plain knitted jumper',
  uniform: 'a dark uniform with brass buttons',
  scarf: 'a red scarf over something dark',
};

function wearer({ sex }: DescribedPerson, { name }: DescriptionFacts): string {
  if (sex === null) return `${capital(name.replace(/\s+/g, ' ').trim())} wears`;
  return sex === 'woman' ? 'She wears' : 'He wears';
}

const expressions: Record<DescriptionFacts['characterType'], string> = {
  protagonist: 'An open, searching look straight at the viewer.',
  antagonist: 'A still face that gives nothing away, the eyes in the shade of the brow.',
  supporting: 'An attentive face, turned a little aside.',
};

/** The colours of the three types in the character views. */
const lights: Record<DescriptionFacts['characterType'], string> = {
  protagonist: 'Warm light from one side, deep green behind.',
  antagonist: 'Hard light from one side, dark red behind.',
  supporting: 'Soft light from one side, muted blue behind.',
};
