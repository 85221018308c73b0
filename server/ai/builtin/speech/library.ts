import { builtInVoices } from '#engines/sound/voices/catalogue.ts';
import { designedRecipe } from '#engines/sound/voices/designing.ts';
import { espeakLanguages } from '#engines/sound/voices/espeakLanguages.ts';
import { designedVoiceId } from '#engines/sound/voices/voiceId.ts';
import type { Voice, VoiceDesign } from '#shared/contract/voices.ts';

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
