import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HttpError } from '#server/lib/errors.ts';
import {
  anElevenLabsServer,
  answersError,
  type ElevenLabsServer,
  listsVoices,
  rejectsBody,
  savesVoice,
  sendsAudio,
  sendsSamples,
  type VoiceBehaviour,
} from '#test/elevenLabsServer.ts';
import { aFrame } from '#test/models.ts';
import { createConcurrencyLimit } from './elevenlabs/lanes.ts';
import type { ElevenLabsSettings } from './elevenlabs/settings.ts';
import { voiceDescriptionOf } from './elevenlabs/voices.ts';
import { elevenLabsEngines } from './elevenlabs.ts';
import { ModelFailure } from './failure.ts';
import type { ModelRun, SpeechRequest, VoiceRequest } from './models.ts';

let server: ElevenLabsServer;
let waits: number[] = [];
beforeAll(async () => {
  server = await anElevenLabsServer();
});
afterAll(() => server.close());
afterEach(() => {
  const problems = [...server.problems];
  server.reset();
  waits = [];
  expect(problems).toEqual([]);
});

const engines = (tuned: Partial<ElevenLabsSettings> = {}) =>
  elevenLabsEngines(
    { apiKey: 'xi-secret', baseUrl: server.url, speechModel: null },
    { wait: async (ms) => void waits.push(ms), ...tuned },
  );

const run = (signal = new AbortController().signal): ModelRun => ({
  ...{ signal, payer: 'somebody' },
  onText: () => undefined,
});

const line: SpeechRequest = {
  task: 'speech',
  text: '[low] Count them again.',
  voiceId: 'ferryman',
  voiceSettings: { stability: 0.4, similarity_boost: 0.6, style: 0.1, use_speaker_boost: false },
};

const speak = (...behaviours: VoiceBehaviour[]) => {
  server.next(...behaviours);
  return engines().speech.speak(line, run());
};

async function failureOf(work: Promise<unknown>): Promise<ModelFailure> {
  const error = await work.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelFailure);
  expect(JSON.stringify([error, error.message, error.summary, error.stack])).not.toMatch(/xi-secret|MARA/);
  return error as ModelFailure;
}

describe('speech', () => {
  test('sends the key, the voice settings and the 44.1 kHz format', async () => {
    await speak(sendsAudio(17));
    const [asked] = server.requests;
    expect(asked).toMatchObject({
      path: '/v1/text-to-speech/ferryman',
      query: { output_format: 'mp3_44100_128' },
      headers: { 'xi-api-key': 'xi-secret' },
    });
    expect(asked?.body).toEqual({
      text: 'Count them again.',
      model_id: 'eleven_multilingual_v2',
      voice_settings: { stability: 0.4, similarity_boost: 0.6, style: 0.1, use_speaker_boost: false },
    });
  });

  test('escapes the id of the voice', async () => {
    server.next(sendsAudio(17));
    await engines().speech.speak({ ...line, voiceId: 'ferryman/../../user?x' }, run());
    expect(server.requests[0]?.path).toBe('/v1/text-to-speech/ferryman%2F..%2F..%2Fuser%3Fx');
  });

  test('returns the cost that the provider reports', async () => {
    expect(await speak(sendsAudio(17))).toEqual({
      value: { bytes: aFrame, mediaType: 'audio/mpeg' },
      usage: { inputTokens: 0, outputTokens: 0, isEstimated: false, characters: 17 },
      ending: 'whole',
      details: { vendorRequestId: 'req_9', characterCost: 17 },
    });
  });

  test('estimates and marks the cost when the provider reports none', async () => {
    const { usage } = await speak(sendsAudio(null));
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, isEstimated: true });
  });

  test.each([
    ['eleven_v3', '[low] Count them again.'],
    ['eleven_v4', '[low] Count them again.'],
    ['eleven_turbo_v2_5', 'Count them again.'],
  ])('adapts the direction in brackets to the model %s', async (speechModel, text) => {
    server.next(sendsAudio(1));
    await engines({ speechModel }).speech.speak(line, run());
    expect(server.requests[0]?.body).toMatchObject({ model_id: speechModel, text });
  });

  test.each(['[beat]', '[beat] …', '⛴️ !?'])(
    'rejects the text %s without calling the provider',
    async (text) => {
      const failure = await failureOf(engines().speech.speak({ ...line, text }, run()));
      expect(failure.toHttpError('elevenlabs').status).toBe(400);
      expect(server.requests).toEqual([]);
    },
  );
});

describe('speech failures', () => {
  test.each<[string, VoiceBehaviour, string, number]>([
    ['a bad key', answersError(401, 'invalid_api_key'), 'key', 502],
    ['an exceeded quota with status 401', answersError(401, 'quota_exceeded'), 'quota', 502],
    ['an exceeded quota with status 400', answersError(400, 'quota_exceeded'), 'quota', 502],
    ['missing permissions', answersError(401, 'missing_permissions'), 'forbidden', 502],
    ['a deleted voice', answersError(400, 'voice_not_found'), 'voice', 404],
    ['an unknown voice', answersError(404, 'not_found'), 'voice', 404],
    ['a text that is too long', answersError(400, 'max_character_limit_exceeded'), 'tooLong', 502],
    ['an unknown model', answersError(400, 'model_not_found'), 'model', 502],
    ['a list of invalid fields', rejectsBody, 'request', 502],
    ['a sentence instead of an object', (out) => out.json(400, { detail: 'xi-secret MARA' }), 'request', 502],
    ['a plan without the feature', answersError(403, 'subscription_required'), 'forbidden', 502],
    ['an internal error', answersError(500, 'internal'), 'broken', 502],
    ['a connection that ends before the answer', (out) => out.cut(), 'cut', 502],
    ['a page of a proxy', (out) => out.json(502, { detail: '<html>' }), 'broken', 502],
  ])('reports %s without retrying', async (_what, behaviour, kind, status) => {
    const failure = await failureOf(speak(behaviour));
    expect([failure.kind, failure.toHttpError('elevenlabs').status]).toEqual([kind, status]);
    expect(server.requests).toHaveLength(1);
  });

  test('rejects a partial answer', async () => {
    const halfWay: VoiceBehaviour = async (out) => {
      out.begin(aFrame);
      await out.cut();
    };
    expect((await failureOf(speak(halfWay))).kind).toBe('cut');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [429, 'too_many_concurrent_requests'],
    [429, 'system_busy'],
    [503, 'system_busy'],
  ])('retries after %i %s with growing delays', async (status, code) => {
    const { value } = await speak(answersError(status, code), answersError(status, code), sendsAudio(17));
    expect(value.bytes).toEqual(aFrame);
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[1]).toBeGreaterThanOrEqual(2000);
  });

  test('waits as long as Retry-After says, up to a maximum', async () => {
    await speak(answersError(429, 'system_busy', { 'retry-after': '7' }), sendsAudio(17));
    expect(waits).toEqual([7000]);
    const failure = await failureOf(speak(answersError(429, 'system_busy', { 'retry-after': '90' })));
    expect(failure.toHttpError('elevenlabs').extra).toEqual({ retryAfterSeconds: 90 });
    expect(waits).toEqual([7000]);
  });

  test('stops after three attempts', async () => {
    const busy = answersError(429, 'system_busy');
    expect((await failureOf(speak(busy, busy, busy))).kind).toBe('busy');
    expect(server.requests).toHaveLength(3);
  });

  test('times out when the server does not answer or stalls in the middle', async () => {
    const never: VoiceBehaviour = () => undefined;
    const stopsShort: VoiceBehaviour = (out) => out.begin(aFrame);
    for (const [behaviour, tuned] of [
      [never, { answerMs: 30 }],
      [stopsShort, { idleMs: 30 }],
    ] as const) {
      server.next(behaviour);
      expect((await failureOf(engines(tuned).speech.speak(line, run()))).kind).toBe('slow');
    }
  });

  test('reports a cancelled call as stopped', async () => {
    const stop = new AbortController();
    server.next(() => stop.abort());
    expect((await failureOf(engines().speech.speak(line, run(stop.signal)))).kind).toBe('stopped');
  });

  test('reports an unreachable server after its retries', async () => {
    const closedServer = await anElevenLabsServer();
    await closedServer.close();
    const failure = await failureOf(engines({ baseUrl: closedServer.url }).speech.speak(line, run()));
    expect([failure.kind, waits.length]).toEqual(['unreachable', 2]);
  });

  test('does not follow a redirect with the key', async () => {
    server.next((out) => out.json(307, { detail: 'elsewhere' }, { location: `${server.url}/elsewhere` }));
    await failureOf(engines().speech.speak(line, run()));
    expect(server.requests).toHaveLength(1);
    server.problems.length = 0; // the API description has no such answer
  });
});

test('makeSound sends the duration and the prompt influence', async () => {
  server.next(sendsAudio(200));
  const order = { task: 'sound_effect', text: 'Rain', durationSeconds: 8, promptInfluence: 0.5 };
  const { value } = await engines().sounds.makeSound(order, run());
  expect(value.bytes).toEqual(aFrame);
  expect(server.requests[0]?.query).toEqual({ output_format: 'mp3_44100_128' });
  expect(server.requests[0]?.body).toEqual({
    ...{ text: 'Rain', duration_seconds: 8, prompt_influence: 0.5 },
    model_id: 'eleven_text_to_sound_v2',
  });
});

describe('voices', () => {
  const ferryman = {
    voice_id: 'ferryman',
    name: 'Ferryman',
    category: 'professional',
    description: 'Dry.',
    labels: { accent: 'irish', age: 'old' },
    fine_tuning: { language: 'en' },
    sharing: { liked_by_count: 12 },
  };

  test('lists all pages and returns only the known fields', async () => {
    server.next(
      listsVoices([ferryman], 'more'),
      listsVoices([{ voice_id: 'plain', name: null, labels: null }]),
    );
    expect(await engines().voices.listVoices(run().signal)).toEqual([
      ferryman,
      { voice_id: 'plain', name: 'plain' },
    ]);
    expect(server.requests.map(({ query }) => query)).toEqual([
      { page_size: '100' },
      { page_size: '100', next_page_token: 'more' },
    ]);
  });

  test('rejects a list without the required fields', async () => {
    server.next((out) => out.json(200, { voices: 'none' }));
    const failure = await failureOf(engines().voices.listVoices(run().signal));
    expect(failure.kind).toBe('garbled');
    server.problems.length = 0; // expected by this test
  });

  test('rejects a page of a proxy with a success status', async () => {
    server.next((out) => out.audio(Buffer.from('<html>')));
    expect((await failureOf(engines().voices.listVoices(run().signal))).kind).toBe('garbled');
  });

  test('downloads a preview without sending the key', async () => {
    const preview_url = `${server.url}/previews/ferryman.mp3`;
    const preview = await engines().voices.previewOf({ ...ferryman, preview_url }, run().signal);
    expect(preview).toEqual(aFrame);
  });

  test.each([
    'http://169.254.169.254/latest',
    'https://[::1]/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'x',
  ])('returns no preview for the address %s', async (preview_url) => {
    expect(await engines().voices.previewOf({ ...ferryman, preview_url }, run().signal)).toBeNull();
  });
});

describe('designVoice', () => {
  const order: VoiceRequest = {
    task: 'voice_design',
    prompt: 'Dry and tired, as if the sea had been in it.',
    voiceName: 'Purser',
    ...{ gender: 'female', age: 'middle_aged', accent: 'south_african', accentStrength: 0.5 },
  };
  const design = (...behaviours: VoiceBehaviour[]) => {
    server.next(...behaviours);
    return engines().voices.designVoice(order, run());
  };

  test('requests samples for a description and stores the first one', async () => {
    const { value } = await design(sendsSamples, savesVoice('purser-1'));
    expect(value).toEqual({ voiceId: 'purser-1', preview: aFrame });
    const voice_description =
      'A middle-aged female voice with a clear South African accent. Dry and tired, as if the sea had been in it.';
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/v1/text-to-voice/design',
        { voice_description, model_id: 'eleven_ttv_v3', auto_generate_text: true },
      ],
      [
        '/v1/text-to-voice',
        {
          ...{ voice_name: 'Purser', voice_description, generated_voice_id: 'sample-one' },
          labels: { gender: 'female', age: 'middle_aged', accent: 'south_african' },
        },
      ],
    ]);
  });

  test('asks for samples in the 44.1 kHz format', async () => {
    await design(sendsSamples, savesVoice('purser-1'));
    expect(server.requests.map(({ query }) => query)).toEqual([{ output_format: 'mp3_44100_128' }, {}]);
  });

  test('rejects a stored voice without an id', async () => {
    const nameless: VoiceBehaviour = (out) => out.json(200, { name: 'Purser' });
    expect((await failureOf(design(sendsSamples, nameless))).kind).toBe('garbled');
    server.problems.length = 0; // expected by this test
  });

  test.each([
    [0, 'slight'],
    [0.33, 'slight'],
    [0.34, 'clear'],
    [0.66, 'clear'],
    [0.67, 'strong'],
    [1, 'strong'],
  ])('describes an accent strength of %d as %s', (accentStrength, word) => {
    expect(voiceDescriptionOf({ ...order, accentStrength })).toContain(
      `with a ${word} South African accent.`,
    );
  });

  test('limits the description to between 20 and 1,000 characters', () => {
    expect(voiceDescriptionOf({ ...order, prompt: 'x' }).length).toBeGreaterThanOrEqual(20);
    expect(voiceDescriptionOf({ ...order, prompt: 'x'.repeat(1000) })).toHaveLength(1000);
  });

  test('is forbidden when the plan lacks the feature, and the message says so', async () => {
    const { kind, facts } = await failureOf(design(answersError(403, 'subscription_required')));
    const rejection = new ModelFailure(kind, facts).toHttpError('elevenlabs');
    expect([rejection.status, rejection.message]).toEqual([
      403,
      'Designing a voice needs a higher-tier subscription with the voice provider.',
    ]);
  });

  test('reports that no voice slot is free', async () => {
    expect((await failureOf(design(sendsSamples, answersError(400, 'voice_limit_reached')))).kind).toBe(
      'voiceSlots',
    );
  });

  test('rejects an answer without samples', async () => {
    const nothing: VoiceBehaviour = (out) => out.json(200, { previews: [], text: '' });
    expect((await failureOf(design(nothing))).kind).toBe('empty');
  });
});

describe('createConcurrencyLimit', () => {
  test('runs up to the limit at once and the rest in order', async () => {
    const two = createConcurrencyLimit(2);
    const signal = new AbortController().signal;
    const begun: number[] = [];
    const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const all = ends.map(({ promise }, number) =>
      two.run(signal, async () => {
        begun.push(number);
        await promise;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve();
    await all[1];
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    two.set(3);
    await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
    for (const { resolve } of ends) resolve();
    await Promise.all(all);
  });

  test('does not start calls that are cancelled while they wait', async () => {
    const one = createConcurrencyLimit(1);
    const stop = new AbortController();
    const held = Promise.withResolvers<void>();
    const first = one.run(new AbortController().signal, () => held.promise);
    const second = one.run(stop.signal, async () => expect.fail('was made'));
    stop.abort(new HttpError('conflict', 'stopped'));
    await expect(second).rejects.toThrow('stopped');
    held.resolve();
    await first;
    expect(await one.run(new AbortController().signal, async () => 'third')).toBe('third');
  });
});
