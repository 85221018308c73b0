import type { Env } from '#server/env.ts';
import { fetchFilm } from './google/client.ts';
import { cancelInteraction, lookAtInteraction, startInteraction } from './google/interactions.ts';
import { type GoogleSettings, googleSettings } from './google/settings.ts';
import type { FilmEngine } from './models.ts';

/** Film by Google's Interactions API. `tuned` is for tests that cannot wait as long as we do. */
export function googleFilm(env: NonNullable<Env['google']>, tuned: Partial<GoogleSettings> = {}): FilmEngine {
  const settings = { ...googleSettings(env), ...tuned };
  return {
    ...{ service: 'google_veo', model: settings.videoModel, isBuiltIn: false },
    destination: new URL(settings.baseUrl).host,
    driver: 'interactions',
    start: (order, signal) => startInteraction(settings, order, signal),
    poll: (job, signal) => lookAtInteraction(settings, job, signal),
    fetch: async (clip, signal) => ('bytes' in clip ? clip.bytes : fetchFilm(settings, clip.uri, signal)),
    cancel: (job, signal) => cancelInteraction(settings, job, signal),
  };
}
