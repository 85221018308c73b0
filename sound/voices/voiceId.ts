import { isTongue } from './espeakLanguages.ts';
import { clampRecipe, recipeSteps, type VoiceRecipe } from './recipe.ts';

/** The beginning of the ids of all voices that are built in. */
export const builtInVoicePrefix = 'builtin-';
const madePrefix = `${builtInVoicePrefix}made-1.`;

export function isBuiltInVoiceId(voiceId: string): boolean {
  return voiceId.startsWith(builtInVoicePrefix);
}

/**
 * A designed voice is its recipe: the id has all of it, such as "builtin-made-1.en-us.118.48.165.…", so it is spoken
 * wherever the id goes, also in a copy or an archive of a project.
 */
export function madeVoiceId(recipe: VoiceRecipe): string {
  const settled = clampRecipe(recipe);
  const steps = recipeSteps.map(([field, step]) => Math.round(settled[field] / step));
  return madePrefix + [settled.tongue, ...steps].join('.');
}

/** The recipe in the id of a designed voice; null: it is none. What follows a "~" is whoever keeps the id's own. */
export function recipeInId(voiceId: string): VoiceRecipe | null {
  if (!voiceId.startsWith(madePrefix)) return null;
  const [tongue = '', ...steps] = (voiceId.slice(madePrefix.length).split('~')[0] ?? '').split('.');
  if (!isTongue(tongue) || steps.length !== recipeSteps.length) return null;
  if (!steps.every((step) => /^-?\d{1,4}$/.test(step))) return null;
  const values = recipeSteps.map(([field, step], at) => [field, Number(steps[at]) * step]);
  return clampRecipe({ tongue, ...(Object.fromEntries(values) as Omit<VoiceRecipe, 'tongue'>) });
}
