import type { Env } from '#server/env.ts';
import { audioQuery, readAudio } from './elevenlabs/audio.ts';
import { askElevenLabs, type ElevenLabs, elevenLabs } from './elevenlabs/client.ts';
import { type ElevenLabsSettings, elevenLabsSettings } from './elevenlabs/settings.ts';
import { designInTwoSteps, fetchPreview, listAllVoices } from './elevenlabs/voices.ts';
import { ModelFailure } from './failure.ts';
import type { Models } from './models.ts';

/**
 * Create the engines for speech, sound effects and voices by ElevenLabs. Tests shorten timeouts
 * with `tuned`.
 */
export function elevenLabsEngines(
  env: NonNullable<Env['elevenlabs']>,
  tuned: Partial<ElevenLabsSettings> = {},
): Pick<Models, 'speech' | 'sounds' | 'voices'> {
  const provider = elevenLabs({ ...elevenLabsSettings(env), ...tuned });
  const { speechModel, soundModel, voiceModel, baseUrl } = provider.settings;
  const identity = { service: 'elevenlabs', isBuiltIn: false, destination: new URL(baseUrl).host } as const;
  return {
    speech: { ...identity, model: speechModel, speak: speakBy(provider) },
    sounds: { ...identity, model: soundModel, makeSound: makeSoundBy(provider) },
    voices: {
      ...identity,
      model: voiceModel,
      listVoices: (signal) => listAllVoices(provider, signal),
      previewOf: (voice, signal) => fetchPreview(provider, voice, signal),
      designVoice: (order, { signal }) => designInTwoSteps(provider, order, signal),
    },
  };
}

function speakBy(provider: ElevenLabs): Models['speech']['speak'] {
  const { settings } = provider;
  const model_id = settings.speechModel;
  return async (order, { signal }) => {
    const text = textForModel(model_id, order.text);
    const { stability, similarity_boost, style, use_speaker_boost } = order.voiceSettings;
    const voice_settings = { stability, similarity_boost, style, use_speaker_boost };
    const path = `/v1/text-to-speech/${encodeURIComponent(order.voiceId)}`;
    const body = { text, model_id, voice_settings };
    return askElevenLabs(
      provider,
      { resource: 'speech', path, query: audioQuery, body },
      signal,
      (response, dog) => readAudio(settings, response, dog),
    );
  };
}

function makeSoundBy(provider: ElevenLabs): Models['sounds']['makeSound'] {
  const { settings } = provider;
  return ({ text, durationSeconds, promptInfluence }, { signal }) => {
    const model_id = settings.soundModel;
    const body = { text, duration_seconds: durationSeconds, prompt_influence: promptInfluence, model_id };
    return askElevenLabs(
      provider,
      { resource: 'sound', path: '/v1/sound-generation', query: audioQuery, body },
      signal,
      (response, dog) => readAudio(settings, response, dog),
    );
  };
}

/** Remove the direction in brackets for models before version 3, which would read it aloud. */
function textForModel(model: string, text: string): string {
  if (/^eleven_v[3-9]/.test(model)) return text;
  const words = text.replace(/^\s*\[[^\]]*\]\s*/, '');
  if (!/[\p{L}\p{N}]/u.test(words)) throw new ModelFailure('unspeakable');
  return words;
}
