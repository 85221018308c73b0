import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '#server/env.ts';
import { contextWindows, defaultModels, unknownWindow } from '../catalog.ts';

/** Address, models and timeouts of the server. Set only from the environment. */
export interface Settings {
  /** Without a trailing slash. */
  baseUrl: string;
  /**
   * OpenAI itself: it accepts fields that compatible servers do not know, and rejects one that they
   * need.
   */
  isOpenAi: boolean;
  apiKey: string | null;
  chatModel: string;
  contextTokens: number;
  /** Null: the server draws no pictures. */
  imageModel: string | null;
  /** A local server may have to load its model first. */
  firstTextMs: number;
  /** Timeout between two chunks of a stream. */
  idleMs: number;
  imageMs: number;
  /** Wait before a retry. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const openAiUrl = 'https://api.openai.com/v1';

export function settingsOf(env: NonNullable<Env['openai']>): Settings {
  const baseUrl = env.baseUrl ?? openAiUrl;
  const isOpenAi = /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
  const chatModel = env.chatModel ?? defaultModels.chat;
  return {
    baseUrl,
    isOpenAi,
    apiKey: env.apiKey,
    chatModel,
    contextTokens: env.contextTokens ?? contextWindows[chatModel] ?? unknownWindow,
    imageModel: env.imageModel ?? (isOpenAi ? defaultModels.image : null),
    firstTextMs: 120_000,
    idleMs: 60_000,
    imageMs: 240_000,
    wait: async (ms, signal) => {
      await wait(ms, undefined, { signal });
    },
  };
}
