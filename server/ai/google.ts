import type { Env } from '#server/env.ts';
import { fetchStored, pollOperation, startOperation } from './google/agentPlatform.ts';
import { fetchFilm } from './google/client.ts';
import { cancelInteraction, pollInteraction, startInteraction } from './google/interactions.ts';
import {
  type AgentPlatformSettings,
  agentPlatformSettings,
  type GoogleSettings,
  interactionsSettings,
} from './google/settings.ts';
import type { FilmEngine } from './models.ts';

/** Who makes film at Google's: Veo by a service account where there is one, else its successor by a key. */
export function googleFilm({ google, googleCloud }: Pick<Env, 'google' | 'googleCloud'>): FilmEngine | null {
  if (googleCloud) return veoFilm(googleCloud);
  return google && omniFilm(google);
}

/** Film by the Interactions API. `tuned` is for tests that cannot wait as long as we do. */
export function omniFilm(env: NonNullable<Env['google']>, tuned: Partial<GoogleSettings> = {}): FilmEngine {
  const settings = { ...interactionsSettings(env), ...tuned };
  return {
    ...identityOf(settings),
    driver: 'interactions',
    start: (order, signal) => startInteraction(settings, order, signal),
    poll: (job, signal) => pollInteraction(settings, job, signal),
    fetch: async (clip, signal) => ('bytes' in clip ? clip.bytes : fetchFilm(settings, clip.uri, signal)),
    cancel: (job, signal) => cancelInteraction(settings, job, signal),
  };
}

/** Film by Veo on the Agent Platform. */
export function veoFilm(
  env: NonNullable<Env['googleCloud']>,
  tuned: Partial<AgentPlatformSettings> = {},
): FilmEngine {
  const settings = { ...agentPlatformSettings(env), ...tuned };
  return {
    ...identityOf(settings),
    driver: 'agent-platform',
    start: (order, signal) => startOperation(settings, order, signal),
    poll: (job, signal) => pollOperation(settings, job, signal),
    fetch: async (clip, signal) => ('bytes' in clip ? clip.bytes : fetchStored(settings, clip.uri, signal)),
    // An operation there ends by itself.
    cancel: async () => undefined,
  };
}

function identityOf({ videoModel, baseUrl }: GoogleSettings) {
  return {
    service: 'google_veo' as const,
    model: videoModel,
    isBuiltIn: false,
    destination: new URL(baseUrl).host,
  };
}
