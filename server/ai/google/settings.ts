import type { Env } from '#server/env.ts';
import { defaultModels } from '../catalog.ts';

/** Where Google's Interactions API is and how patient we are with it. Only ever from the environment. */
export interface GoogleSettings {
  apiKey: string;
  /** Without a slash at the end. */
  baseUrl: string;
  videoModel: string;
  /** For an answer that says how a job is doing, and for one that begins a job. */
  answerMs: number;
  /** Until a film begins to come, and between two pieces of it. */
  idleMs: number;
}

export function googleSettings(env: NonNullable<Env['google']>): GoogleSettings {
  return {
    apiKey: env.apiKey,
    baseUrl: env.baseUrl ?? 'https://generativelanguage.googleapis.com',
    videoModel: env.videoModel ?? defaultModels.video,
    answerMs: 60_000,
    idleMs: 30_000,
  };
}
