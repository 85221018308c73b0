import { clampRecipe, type VoiceRecipe } from './recipe.ts';
import { builtInVoicePrefix } from './voiceId.ts';

/** A voice of the catalogue. */
export interface BuiltInVoice {
  voiceId: string;
  name: string;
  /** One sentence on how it sounds. */
  description: string;
  gender: 'female' | 'male';
  age: 'young' | 'middle_aged' | 'old';
  /** In lower case, such as "scottish". */
  accent: string;
  recipe: VoiceRecipe;
}

/** Default values of male and female voices. */
const man: Omit<VoiceRecipe, 'tongue'> = {
  pitchHertz: 112,
  melodySemitones: 5,
  wordsPerMinute: 165,
  tract: 1,
  openness: 1,
  frontness: 1,
  breath: 0,
  roughness: 0.15,
  warmthDecibels: 0,
  presenceDecibels: 0,
  airDecibels: 0,
  room: 0.12,
};
const woman: typeof man = { ...man, pitchHertz: 200, melodySemitones: 5.6, tract: 1.17, roughness: 0.05 };

export type RecipeChoice = Partial<VoiceRecipe> & Pick<VoiceRecipe, 'tongue'>;

/** Return a complete recipe from the values that differ from the default. */
export function recipeOf(gender: BuiltInVoice['gender'], choice: RecipeChoice): VoiceRecipe {
  return clampRecipe({ ...(gender === 'female' ? woman : man), ...choice });
}

/** Create an entry of the catalogue. Its id follows from the name, so it survives tuning. */
export function builtInVoice(
  name: string,
  gender: BuiltInVoice['gender'],
  age: BuiltInVoice['age'],
  accent: string,
  description: string,
  choice: RecipeChoice,
): BuiltInVoice {
  const voiceId = `${builtInVoicePrefix}${name.toLowerCase()}`;
  return { voiceId, name, gender, age, accent, description, recipe: recipeOf(gender, choice) };
}
