import type { Voice, VoiceDesign } from '#shared/contract/voices.ts';
import { builtInVoices } from '#sound/voices/catalogue.ts';
import { designedRecipe } from '#sound/voices/designing.ts';
import { espeakLanguages } from '#sound/voices/espeakLanguages.ts';
import { designedVoiceId } from '#sound/voices/voiceId.ts';

/** The catalogue as voice library entries (decision OQ-95). Previews: `BuiltInSpeech.previewOf`. */
export const builtInLibrary: readonly Voice[] = builtInVoices.map(
  ({ voiceId, name, description, gender, age, accent, recipe }) => ({
    voice_id: voiceId,
    name,
    category: 'premade',
    description,
    labels: { gender, age, accent },
    fine_tuning: { language: espeakLanguages[recipe.tongue] },
  }),
);

/**
 * Return the id of a voice designed in the form, usable immediately. Its name does not affect the
 * voice.
 */
export function designBuiltInVoice(design: Omit<VoiceDesign, 'voiceName'>): string {
  return designedVoiceId(designedRecipe(design));
}
