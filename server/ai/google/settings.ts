import type { Env } from '#server/env.ts';
import { defaultModels } from '../catalog.ts';
import { accessTokens } from './accessToken.ts';

/** Address, credentials and timeouts of a Google service. Set only from the environment. */
export interface GoogleSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  videoModel: string;
  /** Return the authentication headers. */
  credentials(signal: AbortSignal): Promise<Record<string, string>>;
  /** Secret that must not occur in stored or logged text. Null: it changes every hour. */
  key: string | null;
  /** Timeout of API calls. */
  answerMs: number;
  /** Timeout until a video download begins and between two of its pieces. */
  idleMs: number;
}

const timeouts = { answerMs: 60_000, idleMs: 30_000 };

/** Return the settings of the Interactions API, which uses an API key. */
export function interactionsSettings({
  apiKey,
  baseUrl,
  videoModel,
}: NonNullable<Env['google']>): GoogleSettings {
  return {
    baseUrl: baseUrl ?? 'https://generativelanguage.googleapis.com',
    videoModel: videoModel ?? defaultModels.video,
    credentials: async () => ({ 'x-goog-api-key': apiKey }),
    key: apiKey,
    ...timeouts,
  };
}

/** Settings of the Agent Platform, which uses a service account. */
export interface AgentPlatformSettings extends GoogleSettings {
  project: string;
  location: string;
  /** gs:// address where videos are stored. Null: they are returned inline. */
  storageUri: string | null;
  /** Address of Cloud Storage. */
  storageUrl: string;
}

export function agentPlatformSettings({
  account,
  location,
  storageUri,
  baseUrl,
  videoModel,
}: NonNullable<Env['googleCloud']>): AgentPlatformSettings {
  const tokens = accessTokens(account);
  return {
    baseUrl: baseUrl ?? `https://${location}-aiplatform.googleapis.com`,
    storageUrl: baseUrl ?? 'https://storage.googleapis.com',
    ...{ project: account.project, location, storageUri },
    videoModel: videoModel ?? defaultModels.veo,
    credentials: async (signal) => ({ authorization: `Bearer ${await tokens(signal)}` }),
    key: null,
    ...timeouts,
  };
}
