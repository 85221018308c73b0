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
import { googleFilm } from './google.ts';
import type { Models } from './models.ts';
import { openai } from './openai.ts';

/** Select the engine of each feature: the configured provider, otherwise the built-in engine. */
export function modelsFor(
  env: Pick<Env, 'openai' | 'elevenlabs' | 'google' | 'googleCloud'>,
  builtin: BuiltinEngine,
): Models {
  const vendor = env.openai ? openai(env.openai) : null;
  const voiceVendor = env.elevenlabs ? elevenLabsEngines(env.elevenlabs) : null;
  return {
    text: vendor?.text ?? builtinText(builtin),
    pictures: vendor?.pictures ?? builtinPictures(builtin),
    speech: voiceVendor?.speech ?? builtinSpeech(builtin),
    sounds: voiceVendor?.sounds ?? builtinSounds(builtin),
    voices: voiceVendor?.voices ?? builtinVoices(builtin),
    film: googleFilm(env),
  };
}
