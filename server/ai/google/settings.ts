import type { Env } from '#server/env.ts';
import { defaultModels } from '../catalog.ts';
import { accessTokens } from './accessToken.ts';

/** Where a service of Google's is, how we say who we are, and how patient we are. Only ever from the environment. */
export interface GoogleSettings {
  /** Without a slash at the end. */
  baseUrl: string;
  videoModel: string;
  /** What a request is let in by. */
  credentials(signal: AbortSignal): Promise<Record<string, string>>;
  /** What nothing that is written down may hold; null: it changes by the hour. */
  key: string | null;
  /** For an answer that says how a job is doing, and for one that begins a job. */
  answerMs: number;
  /** Until a film begins to come, and between two pieces of it. */
  idleMs: number;
}

const patience = { answerMs: 60_000, idleMs: 30_000 };

/** The Interactions API, which a key opens. */
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
    ...patience,
  };
}

/** The Agent Platform, which a service account opens. */
export interface AgentPlatformSettings extends GoogleSettings {
  project: string;
  location: string;
  /** Where films are put to be fetched, gs://…; null: they come inside of the answer. */
  storageUri: string | null;
  /** Of Cloud Storage. */
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
    ...patience,
  };
}
