import { isTongue } from './espeakLanguages.ts';
import { clampRecipe, recipeSteps, type VoiceRecipe } from './recipe.ts';

/** Prefix of the ids of all built-in voices. */
export const builtInVoicePrefix = 'builtin-';
const designedPrefix = `${builtInVoicePrefix}made-1.`;

export function isBuiltInVoiceId(voiceId: string): boolean {
  return voiceId.startsWith(builtInVoicePrefix);
}

/**
 * Return the id of a designed voice, which contains the whole recipe:
 * "builtin-made-1.en-us.118.48.165.…". So the voice works wherever the id goes, including copies
 * and archives of a project.
 */
export function designedVoiceId(recipe: VoiceRecipe): string {
  const clamped = clampRecipe(recipe);
  const steps = recipeSteps.map(([field, step]) => Math.round(clamped[field] / step));
  return designedPrefix + [clamped.tongue, ...steps].join('.');
}

/**
 * Return the recipe in the id of a designed voice; null for any other id. A suffix after "~" is
 * ignored; callers use it to make ids unique.
 */
export function recipeInId(voiceId: string): VoiceRecipe | null {
  if (!voiceId.startsWith(designedPrefix)) return null;
  const [tongue = '', ...steps] = (voiceId.slice(designedPrefix.length).split('~')[0] ?? '').split('.');
  if (!isTongue(tongue) || steps.length !== recipeSteps.length) return null;
  if (!steps.every((step) => /^-?\d{1,4}$/.test(step))) return null;
  const values = recipeSteps.map(([field, step], at) => [field, Number(steps[at]) * step]);
  return clampRecipe({ tongue, ...(Object.fromEntries(values) as Omit<VoiceRecipe, 'tongue'>) });
}
