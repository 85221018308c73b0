import type { Env } from '#server/env.ts';
import { outputFormat, readAudio } from './elevenlabs/audio.ts';
import { askElevenLabs, elevenLabs } from './elevenlabs/client.ts';
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

type ElevenLabs = ReturnType<typeof elevenLabs>;

function speakBy(provider: ElevenLabs): Models['speech']['speak'] {
  const { settings } = provider;
  const modelId = settings.speechModel;
  return async (order, { signal }) => {
    const text = textForModel(modelId, order.text);
    const { stability, similarity_boost, style, use_speaker_boost } = order.voiceSettings;
    const voiceSettings = {
      ...{ stability, style },
      ...{ similarityBoost: similarity_boost, useSpeakerBoost: use_speaker_boost },
    };
    return askElevenLabs(
      provider,
      'speech',
      signal,
      (api, conditions) =>
        api.textToSpeech
          .convert(order.voiceId, { text, modelId, voiceSettings, outputFormat }, conditions)
          .withRawResponse(),
      (body, headers, dog) => readAudio(settings, body, headers, dog),
    );
  };
}

function makeSoundBy(provider: ElevenLabs): Models['sounds']['makeSound'] {
  const { settings } = provider;
  const modelId = settings.soundModel as 'eleven_text_to_sound_v2';
  return ({ text, durationSeconds, promptInfluence }, { signal }) =>
    askElevenLabs(
      provider,
      'sound',
      signal,
      (api, conditions) =>
        api.textToSoundEffects
          .convert({ text, durationSeconds, promptInfluence, outputFormat, modelId }, conditions)
          .withRawResponse(),
      (body, headers, dog) => readAudio(settings, body, headers, dog),
    );
}

/** Remove the direction in brackets for models before version 3, which would read it aloud. */
function textForModel(model: string, text: string): string {
  if (/^eleven_v[3-9]/.test(model)) return text;
  const words = text.replace(/^\s*\[[^\]]*\]\s*/, '');
  if (!/[\p{L}\p{N}]/u.test(words)) throw new ModelFailure('unspeakable');
  return words;
}
