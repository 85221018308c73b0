import type { Env } from '#server/env.ts';
import { fetchStored, pollOperation, startOperation } from './google/agentPlatform.ts';
import { fetchVideo } from './google/client.ts';
import { cancelInteraction, pollInteraction, startInteraction } from './google/interactions.ts';
import {
  type AgentPlatformSettings,
  agentPlatformSettings,
  type GoogleSettings,
  interactionsSettings,
} from './google/settings.ts';
import type { VideoEngine } from './models.ts';

/**
 * Create the video engine of Google: Veo if a service account is configured, otherwise its
 * successor with an API key.
 */
export function googleVideo({
  google,
  googleCloud,
}: Pick<Env, 'google' | 'googleCloud'>): VideoEngine | null {
  if (googleCloud) return veoVideo(googleCloud);
  return google && omniVideo(google);
}

/** Create a video engine on the Interactions API. Tests shorten timeouts with `tuned`. */
export function omniVideo(env: NonNullable<Env['google']>, tuned: Partial<GoogleSettings> = {}): VideoEngine {
  const settings = { ...interactionsSettings(env), ...tuned };
  return {
    ...identityOf(settings),
    driver: 'interactions',
    start: (order, signal) => startInteraction(settings, order, signal),
    poll: (job, signal) => pollInteraction(settings, job, signal),
    fetch: async (clip, signal) => ('bytes' in clip ? clip.bytes : fetchVideo(settings, clip.uri, signal)),
    cancel: (job, signal) => cancelInteraction(settings, job, signal),
  };
}

/** Create a video engine for Veo on the Agent Platform. */
export function veoVideo(
  env: NonNullable<Env['googleCloud']>,
  tuned: Partial<AgentPlatformSettings> = {},
): VideoEngine {
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
