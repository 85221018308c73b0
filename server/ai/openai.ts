import type { Env } from '#server/env.ts';
import type { ModelAnswer, ModelQuestion, ModelRun, PictureEngine, TextEngine } from './models.ts';
import { analyse, type JsonMode } from './openai/analyse.ts';
import { completeChat } from './openai/chat.ts';
import { generateImage } from './openai/images.ts';
import { type Settings, settingsOf } from './openai/settings.ts';

/**
 * Create the engines of OpenAI or a compatible server: Ollama, LM Studio, vLLM, llama.cpp.
 * `pictures` is null when no image model is named. Tests shorten timeouts with `tuned`.
 */
export function openai(
  env: NonNullable<Env['openai']>,
  tuned: Partial<Settings> = {},
): { text: TextEngine; pictures: PictureEngine | null } {
  const settings = { ...settingsOf(env), ...tuned };
  const { baseUrl, chatModel, imageModel } = settings;
  const jsonModes = new Map<string, JsonMode>();
  const destination = new URL(baseUrl).host;
  const identity = { service: 'openai', isBuiltIn: false, destination } as const;
  return {
    text: {
      ...identity,
      model: chatModel,
      contextTokens: settings.contextTokens,
      reply: (question, run) => reply(settings, question, run),
      analyse: (question, run) => analyse(settings, jsonModes, question, run),
    },
    pictures:
      imageModel === null
        ? null
        : {
            ...identity,
            model: imageModel,
            draw: (order, run) => generateImage(settings, imageModel, order, run),
          },
  };
}

async function reply(
  settings: Settings,
  question: ModelQuestion,
  run: ModelRun,
): Promise<ModelAnswer<string>> {
  const { system, messages, maxOutputTokens } = question;
  const { text, usage, ending, vendorRequestId } = await completeChat(
    settings,
    { system, messages, maxOutputTokens },
    run,
  );
  return { value: text, usage, ending, details: { vendorRequestId } };
}
