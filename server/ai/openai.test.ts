import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#server/lib/log.ts';
import {
  anOpenAiServer,
  answersError,
  answersWithoutStream,
  type Behaviour,
  chunk,
  disconnects,
  type OpenAiServer,
  sendsPicture,
  startsStream,
  streamsText,
} from '#test/openaiServer.ts';
import type { ModelFailure } from './failure.ts';
import type { ModelQuestion, ModelRun } from './models.ts';
import type { Settings } from './openai/settings.ts';
import { eventData } from './openai/sse.ts';
import { openai } from './openai.ts';

let server: OpenAiServer;
let waits: number[] = [];
beforeAll(async () => {
  server = await anOpenAiServer();
});
afterAll(() => server.close());
afterEach(() => {
  const problems = [...server.problems];
  server.reset();
  waits = [];
  expect(problems).toEqual([]);
});

const question: ModelQuestion = {
  task: 'chat',
  system: 'You read screenplays.',
  messages: [{ role: 'user', content: 'What does MARA count?' }],
  maxOutputTokens: 500,
};

const env = () => ({ apiKey: 'sk-secret', baseUrl: server.url, chatModel: 'local', imageModel: 'brush' });
const engines = (tuned: Partial<Settings> = {}) =>
  openai(env(), { wait: async (ms) => void waits.push(ms), ...tuned });

function aRun(signal = new AbortController().signal) {
  const pieces: string[] = [];
  const run: ModelRun = { signal, payer: 'somebody', onText: (piece) => pieces.push(piece) };
  return { run, pieces };
}

async function failureOf(work: Promise<unknown>): Promise<ModelFailure> {
  return work.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error) => error as ModelFailure,
  );
}

const reply = (...behaviours: Behaviour[]) => {
  server.next(...behaviours);
  return engines().text.reply(question, aRun().run);
};

describe('text.reply', () => {
  test('streams pieces and returns the whole answer with its usage', async () => {
    server.next(streamsText('She counts the lights.'));
    const { run, pieces } = aRun();
    const answer = await engines().text.reply(question, run);
    expect(pieces).toEqual(['She', ' counts', ' the', ' lights.']);
    expect(answer).toEqual({
      value: 'She counts the lights.',
      usage: { inputTokens: 120, outputTokens: 30, isEstimated: false },
      ending: 'whole',
      details: { vendorRequestId: 'req_7' },
    });
  });

  test('sends the key and the fields that OpenAI-compatible servers accept', async () => {
    await reply(streamsText('Lights.'));
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-secret');
    expect(server.requests[0]?.body).toEqual({
      model: 'local',
      messages: [
        { role: 'system', content: 'You read screenplays.' },
        { role: 'user', content: 'What does MARA count?' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 500,
    });
  });

  test('sends OpenAI its own fields', async () => {
    server.next(streamsText('Lights.'));
    await engines({ isOpenAi: true, chatModel: 'gpt-6.1-terra' }).text.reply(question, aRun().run);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'gpt-6.1-terra',
      max_completion_tokens: 500,
      safety_identifier: 'somebody',
      reasoning_effort: 'low',
    });
    expect(server.requests[0]?.body).not.toHaveProperty('max_tokens');
  });

  test('sends no Authorization header without a key', async () => {
    server.next(streamsText('Lights.'));
    await openai({ ...env(), apiKey: null }).text.reply(question, aRun().run);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('passes the answer of a server that does not stream as one piece', async () => {
    server.next(answersWithoutStream('She counts the lights.'));
    const { run, pieces } = aRun();
    const { value, ending } = await engines().text.reply(question, run);
    expect([value, ending, pieces]).toEqual(['She counts the lights.', 'whole', ['She counts the lights.']]);
  });

  test('estimates and marks the usage when the model reports none', async () => {
    const { usage } = await reply(streamsText('12345678', { usage: null }));
    // 21 + 21 characters asked, 8 answered
    expect(usage).toEqual({ inputTokens: 12, outputTokens: 2, isEstimated: true });
  });

  test.each([
    [{ prompt_tokens: -5, completion_tokens: 3 }],
    [{ prompt_tokens: 1e15, completion_tokens: 3 }],
    [{ prompt_tokens: 0, completion_tokens: 0 }],
  ])('ignores the reported usage %o', async (usage) => {
    expect((await reply(streamsText('12345678', { usage }))).usage.isEstimated).toBe(true);
  });

  test('reports an answer that ended at the requested length', async () => {
    expect(await reply(streamsText('She counts', { finish: 'length' }))).toMatchObject({
      value: 'She counts',
      ending: 'length',
    });
  });

  test('removes reasoning in think tags, wherever the pieces are split', async () => {
    server.next(async (out) => {
      out.stream();
      for (const piece of ['\n<th', 'ink>MARA', ' again?</thi', 'nk>', '\n\nShe <think>', 's.'])
        out.event(chunk({ content: piece }));
      out.event(chunk({ reasoning_content: 'hm' }));
      out.event(chunk({}, 'stop'));
      out.end();
    });
    const { run, pieces } = aRun();
    expect((await engines().text.reply(question, run)).value).toBe('She <think>s.');
    expect(pieces.join('')).toBe('She <think>s.');
  });

  test('removes characters that Postgres rejects', async () => {
    expect((await reply(streamsText('She\u0000 counts\u001b lights.\ud800'))).value).toBe(
      'She counts lights.\ufffd',
    );
  });

  test('parses a stream with any split of bytes, line ends and comments', async () => {
    const event = (delta: object, finish?: string) => JSON.stringify(chunk(delta, finish));
    const bytes = Buffer.from(
      `: hello\r\n\r\ndata: ${event({ content: 'Façade' })}\r\n\r\nevent: x\rdata:${event({ content: ' …' }, 'stop')}\r\rdata: [DONE]`,
    );
    for (const size of [1, 2, 7, bytes.length]) {
      const data: string[] = [];
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      for await (const one of eventData(Readable.from(parts))) data.push(one);
      expect(data).toEqual([event({ content: 'Façade' }), event({ content: ' …' }, 'stop'), '[DONE]']);
    }
  });
});

describe('text.reply when an answer breaks off', () => {
  test('keeps the received part', async () => {
    expect(await reply(startsStream('She counts', disconnects))).toMatchObject({
      value: 'She counts',
      ending: 'cut',
      usage: { isEstimated: true },
    });
  });

  test('treats an end of the stream without a finish reason as cut', async () => {
    expect(await reply(startsStream('She counts', (out) => out.end()))).toMatchObject({ ending: 'cut' });
  });

  test('keeps the received part after an error in the stream', async () => {
    const answer = await reply(
      startsStream('She counts', (out) => {
        out.raw('data: {"error":{"message":"overloaded sk-secret"}}\n\n');
        out.end();
      }),
    );
    expect(answer).toMatchObject({ value: 'She counts', ending: 'cut' });
  });

  test('keeps the received part after invalid JSON', async () => {
    expect(await reply(startsStream('She counts', (out) => out.raw('data: {"choi\n\n')))).toMatchObject({
      ending: 'cut',
    });
  });

  test('treats an answer with a finish reason as whole', async () => {
    server.next(async (out) => {
      out.stream();
      out.event(chunk({ content: 'Lights.' }, 'stop'));
      await out.cut();
    });
    expect(await engines().text.reply(question, aRun().run)).toMatchObject({
      value: 'Lights.',
      ending: 'whole',
    });
  });

  test('fails before the first text and does not retry once bytes were received', async () => {
    const failure = await failureOf(
      reply(async (out) => {
        out.stream();
        await out.cut();
      }),
    );
    expect([failure.kind, server.requests.length]).toEqual(['cut', 1]);
  });

  test('keeps the received part when the stream stalls', async () => {
    server.next(startsStream('She counts', () => undefined));
    expect(await engines({ idleMs: 30 }).text.reply(question, aRun().run)).toMatchObject({
      value: 'She counts',
      ending: 'cut',
    });
  });

  test('keeps the received part when the writer cancels', async () => {
    const stop = new AbortController();
    server.next(startsStream('She counts', () => undefined));
    const { run } = aRun(stop.signal);
    const answer = await engines().text.reply(question, { ...run, onText: () => stop.abort() });
    expect(answer).toMatchObject({ value: 'She counts', ending: 'stopped', usage: { isEstimated: true } });
  });

  test('fails when the writer cancels before the first text', async () => {
    const stop = new AbortController();
    server.next(() => stop.abort());
    const failure = await failureOf(engines().text.reply(question, aRun(stop.signal).run));
    expect([failure.kind, server.requests.length]).toEqual(['stopped', 1]);
  });
});

describe('text.reply timeout of the first text', () => {
  test('fails after the timeout and does not ask twice', async () => {
    server.next(() => undefined);
    const failure = await failureOf(engines({ firstTextMs: 500 }).text.reply(question, aRun().run));
    expect([failure.kind, server.requests.length]).toEqual(['slow', 1]);
  });

  test('allows a server to load its model first', async () => {
    const requestReceived = Promise.withResolvers<void>();
    const loaded = Promise.withResolvers<void>();
    server.next(async (out, call) => {
      requestReceived.resolve();
      await loaded.promise;
      await streamsText('Lights.')(out, call);
    });
    const answer = engines({ idleMs: 1 }).text.reply(question, aRun().run);
    await requestReceived.promise;
    loaded.resolve();
    expect((await answer).value).toBe('Lights.');
  });
});

describe('text.reply rejected by the provider', () => {
  test.each([
    ['an invalid key', answersError(401, 'invalid_api_key'), 'key'],
    ['a missing permission', answersError(403, null), 'forbidden'],
    ['an unknown model', answersError(404, 'model_not_found'), 'model'],
    ['an exhausted account', answersError(429, 'insufficient_quota'), 'quota'],
    ['a text that is too long', answersError(400, 'context_length_exceeded'), 'tooLong'],
    ['what its rules forbid', answersError(400, 'content_policy_violation'), 'filtered'],
    ['anything else', answersError(400, 'invalid_value'), 'request'],
    [
      'an address that leads elsewhere',
      answersError(302, null, { location: 'http://127.0.0.1:9/' }),
      'request',
    ],
  ] as const)('reports %s once without retrying', async (_what, behaviour, kind) => {
    const failure = await failureOf(reply(behaviour));
    expect([failure.kind, server.requests.length]).toEqual([kind, 1]);
  });

  test('fails when the model refuses, even after it began to answer', async () => {
    expect((await failureOf(reply(streamsText('', { refusal: 'I cannot.' })))).kind).toBe('refused');
    expect((await failureOf(reply(streamsText('Well', { refusal: 'no.' })))).kind).toBe('refused');
  });

  test('fails when a content filter stops the answer', async () => {
    expect((await failureOf(reply(streamsText('Blood', { finish: 'content_filter' })))).kind).toBe(
      'filtered',
    );
  });

  test('fails for an empty answer', async () => {
    expect((await failureOf(reply(streamsText('')))).kind).toBe('empty');
    expect((await failureOf(reply(answersWithoutStream('<think>only this</think>')))).kind).toBe('empty');
  });

  test.each([
    ['detail', '{"detail":"sk-secret"}'],
    ['a string', '{"error":"sk-secret"}'],
    ['a number as code', '{"error":{"code":500,"message":"sk-secret"}}'],
    ['a page', '<html>sk-secret</html>'],
    ['nothing', ''],
  ])('fails for an error body of the form: %s', async (_shape, body) => {
    const odd: Behaviour = (out) => {
      out.stream();
      out.raw(body);
      out.end();
    };
    expect((await failureOf(reply(odd))).kind).toMatch(/garbled|cut|broken/);
  });

  test('leaks no key, question or provider text to users or the log', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => lines.push(line) });
    const failure = await failureOf(reply(answersError(401, 'invalid_api_key')));
    const refusal = failure.toHttpError('openai');
    log.warn({ err: refusal }, 'failed');
    const visibleTexts = JSON.stringify([failure.summary, refusal.message, refusal.extra, lines]);
    expect(visibleTexts).toContain('401 invalid_api_key req_7');
    expect(visibleTexts).not.toMatch(/sk-secret|MARA|127\.0\.0\.1/);
    expect([refusal.status, refusal.message]).toEqual([
      502,
      "The AI service rejected this server's API key. Please tell an administrator.",
    ]);
  });
});

describe('text.reply retry', () => {
  test.each([
    ['too many requests', answersError(429, 'rate_limit_exceeded')],
    ['an error of the server', answersError(500, 'server_error')],
    ['a gateway without a server', answersError(503, null)],
    ['a connection that broke before an answer', (async (out) => out.cut()) as Behaviour],
  ])('succeeds after %s', async (_what, behaviour) => {
    const cutsBare: Behaviour = behaviour;
    expect((await reply(cutsBare, streamsText('Lights.'))).value).toBe('Lights.');
    expect(server.requests).toHaveLength(2);
  });

  test('waits as long as the server requests', async () => {
    await reply(
      answersError(429, 'rate_limit_exceeded', { 'retry-after': '7' }),
      answersError(429, 'rate_limit_exceeded', { 'retry-after-ms': '1500', 'retry-after': '9' }),
      streamsText('Lights.'),
    );
    expect(waits).toEqual([7000, 1500]);
  });

  test('otherwise starts with a delay of half a second and doubles it', async () => {
    await reply(answersError(500, null), answersError(500, null), streamsText('Lights.'));
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[0]).toBeLessThan(626);
    expect(waits[1]).toBeGreaterThanOrEqual(1000);
  });

  test('ends after the third attempt and reports when to try again', async () => {
    const busy = answersError(429, 'rate_limit_exceeded', { 'retry-after': '3' });
    const failure = await failureOf(reply(busy, busy, busy));
    expect([failure.kind, server.requests.length]).toEqual(['busy', 3]);
    expect(failure.toHttpError('openai')).toMatchObject({ status: 502, extra: { retryAfterSeconds: 3 } });
  });

  test('does not wait for minutes', async () => {
    const failure = await failureOf(reply(answersError(429, null, { 'retry-after': '90' })));
    expect([failure.kind, failure.facts.retryAfterSeconds, waits]).toEqual(['busy', 90, []]);
  });

  test('ends when the server forbids it or the writer cancels', async () => {
    await failureOf(reply(answersError(500, null, { 'x-should-retry': 'false' })));
    expect(server.requests).toHaveLength(1);
    const stop = new AbortController();
    server.next(answersError(500, null));
    const wait = async (_ms: number, signal: AbortSignal) => {
      stop.abort();
      signal.throwIfAborted();
    };
    const failure = await failureOf(engines({ wait }).text.reply(question, aRun(stop.signal).run));
    expect([failure.kind, server.requests.length]).toEqual(['stopped', 2]);
  });

  test('ends when the server is unreachable', async () => {
    const closedServer = await anOpenAiServer();
    await closedServer.close();
    const { text } = openai({ ...env(), baseUrl: closedServer.url }, { wait: async () => undefined });
    const failure = await failureOf(text.reply(question, aRun().run));
    expect([failure.kind, failure.facts.code]).toEqual(['unreachable', 'ECONNREFUSED']);
  });
});

describe('text.analyse', () => {
  const shape = z.object({
    suggestions: z.array(
      z.object({
        line: z.string().min(1).describe('The line as it is'),
        confidence: z.number().min(0).max(1),
        note: z.string().max(20).optional(),
      }),
    ),
  });
  const analysis = { ...question, task: 'improvements', shape };
  const good = { suggestions: [{ line: 'She waits.', confidence: 0.8 }] };
  const fits = streamsText(JSON.stringify(good));
  const analyse = (...behaviours: Behaviour[]) => {
    server.next(...behaviours);
    return engines().text.analyse(analysis, aRun().run);
  };

  test('sends a strict schema and returns data', async () => {
    const answer = await analyse(fits);
    expect(answer).toMatchObject({
      value: good,
      ending: 'whole',
      usage: { inputTokens: 120, outputTokens: 30, isEstimated: false },
      details: { mode: 'json_schema', repairs: 0 },
    });
    expect(server.requests[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'improvements',
        strict: true,
        schema: {
          type: 'object',
          properties: {
            suggestions: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  line: { type: 'string', description: 'The line as it is' },
                  confidence: { type: 'number', minimum: 0, maximum: 1 },
                  note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                },
                required: ['line', 'confidence', 'note'],
                additionalProperties: false,
              },
            },
          },
          required: ['suggestions'],
          additionalProperties: false,
        },
      },
    });
  });

  test('accepts null for an optional field', async () => {
    const withNull = { suggestions: [{ line: 'She waits.', confidence: 0.8, note: null }] };
    expect((await analyse(streamsText(JSON.stringify(withNull)))).value).toEqual(good);
  });

  test('falls back to a JSON object, then to text, and remembers the supported format', async () => {
    const { text } = engines();
    const noFormat = answersError(400, null, {}, 'response_format is not supported');
    server.next(noFormat, noFormat, streamsText(`Sure!\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``), fits);
    expect((await text.analyse(analysis, aRun().run)).value).toEqual(good);
    await text.analyse(analysis, aRun().run);
    expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
      undefined,
    ]);
    expect(server.requests[1]?.body.messages[0]?.content).toContain('"minLength":1');
  });

  test('asks for a repair of an invalid answer and reports only the usage of the valid one', async () => {
    const misfit = streamsText('{"suggestions":[{"line":"","confidence":7}]}');
    const answer = await analyse(
      streamsText('not json', { usage: { prompt_tokens: 100, completion_tokens: 9 } }),
      misfit,
      streamsText(JSON.stringify(good), { usage: { prompt_tokens: 400, completion_tokens: 25 } }),
    );
    expect(answer.usage).toEqual({ inputTokens: 100, outputTokens: 25, isEstimated: false });
    expect(answer.details).toMatchObject({
      repairs: 2,
      wasted: [
        { inputTokens: 100, outputTokens: 9 },
        { inputTokens: 120, outputTokens: 30 },
      ],
    });
    const [, again, third] = server.requests.map(({ body }) => body.messages);
    expect(again?.slice(-2)).toEqual([
      { role: 'assistant', content: 'not json' },
      { role: 'user', content: expect.stringContaining('It is not JSON.') },
    ]);
    expect(third?.at(-1)?.content).toContain('suggestions.0.confidence');
    expect(third).toHaveLength(4);
  });

  test('asks for at most two repairs', async () => {
    const failure = await failureOf(analyse(streamsText('no'), streamsText('no'), streamsText('no')));
    expect([failure.kind, server.requests.length]).toEqual(['garbled', 3]);
    expect(failure.facts.details).toMatchObject({ repairs: 3 });
  });

  test('does not ask again after an answer cut at its length', async () => {
    const failure = await failureOf(analyse(streamsText('{"suggestions":[', { finish: 'length' })));
    expect([failure.kind, server.requests.length]).toEqual(['garbled', 1]);
  });

  test('fails when the connection breaks', async () => {
    expect((await failureOf(analyse(startsStream('{"sugg', disconnects)))).kind).toBe('cut');
  });

  test('fails when the model refuses', async () => {
    expect((await failureOf(analyse(streamsText('', { refusal: 'I cannot.' })))).kind).toBe('refused');
  });

  test('drops fields that were not requested', async () => {
    const more = { ...good, __proto__: { admin: true }, tool: 'delete', nested: '\u0000' };
    expect((await analyse(streamsText(JSON.stringify(more).replace('"tool"', '"__proto__"')))).value).toEqual(
      good,
    );
  });

  test('rejects JSON that is nested too deeply to parse', async () => {
    const deep = streamsText('['.repeat(100_000));
    const tiny = { ...analysis, maxOutputTokens: 100_000 };
    server.next(deep, deep, deep);
    expect((await failureOf(engines().text.analyse(tiny, aRun().run))).kind).toBe('garbled');
  });
});

describe('pictures.draw', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('pixels')]);
  const order = { task: 'concept', prompt: 'A ferry at night', ratio: '2.35:1' } as const;
  const draw = (tuned: Partial<Settings>, ...behaviours: Behaviour[]) => {
    server.next(...behaviours);
    const { pictures } = engines(tuned);
    if (!pictures) throw new Error('no pictures');
    return pictures.draw(order, aRun().run);
  };

  test('returns bytes and usage', async () => {
    const answer = await draw({}, sendsPicture(png));
    expect(answer).toMatchObject({
      value: { mediaType: 'image/png' },
      usage: { inputTokens: 40, outputTokens: 1100, isEstimated: false },
      details: { size: '1504x640', sizeBytes: png.length },
    });
    expect(Buffer.from(answer.value.bytes).equals(png)).toBe(true);
    expect(server.requests[0]?.body).toEqual({
      model: 'brush',
      prompt: 'A ferry at night',
      n: 1,
      size: '1504x640',
      response_format: 'b64_json',
    });
  });

  test('sends OpenAI its own fields', async () => {
    await draw({ isOpenAi: true }, sendsPicture(png));
    expect(server.requests[0]?.body).toMatchObject({ output_format: 'webp', safety_identifier: 'somebody' });
    expect(server.requests[0]?.body).not.toHaveProperty('response_format');
  });

  test.each([
    ['bytes that are no picture', sendsPicture(Buffer.from('<svg onload="alert(1)"/>'))],
    [
      'an address',
      ((out) => out.json(200, { created: 1, data: [{ url: 'http://127.0.0.1/x.png' }] })) as Behaviour,
    ],
    ['nothing', ((out) => out.json(200, { created: 1, data: [] })) as Behaviour],
  ])('rejects %s', async (_what, behaviour) => {
    expect((await failureOf(draw({}, behaviour))).kind).toBe('garbled');
  });

  test('retries only before an answer begins', async () => {
    await draw({}, answersError(500, null), disconnects, sendsPicture(png));
    expect(server.requests).toHaveLength(3);
    const half: Behaviour = async (out) => {
      out.stream();
      out.raw('{"created":1');
      await out.cut();
    };
    expect((await failureOf(draw({}, half))).kind).toBe('cut');
    expect(server.requests).toHaveLength(4);
  });

  test('fails when the content rules forbid the picture', async () => {
    expect((await failureOf(draw({}, answersError(400, 'moderation_blocked')))).kind).toBe('filtered');
  });

  test('times out', async () => {
    expect((await failureOf(draw({ imageMs: 30 }, () => undefined))).kind).toBe('slow');
  });

  test('is available on a compatible server only when an image model is configured', () => {
    expect(openai({ ...env(), imageModel: null }).pictures).toBeNull();
    expect(openai({ ...env(), baseUrl: null, imageModel: null }).pictures?.model).toBe('gpt-image-2.6-flare');
  });
});
