import type { Env } from '#server/env.ts';
import {
  type BuiltinEngine,
  builtinPictures,
  builtinSounds,
  builtinSpeech,
  builtinText,
  builtinVoices,
} from './builtin/engine.ts';
import { elevenLabsEngines } from './elevenlabs.ts';
import { googleVideo } from './google.ts';
import type { Models } from './models.ts';
import { openai } from './openai.ts';

/** Select the engine of each feature: the configured provider, otherwise the built-in engine. */
export function modelsFor(
  env: Pick<Env, 'openai' | 'elevenlabs' | 'google' | 'googleCloud'>,
  builtin: BuiltinEngine,
): Models {
  const textProvider = env.openai ? openai(env.openai) : null;
  const voiceProvider = env.elevenlabs ? elevenLabsEngines(env.elevenlabs) : null;
  return {
    text: textProvider?.text ?? builtinText(builtin),
    pictures: textProvider?.pictures ?? builtinPictures(builtin),
    speech: voiceProvider?.speech ?? builtinSpeech(builtin),
    sounds: voiceProvider?.sounds ?? builtinSounds(builtin),
    voices: voiceProvider?.voices ?? builtinVoices(builtin),
    film: googleVideo(env),
  };
}
