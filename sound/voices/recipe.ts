import type { EspeakLanguage } from './espeakLanguages.ts';

/** How a built-in voice sounds. The numbers are steps of its id, so a recipe and its id say the same (voiceId.ts). */
export interface VoiceRecipe {
  /** Whose sounds it makes, such as "en-gb-scotland". */
  tongue: EspeakLanguage;
  /** The middle of its pitch. */
  pitchHertz: number;
  /** Between its low and its high tones; 0 is a monotone. */
  melodySemitones: number;
  wordsPerMinute: number;
  /** How high everything resounds, consonants too: 1 is an average man, above it a smaller person. */
  tract: number;
  /** The first formant against that: above 1 a wider mouth. */
  openness: number;
  /** The second formant: above 1 the tongue lies further in front. */
  frontness: number;
  /** 0 to 1. */
  breath: number;
  /** 0 to 1: a voice that grates. */
  roughness: number;
  /** What is added to the deep, the middle and the high tones, in decibels. */
  warmthDecibels: number;
  presenceDecibels: number;
  airDecibels: number;
  /** 0 to 1: how much of a room is heard. */
  room: number;
}

type NumberField = Exclude<keyof VoiceRecipe, 'tongue'>;

/** Of each number its step, its least and its greatest value, in the order in which ids have them. */
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

/** The recipe with each number on a step and within what the engine can do. */
export function clampRecipe(recipe: VoiceRecipe): VoiceRecipe {
  const settled = { ...recipe };
  for (const [field, step, min, max] of recipeSteps)
    settled[field] = Number((Math.round(within(recipe[field], min, max) / step) * step).toFixed(2));
  return settled;
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
