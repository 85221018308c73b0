import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '#server/env.ts';
import { contextWindows, defaultModels, unknownWindow } from '../catalog.ts';

/** Where the server is and how patient we are with it. Only ever from the environment. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  /** OpenAI itself: it takes fields that servers like it do not know, and refuses one that they need. */
  isOpenAi: boolean;
  apiKey: string | null;
  chatModel: string;
  contextTokens: number;
  /** Null: this server draws nothing. */
  imageModel: string | null;
  /** A local server may have to load its model first. */
  firstTextMs: number;
  /** Between two pieces of a stream. */
  idleMs: number;
  imageMs: number;
  /** Before a call is tried again. */
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
