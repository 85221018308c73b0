import { capital, listed } from '#screenplay/facts/prose.ts';
import type { Found, FoundSign } from './reading.ts';
import { placeInWords } from './shape.ts';

export interface Reasons {
  found: Found;
  /** Position in the story, 0 to 1. */
  share: number;
  level: number;
  /** The level of the previous beat. Undefined for the first. */
  before: number | undefined;
  /** Number of beats in the plan. */
  beats: number;
}

/** Maximum number of signs that are named. */
const maxNamed = 3;
/** Minimum step between two beats that is mentioned. */
const minStep = 0.2;

/** Explain the tension of a beat by its position, its words and the previous beat. */
export function tensionReason({ found, share, level, before, beats }: Reasons): string {
  const step = before === undefined ? 0 : level - before;
  return [
    placeInWords(share, beats),
    wordsOf(found),
    found.asks ? 'A question stays open.' : '',
    found.exclaims ? 'An outcry adds urgency.' : '',
    step >= minStep ? 'It climbs steeply from the beat before.' : '',
    step <= -minStep ? 'It eases off after the beat before.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function wordsOf({ tense, quiet }: Found): string {
  const pressing = listSigns(tense);
  const calming = listSigns(quiet);
  if (tense.length === 0 && quiet.length === 0) return 'Its words name neither danger nor rest.';
  if (quiet.length === 0) return `${capital(pressing)} ${verb(tense, 'raise')} the tension.`;
  if (tense.length === 0) return `${capital(calming)} ${verb(quiet, 'bring')} calm.`;
  return weightOf(tense) + weightOf(quiet) > 0
    ? `${capital(pressing)} ${verb(tense, 'raise')} the tension, and ${calming} ${verb(quiet, 'soften')} it.`
    : `${capital(calming)} ${verb(quiet, 'bring')} calm, but ${pressing} ${verb(tense, 'stay')} underneath.`;
}

/** List signs: "death (“drowned”) and a deadline (“too late”)". */
function listSigns(signs: readonly FoundSign[]): string {
  const phrases = signs.slice(0, maxNamed).map(({ name, word }) => `${name} (“${oneLine(word)}”)`);
  return listed(phrases);
}

function verb(signs: readonly FoundSign[], base: string): string {
  return signs.length === 1 ? `${base}s` : base;
}

const weightOf = (signs: readonly FoundSign[]) => signs[0]?.weight ?? 0;
const oneLine = (word: string) => word.replace(/\s+/g, ' ').trim().toLowerCase();
