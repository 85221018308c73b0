import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '#server/env.ts';
import { defaultModels } from '../catalog.ts';

/** Address, models and timeouts of ElevenLabs. Set only from the environment. */
export interface ElevenLabsSettings {
  apiKey: string;
  /** Without a trailing slash. */
  baseUrl: string;
  speechModel: string;
  soundModel: string;
  voiceModel: string;
  /** Timeouts until an answer begins and between two of its pieces. */
  answerMs: number;
  idleMs: number;
  /** Designing takes as long as speaking its three samples. */
  designMs: number;
  /** Wait before a retry. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function elevenLabsSettings(env: NonNullable<Env['elevenlabs']>): ElevenLabsSettings {
  return {
    apiKey: env.apiKey,
    baseUrl: env.baseUrl ?? 'https://api.elevenlabs.io',
    speechModel: env.speechModel ?? defaultModels.speech,
    soundModel: defaultModels.sound,
    voiceModel: defaultModels.voice,
    answerMs: 60_000,
    idleMs: 30_000,
    designMs: 180_000,
    wait: async (ms, signal) => {
      await wait(ms, undefined, { signal });
    },
  };
}
