import type { BuiltInVoice } from './builtInVoice.ts';
import { englishVoices } from './englishVoices.ts';
import { voicesOfOtherLanguages } from './otherVoices.ts';
import type { VoiceRecipe } from './recipe.ts';
import { recipeInId } from './voiceId.ts';

/** The voices that speak without a key (decision OQ-95): at least 24, in at least six languages. */
export const builtInVoices: readonly BuiltInVoice[] = [...englishVoices, ...voicesOfOtherLanguages];

const byId = new Map(builtInVoices.map((voice) => [voice.voiceId, voice.recipe]));

/** How a voice sounds, of the catalogue or a designed one; null: there is no such voice. */
export function recipeOfVoice(voiceId: string): VoiceRecipe | null {
  return byId.get(voiceId) ?? recipeInId(voiceId);
}
