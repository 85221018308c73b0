import { diceOf } from '#screenplay/dice.ts';
import { recipeOf } from './builtInVoice.ts';
import { type RecipeChange, recipeChanges } from './designWords.ts';
import type { EspeakLanguage } from './espeakLanguages.ts';
import { clampRecipe, recipeSteps, type VoiceRecipe } from './recipe.ts';

/** Wishes for a designed voice; the fields are those of the form. */
export interface VoiceWishes {
  /** Free description of how it sounds. */
  prompt: string;
  gender: 'female' | 'male';
  age: 'young' | 'middle_aged' | 'old';
  accent: 'american' | 'british' | 'australian' | 'irish' | 'scottish' | 'south_african';
  /** 0 to 1. */
  accentStrength: number;
}

/**
 * Engine languages for a weak and a strong accent. The engine has no Australian, Irish or South
 * African accent. They use the variety with the most similar sounds, as docs/spec/audio.md states.
 */
interface Accent {
  weak: EspeakLanguage;
  strong: EspeakLanguage;
  /** Factors of both formants for a strong accent. */
  openness: number;
  frontness: number;
}
const accents: Record<VoiceWishes['accent'], Accent> = {
  american: { weak: 'en-us', strong: 'en-us', openness: 1, frontness: 1 },
  british: { weak: 'en', strong: 'en-gb-x-rp', openness: 1, frontness: 1 },
  scottish: { weak: 'en', strong: 'en-gb-scotland', openness: 1, frontness: 1 },
  // Its "day" is nearly "die", as in the West Midlands.
  australian: { weak: 'en', strong: 'en-gb-x-gbcwmd', openness: 0.96, frontness: 1.06 },
  // Its r is pronounced, as in Scotland.
  irish: { weak: 'en-us', strong: 'en-gb-scotland', openness: 1.05, frontness: 1.04 },
  // Short, flat vowels.
  south_african: { weak: 'en', strong: 'en-gb-x-gbclan', openness: 0.92, frontness: 1.05 },
};
const strongFrom = 0.4;

const ages: Record<VoiceWishes['age'], RecipeChange> = {
  young: { factors: { pitchHertz: 1.12, tract: 1.04, wordsPerMinute: 1.08, melodySemitones: 1.15 } },
  middle_aged: {},
  old: {
    factors: { pitchHertz: 0.92, tract: 0.97, wordsPerMinute: 0.82, melodySemitones: 0.9 },
    added: { roughness: 0.45, breath: 0.15 },
  },
};

/**
 * Return the recipe for a designed voice. Gender, age and accent are the basis, and the words of
 * the prompt change it. The prompt also seeds the remaining values, so two prompts with the same
 * wishes give two voices. The same wishes always give the same voice.
 */
export function designedRecipe(wishes: VoiceWishes): VoiceRecipe {
  const { weak, strong, openness, frontness } = accents[wishes.accent];
  const strength = wishes.accentStrength;
  const tongue = strength >= strongFrom ? strong : weak;
  const accent: RecipeChange = {
    factors: { openness: openness ** strength, frontness: frontness ** strength },
  };
  const changes = [
    ages[wishes.age],
    individualVariation(wishes.prompt),
    accent,
    ...recipeChanges(wishes.prompt),
  ];
  return clampRecipe(changes.reduce(applyChange, recipeOf(wishes.gender, { tongue })));
}

function applyChange(recipe: VoiceRecipe, { factors = {}, added = {} }: RecipeChange): VoiceRecipe {
  const result = { ...recipe };
  for (const [field] of recipeSteps)
    result[field] = result[field] * (factors[field] ?? 1) + (added[field] ?? 0);
  return result;
}

/** Return the individual variation of a voice, seeded by the prompt. */
function individualVariation(prompt: string): RecipeChange {
  const dice = diceOf(prompt.trim().toLowerCase());
  return {
    factors: {
      pitchHertz: dice.between(0.9, 1.1),
      tract: dice.between(0.97, 1.04),
      wordsPerMinute: dice.between(0.94, 1.06),
      melodySemitones: dice.between(0.85, 1.2),
      openness: dice.between(0.95, 1.05),
      frontness: dice.between(0.96, 1.04),
    },
    added: { warmthDecibels: dice.between(-1.5, 1.5), airDecibels: dice.between(-1.5, 1.5) },
  };
}
