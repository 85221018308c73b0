import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readEnv, type Variables } from '#server/env.ts';
import { builtin as everything } from './builtin/builtin.ts';
import type { BuiltinEngine } from './builtin/engine.ts';
import { modelsFor } from './engines.ts';
import type { ModelRun } from './models.ts';

const builtin: BuiltinEngine = {
  ...everything,
  reply: async function* ({ facts }) {
    yield 'She counts ';
    yield String(facts);
  },
  analyse: ({ facts }) => ({ lines: [facts] }),
  draw: () => ({ bytes: new Uint8Array([1]), mediaType: 'image/svg+xml' }),
};
const question = { task: 'chat', system: '', messages: [], maxOutputTokens: 10, facts: 'lights' };
const names = (variables: Variables) => {
  const { text, pictures } = modelsFor(readEnv(variables), builtin);
  return [text, pictures].map(({ service, model, isBuiltIn }) => [service, model, isBuiltIn].join(' '));
};
const aRun = (
  onText: ModelRun['onText'] = () => undefined,
  signal = new AbortController().signal,
): ModelRun => ({
  ...{ onText, signal },
  payer: 'somebody',
});

describe('modelsFor', () => {
  test.each<[string, Variables, string[]]>([
    ['no key', {}, ['openai built-in true', 'openai built-in true']],
    ['a key', { OPENAI_API_KEY: 'sk-1' }, ['openai gpt-6.1-terra false', 'openai gpt-image-2.6-flare false']],
    [
      'chosen models',
      { OPENAI_API_KEY: 'sk-1', OPENAI_CHAT_MODEL: 'gpt-6-astra', OPENAI_IMAGE_MODEL: 'brush' },
      ['openai gpt-6-astra false', 'openai brush false'],
    ],
    [
      'a compatible server without an image model',
      { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/', OPENAI_CHAT_MODEL: 'llama' },
      ['openai llama false', 'openai built-in true'],
    ],
    [
      "a host name that only resembles OpenAI's",
      { OPENAI_BASE_URL: 'https://notopenai.com/v1', OPENAI_CHAT_MODEL: 'llama' },
      ['openai llama false', 'openai built-in true'],
    ],
  ])('selects the engines for an environment with %s', (_what, variables, expected) => {
    expect(names(variables)).toEqual(expected);
  });
});

describe('built-in engine', () => {
  const { text, pictures } = modelsFor(
    { openai: null, elevenlabs: null, google: null, googleCloud: null },
    builtin,
  );
  const nothing = { inputTokens: 0, outputTokens: 0, isEstimated: false };

  test('streams an answer computed from the facts and reports no usage', async () => {
    const pieces: string[] = [];
    const answer = await text.reply(
      question,
      aRun((piece) => pieces.push(piece)),
    );
    expect(pieces).toEqual(['She counts ', 'lights']);
    expect(answer).toEqual({ value: 'She counts lights', usage: nothing, ending: 'whole', details: {} });
  });

  test('stops when aborted and returns the text so far', async () => {
    const stop = new AbortController();
    const answer = await text.reply(
      question,
      aRun(() => stop.abort(), stop.signal),
    );
    expect(answer).toMatchObject({ value: 'She counts ', ending: 'stopped' });
  });

  test('returns data that fits the shape, or throws', async () => {
    const shape = z.object({ lines: z.array(z.string()) });
    expect((await text.analyse({ ...question, shape }, aRun())).value).toEqual({ lines: ['lights'] });
    await expect(text.analyse({ ...question, facts: 7, shape }, aRun())).rejects.toThrow();
  });

  test('has no destination', () => {
    expect([text.destination, pictures.destination]).toEqual([null, null]);
  });

  test('draws an SVG', async () => {
    const { value } = await pictures.draw({ task: 'concept', prompt: '', ratio: '1:1' }, aRun());
    expect(value.mediaType).toBe('image/svg+xml');
  });
});
