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

/**
 * Create the video engine of Google: Veo if a service account is configured, otherwise its
 * successor with an API key.
 */
export function googleFilm({ google, googleCloud }: Pick<Env, 'google' | 'googleCloud'>): FilmEngine | null {
  if (googleCloud) return veoFilm(googleCloud);
  return google && omniFilm(google);
}

/** Create a video engine on the Interactions API. Tests shorten timeouts with `tuned`. */
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

/** Create a video engine for Veo on the Agent Platform. */
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
    // Operations there cannot be cancelled. They end by themselves.
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
