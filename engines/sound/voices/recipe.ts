import type { EspeakLanguage } from './espeakLanguages.ts';

/**
 * Parameters of a built-in voice. The numbers are multiples of the steps in its id (voiceId.ts).
 */
export interface VoiceRecipe {
  /** Voice of espeak-ng, such as "en-gb-scotland". */
  tongue: EspeakLanguage;
  /** Median pitch. */
  pitchHertz: number;
  /** Range between low and high tones; 0 is a monotone. */
  melodySemitones: number;
  wordsPerMinute: number;
  /**
   * Scale of all resonances, including consonants: 1 is an average man, higher is a smaller person.
   */
  tract: number;
  /** Factor of the first formant: above 1 a wider mouth. */
  openness: number;
  /** Factor of the second formant: above 1 the tongue is further forward. */
  frontness: number;
  /** 0 to 1. */
  breath: number;
  /** 0 to 1: how harsh the voice is. */
  roughness: number;
  /** Gain of the low, the middle and the high tones, in decibels. */
  warmthDecibels: number;
  presenceDecibels: number;
  airDecibels: number;
  /** 0 to 1: amount of room sound. */
  room: number;
}

type NumberField = Exclude<keyof VoiceRecipe, 'tongue'>;

/** Step, minimum and maximum of each number, in the order of the ids. */
export const recipeSteps: [field: NumberField, step: number, min: number, max: number][] = [
  ['pitchHertz', 1, 60, 340],
  ['melodySemitones', 0.1, 0, 14],
  ['wordsPerMinute', 1, 90, 280],
  ['tract', 0.01, 0.82, 1.4],
  ['openness', 0.01, 0.8, 1.2],
  ['frontness', 0.01, 0.8, 1.2],
  ['breath', 0.01, 0, 1],
  ['roughness', 0.01, 0, 1],
  ['warmthDecibels', 0.1, -12, 12],
  ['presenceDecibels', 0.1, -12, 12],
  ['airDecibels', 0.1, -12, 12],
  ['room', 0.01, 0, 1],
];

/** Round each number to its step and clamp it to what the engine supports. */
export function clampRecipe(recipe: VoiceRecipe): VoiceRecipe {
  const clamped = { ...recipe };
  for (const [field, step, min, max] of recipeSteps)
    clamped[field] = Number((Math.round(within(recipe[field], min, max) / step) * step).toFixed(2));
  return clamped;
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
