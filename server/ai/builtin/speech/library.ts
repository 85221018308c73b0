import type { Voice, VoiceDesign } from '#shared/contract/voices.ts';
import { builtInVoices } from '#sound/voices/catalogue.ts';
import { designedRecipe } from '#sound/voices/designing.ts';
import { espeakLanguages } from '#sound/voices/espeakLanguages.ts';
import { designedVoiceId } from '#sound/voices/voiceId.ts';

/** The catalogue as the library lists it (decision OQ-95); previews are `BuiltInSpeech.previewOf`. */
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

/** The id of a voice after the form; it is ready at once. What the form says of a name changes nothing. */
export function designBuiltInVoice(design: Omit<VoiceDesign, 'voiceName'>): string {
  return designedVoiceId(designedRecipe(design));
}
