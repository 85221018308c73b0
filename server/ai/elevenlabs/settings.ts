import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '#server/env.ts';
import { defaultModels } from '../catalog.ts';

/** Where ElevenLabs is and how patient we are with it. Only ever from the environment. */
export interface ElevenLabsSettings {
  apiKey: string;
  /** Without a slash at the end. */
  baseUrl: string;
  speechModel: string;
  soundModel: string;
  voiceModel: string;
  /** Until an answer begins, and between two pieces of it. */
  answerMs: number;
  idleMs: number;
  /** Designing takes as long as speaking its three samples. */
  designMs: number;
  /** Before a call is tried again. */
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
