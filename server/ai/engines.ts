import type { Env } from '#server/env.ts';
import { type BuiltinEngine, builtinPictures, builtinText } from './builtin/engine.ts';
import type { Models } from './models.ts';
import { openai } from './openai.ts';

/** Vendors by key or address, else what is built in. */
export function modelsFor(env: Pick<Env, 'openai'>, builtin: BuiltinEngine): Models {
  const vendor = env.openai ? openai(env.openai) : null;
  return {
    text: vendor?.text ?? builtinText(builtin),
    pictures: vendor?.pictures ?? builtinPictures(builtin),
  };
}
