import type { BuiltInVoice } from './builtInVoice.ts';
import { englishVoices } from './englishVoices.ts';
import { voicesOfOtherLanguages } from './otherVoices.ts';
import type { VoiceRecipe } from './recipe.ts';
import { recipeInId } from './voiceId.ts';

/** The built-in voices (OQ-95): at least 24, in at least six languages. */
export const builtInVoices: readonly BuiltInVoice[] = [...englishVoices, ...voicesOfOtherLanguages];

const byId = new Map(builtInVoices.map((voice) => [voice.voiceId, voice.recipe]));

/** Return the recipe of a catalogue or designed voice; null if there is no such voice. */
export function recipeOfVoice(voiceId: string): VoiceRecipe | null {
  return byId.get(voiceId) ?? recipeInId(voiceId);
}
