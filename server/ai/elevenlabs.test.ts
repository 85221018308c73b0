import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HttpRefusal } from '#server/lib/errors.ts';
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
import { describedVoice } from './elevenlabs/voices.ts';
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
  test('is asked for with the key, the settings of the voice and 44.1 kHz', async () => {
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

  test('comes with what the vendor says that it cost', async () => {
    expect(await speak(sendsAudio(17))).toEqual({
      value: { bytes: aFrame, mediaType: 'audio/mpeg' },
      usage: { inputTokens: 0, outputTokens: 0, isEstimated: false, characters: 17 },
      ending: 'whole',
      details: { vendorRequestId: 'req_9', characterCost: 17 },
    });
  });

  test('whose cost is not told is counted by us, and marked', async () => {
    const { usage } = await speak(sendsAudio(null));
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, isEstimated: true });
  });

  test.each([
    ['eleven_v3', '[low] Count them again.'],
    ['eleven_v4', '[low] Count them again.'],
    ['eleven_turbo_v2_5', 'Count them again.'],
  ])('by %s has the direction as that model takes it', async (speechModel, text) => {
    server.next(sendsAudio(1));
    await engines({ speechModel }).speech.speak(line, run());
    expect(server.requests[0]?.body).toMatchObject({ model_id: speechModel, text });
  });

  test.each(['[beat]', '[beat] …', '⛴️ !?'])(
    'of %s alone is refused before anything is asked',
    async (text) => {
      const failure = await failureOf(engines().speech.speak({ ...line, text }, run()));
      expect(failure.refusal('elevenlabs').status).toBe(400);
      expect(server.requests).toEqual([]);
    },
  );
});

describe('what goes wrong', () => {
  test.each<[string, VoiceBehaviour, string, number]>([
    ['a bad key', answersError(401, 'invalid_api_key'), 'key', 502],
    ['a quota that is used up, as 401', answersError(401, 'quota_exceeded'), 'quota', 502],
    ['a quota that is used up, as 400', answersError(400, 'quota_exceeded'), 'quota', 502],
    ['too few rights', answersError(401, 'missing_permissions'), 'forbidden', 502],
    ['a voice that was deleted', answersError(400, 'voice_not_found'), 'voice', 404],
    ['a voice that is not there', answersError(404, 'not_found'), 'voice', 404],
    ['too long a text', answersError(400, 'max_character_limit_exceeded'), 'tooLong', 502],
    ['a model that is not there', answersError(400, 'model_not_found'), 'model', 502],
    ['a list of what does not fit', rejectsBody, 'request', 502],
    ['a sentence instead of an object', (out) => out.json(400, { detail: 'xi-secret MARA' }), 'request', 502],
    ['a plan that is too low', answersError(403, 'subscription_required'), 'forbidden', 502],
    ['trouble of its own', answersError(500, 'internal'), 'broken', 502],
    ['a connection that ends before the answer', (out) => out.cut(), 'cut', 502],
    ['a page of some proxy', (out) => out.json(502, { detail: '<html>' }), 'broken', 502],
  ])('%s is told and not tried again', async (_what, behaviour, kind, status) => {
    const failure = await failureOf(speak(behaviour));
    expect([failure.kind, failure.refusal('elevenlabs').status]).toEqual([kind, status]);
    expect(server.requests).toHaveLength(1);
  });

  test('half of an answer is none', async () => {
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
  ])('%i %s is tried again, after a pause that grows', async (status, code) => {
    const { value } = await speak(answersError(status, code), answersError(status, code), sendsAudio(17));
    expect(value.bytes).toEqual(aFrame);
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[1]).toBeGreaterThanOrEqual(2000);
  });

  test('is waited for as long as the vendor says, up to a point', async () => {
    await speak(answersError(429, 'system_busy', { 'retry-after': '7' }), sendsAudio(17));
    expect(waits).toEqual([7000]);
    const failure = await failureOf(speak(answersError(429, 'system_busy', { 'retry-after': '90' })));
    expect(failure.refusal('elevenlabs').extra).toEqual({ retryAfterSeconds: 90 });
    expect(waits).toEqual([7000]);
  });

  test('that goes on is given up after three times', async () => {
    const busy = answersError(429, 'system_busy');
    expect((await failureOf(speak(busy, busy, busy))).kind).toBe('busy');
    expect(server.requests).toHaveLength(3);
  });

  test('a server that does not answer is slow, and one that stops in the middle, too', async () => {
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

  test('a writer who stops it is told that it stopped', async () => {
    const stop = new AbortController();
    server.next(() => stop.abort());
    expect((await failureOf(engines().speech.speak(line, run(stop.signal)))).kind).toBe('stopped');
  });

  test('a server that is not there cannot be reached', async () => {
    const gone = await anElevenLabsServer();
    await gone.close();
    const failure = await failureOf(engines({ baseUrl: gone.url }).speech.speak(line, run()));
    expect([failure.kind, waits.length]).toEqual(['unreachable', 2]);
  });

  test('an address that sends the key on to another one is not followed', async () => {
    server.next((out) => out.json(307, { detail: 'elsewhere' }, { location: `${server.url}/elsewhere` }));
    await failureOf(engines().speech.speak(line, run()));
    expect(server.requests).toHaveLength(1);
    server.problems.length = 0; // the document has no such answer
  });
});

test('a sound effect is asked for with its length and how closely the words are kept to', async () => {
  server.next(sendsAudio(200));
  const order = { task: 'sound_effect', text: 'Rain', durationSeconds: 8, promptInfluence: 0.5 };
  const { value } = await engines().sounds.makeSound(order, run());
  expect(value.bytes).toEqual(aFrame);
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

  test('are read page by page, with what is known of them and nothing else', async () => {
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

  test('that are sent without what they need are no list', async () => {
    server.next((out) => out.json(200, { voices: 'none' }));
    const failure = await failureOf(engines().voices.listVoices(run().signal));
    expect(failure.kind).toBe('garbled');
    server.problems.length = 0; // that was the point
  });

  test('sound as the file at their address does, which is asked for without the key', async () => {
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
  ])('whose preview is at %s have none', async (preview_url) => {
    expect(await engines().voices.previewOf({ ...ferryman, preview_url }, run().signal)).toBeNull();
  });
});

describe('designing a voice', () => {
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

  test('takes samples of a description and keeps the first of them', async () => {
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

  test.each([
    [0, 'slight'],
    [0.33, 'slight'],
    [0.34, 'clear'],
    [0.66, 'clear'],
    [0.67, 'strong'],
    [1, 'strong'],
  ])('says an accent of %d as %s', (accentStrength, word) => {
    expect(describedVoice({ ...order, accentStrength })).toContain(`with a ${word} South African accent.`);
  });

  test('describes it in 20 to 1,000 characters, however much was written', () => {
    expect(describedVoice({ ...order, prompt: 'x' }).length).toBeGreaterThanOrEqual(20);
    expect(describedVoice({ ...order, prompt: 'x'.repeat(1000) })).toHaveLength(1000);
  });

  test('that the plan does not have is forbidden, and says which plan has it', async () => {
    const { kind, facts } = await failureOf(design(answersError(403, 'subscription_required')));
    const refusal = new ModelFailure(kind, facts).refusal('elevenlabs');
    expect([refusal.status, refusal.message]).toEqual([
      403,
      'Designing a voice needs a higher-tier subscription with the voice provider.',
    ]);
  });

  test('that finds no room for one more says so', async () => {
    expect((await failureOf(design(sendsSamples, answersError(400, 'voice_limit_reached')))).kind).toBe(
      'voiceSlots',
    );
  });

  test('without a sample is no answer', async () => {
    const nothing: VoiceBehaviour = (out) => out.json(200, { previews: [], text: '' });
    expect((await failureOf(design(nothing))).kind).toBe('empty');
  });
});

describe('calls side by side', () => {
  test('are as many as the lanes, and the rest waits in order', async () => {
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

  test('that are stopped while they wait are never made', async () => {
    const one = createConcurrencyLimit(1);
    const stop = new AbortController();
    const held = Promise.withResolvers<void>();
    const first = one.run(new AbortController().signal, () => held.promise);
    const second = one.run(stop.signal, async () => expect.fail('was made'));
    stop.abort(new HttpRefusal('conflict', 'stopped'));
    await expect(second).rejects.toThrow('stopped');
    held.resolve();
    await first;
    expect(await one.run(new AbortController().signal, async () => 'third')).toBe('third');
  });
});
