import { builtInVoices } from '#engines/sound/voices/catalogue.ts';
import { designedRecipe } from '#engines/sound/voices/designing.ts';
import { espeakLanguages } from '#engines/sound/voices/espeakLanguages.ts';
import { designedVoiceId } from '#engines/sound/voices/voiceId.ts';
import type { ModelAudio } from '../models.ts';
import type { BuiltinEngine } from './engine.ts';
import { makeSoundBuiltIn } from './sound/soundBuiltIn.ts';
import { BuiltInSpeech } from './speech/builtInSpeech.ts';

type AudioEngine = Pick<BuiltinEngine, 'speak' | 'makeSound' | 'voices' | 'previewOf' | 'designVoice'>;

/** Its threads start with the first request and end after a time without requests. */
const speech = new BuiltInSpeech();

/** Built-in speech and sound effects. */
export const builtinAudio: AudioEngine = {
  speak: async ({ text, voiceId, voiceSettings: settings }, { payer, signal }) => {
    const { bytes } = await speech.speak({ text, voiceId, settings, payer }, signal);
    return { bytes, mediaType: 'audio/mpeg' };
  },
  makeSound: async ({ text, durationSeconds, promptInfluence }, { payer, signal }) => {
    const order = { text, seconds: durationSeconds, influence: promptInfluence, payer };
    const { bytes, details, note } = await makeSoundBuiltIn(order, signal);
    const audio: ModelAudio = { bytes, mediaType: 'audio/mpeg' };
    return { audio: note === undefined ? audio : { ...audio, note }, details };
  },
  voices: builtInVoices.map(({ voiceId, name, description, gender, age, accent, recipe }) => ({
    ...{ voice_id: voiceId, name, category: 'premade', description },
    labels: { gender, age, accent },
    preview_url: 'built-in',
    fine_tuning: { language: espeakLanguages[recipe.tongue] },
  })),
  previewOf: async (voiceId) => (await speech.previewOf(voiceId)).bytes,
  designVoice: async (wishes) => {
    const voiceId = designedVoiceId(designedRecipe(wishes));
    return { voiceId, preview: (await speech.previewOf(voiceId)).bytes };
  },
};
