import { clampRecipe, type VoiceRecipe } from './recipe.ts';
import { builtInVoicePrefix } from './voiceId.ts';

/** A voice of the catalogue. */
export interface BuiltInVoice {
  voiceId: string;
  name: string;
  /** How it sounds, in a sentence. */
  description: string;
  gender: 'female' | 'male';
  age: 'young' | 'middle_aged' | 'old';
  /** In small letters, such as "scottish". */
  accent: string;
  recipe: VoiceRecipe;
}

/** What a man's and a woman's voice have where a recipe says nothing else. */
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

/** A whole recipe of what is special in it. */
export function recipeOf(gender: BuiltInVoice['gender'], choice: RecipeChoice): VoiceRecipe {
  return clampRecipe({ ...(gender === 'female' ? woman : man), ...choice });
}

/** A row of the catalogue; its id follows from its name, and stays when the rest is tuned. */
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
