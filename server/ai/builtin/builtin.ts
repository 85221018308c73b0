import { unavailable } from '#server/lib/errors.ts';
import { errorTexts } from '#shared/errors.ts';
import { doctorEngine } from './doctorEngine.ts';
import type { BuiltinEngine } from './engine.ts';

/** All that works without a key. */
export const builtin: BuiltinEngine = {
  ...doctorEngine,
  draw: () => {
    throw unavailable(errorTexts.aiUnavailable);
  },
};
