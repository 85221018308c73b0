import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ModelFailure } from '#server/ai/failure.ts';
import { metered } from '#server/ai/metered.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { aiUsageLogs, customVoices } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { files, projectChanges } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import type { Voice, VoiceDesign } from '#shared/contract/voices.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import {
  anElevenLabsServer,
  answersError,
  type ElevenLabsServer,
  elevenLabsSettingsFor,
  listsVoices,
  savesVoice,
  sendsSamples,
  type VoiceBehaviour,
} from '#test/elevenLabsServer.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { aFrame, answers, pendingCall, scriptedModels, throws } from '#test/models.ts';
import { aWorld, type World } from '#test/world.ts';
import { designCustomVoice, designJobs, endStaleDesigns } from './design.service.ts';
import { voiceLibrary } from './library.ts';

const purser: VoiceDesign = {
  ...{ prompt: 'Dry and tired.', voiceName: 'Purser', gender: 'female', age: 'old', accent: 'irish' },
  accentStrength: 0.5,
};

describe('built-in voices', () => {
  let server: TestApp;
  let olive: Caller;
  let voices: Voice[];
  beforeAll(async () => {
    server = await anApp();
    const world = await aWorld(server.db);
    olive = server.as(world.olive);
    voices = (await olive.get('/api/voices')).json();
  });
  afterAll(() => server.close());

  test('are served at our address, also in ranges', async () => {
    const address = voices[0]?.preview_url ?? '';
    expect(address).toBe(`/api/voices/${voices[0]?.voice_id}/preview`);
    const whole = await olive.get(address);
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    const part = await olive.get(address, { range: 'bytes=2-5' });
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(2, 6)]);
    expect(part.headers['content-range']).toBe(`bytes 2-5/${whole.rawPayload.length}`);
    expect((await olive.get(address, { range: 'bytes=99999999-' })).statusCode).toBe(416);
    expect((await olive.get('/api/voices/nobody/preview')).statusCode).toBe(404);
  });

  // VOIC-014, VOIC-015, VOIC-016, VOIC-017
  test.each([
    ['accentStrength', 1.1],
    ['accentStrength', -0.1],
    ['gender', 'neutral'],
    ['age', 'ancient'],
    ['accent', 'welsh'],
  ])('reject a design with %s %j', async (field, value) => {
    const answer = await olive.post('/api/voices/design', { ...purser, [field]: value });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test('are designed for free, and each design is a separate voice that its user can play', async () => {
    const [one, other] = [
      (await olive.post('/api/voices/design', purser)).json(),
      (await olive.post('/api/voices/design', purser)).json(),
    ];
    expect(one).toEqual({ voice_id: expect.stringMatching(/^builtin-/), name: 'Purser' });
    expect(other.voice_id).not.toBe(one.voice_id);
    const list: Voice[] = (await olive.get('/api/voices')).json();
    const own = list.find(({ voice_id }) => voice_id === one.voice_id);
    expect(own).toEqual({
      ...{ voice_id: one.voice_id, name: 'Purser', category: 'generated', description: 'Dry and tired.' },
      labels: { gender: 'female', age: 'old', accent: 'irish' },
      preview_url: expect.stringMatching(/^\/uploads\/.+\.mp3$/),
    });
    expect((await olive.get(own?.preview_url ?? '')).statusCode).toBe(200);
    const spoken = await olive.post('/api/generate-speech', { text: 'Tickets.', voiceId: one.voice_id });
    expect([spoken.statusCode, spoken.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    expect((await olive.get('/api/voices/prices')).json()).toMatchObject({
      ...{ speech: { price: { exact: 0 } }, voiceDesign: { price: { exact: 0 } }, creditBalance: 500 },
      soundEffect: {
        engine: { service: 'elevenlabs', model: 'built-in', isBuiltIn: true },
        price: { exact: 0 },
      },
    });
  });
});

describe('voices of ElevenLabs', () => {
  let provider: ElevenLabsServer;
  let server: TestApp;
  let world: World;
  let vic: Caller;
  beforeAll(async () => {
    provider = await anElevenLabsServer();
  });
  afterAll(() => provider.close());
  beforeEach(async () => {
    provider.reset();
    server = await anApp(elevenLabsSettingsFor(provider));
    await seedPrices(server.db, server.env);
    world = await aWorld(server.db);
    vic = server.as(world.vic);
    return () => server.close();
  });

  const ferryman = { voice_id: 'ferryman', name: 'Ferryman', category: 'premade' };
  const design = (...behaviours: VoiceBehaviour[]) => {
    provider.next(...behaviours);
    return vic.post('/api/voices/design', purser);
  };
  const charges = () =>
    server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));

  test('are requested once in ten minutes, however many users list them', async () => {
    const preview_url = `${provider.url}/previews/ferryman.mp3`;
    provider.next(listsVoices([{ ...ferryman, preview_url }]));
    const lists = await Promise.all([vic.get('/api/voices'), server.as(world.olive).get('/api/voices')]);
    const expected = [{ ...ferryman, preview_url: '/api/voices/ferryman/preview' }];
    expect(lists.map((list) => list.json())).toEqual([expected, expected]);
    expect((await vic.get('/api/voices/ferryman/preview')).rawPayload).toEqual(aFrame);
    expect([provider.requests.length, provider.problems]).toEqual([1, []]);
  });

  test('report an unavailable library, and retry on the next call', async () => {
    provider.next(answersError(500, 'internal'), listsVoices([ferryman]));
    const answer = await vic.get('/api/voices');
    expect([answer.statusCode, answer.body]).toEqual([502, expect.not.stringContaining('xi-secret')]);
    expect((await vic.get('/api/voices')).json()).toEqual([ferryman]);
  });

  // VOIC-023
  test('are listed for their designer only', async () => {
    expect((await design(sendsSamples, savesVoice('purser-1'))).json()).toEqual({
      ...{ voice_id: 'purser-1', name: 'Purser' },
    });
    expect(await charges()).toMatchObject([{ userId: world.vic.id, amount: -25 }]);
    expect(await server.db.select().from(customVoices)).toMatchObject([
      {
        ...{ userId: world.vic.id, voiceId: 'purser-1', name: 'Purser', description: 'Dry and tired.' },
        ...{ gender: 'female', accent: 'irish', age: 'old', isActive: true },
      },
    ]);
    const atProvider = { voice_id: 'purser-1', name: 'Purser', category: 'generated' };
    provider.next(listsVoices([ferryman, atProvider]));
    expect((await vic.get('/api/voices')).json()).toMatchObject([ferryman, atProvider]);
    expect((await server.as(world.olive).get('/api/voices')).json()).toEqual([ferryman]);
    expect(provider.problems).toEqual([]);
  });

  // ERRS-049
  test.each<[string, VoiceBehaviour[], number, string]>([
    [
      'a plan that is too low',
      [answersError(403, 'subscription_required')],
      403,
      'Designing a voice needs a higher-tier subscription with the voice provider.',
    ],
    [
      'no room for one more',
      [sendsSamples, answersError(400, 'voice_limit_reached')],
      502,
      'The voice provider has no free voice slot for this server. Please tell an administrator.',
    ],
    [
      'a quota that is used up',
      [answersError(401, 'quota_exceeded')],
      502,
      "This server's account at the AI service is used up. Please tell an administrator.",
    ],
  ])('report %s, without a voice and without a charge', async (_what, behaviours, status, message) => {
    const answer = await design(...behaviours);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    provider.next(listsVoices([ferryman]));
    expect((await vic.get('/api/voices')).json()).toEqual([ferryman]);
    expect([await charges(), await server.db.select().from(files)]).toEqual([[], []]);
    expect(await server.db.select().from(customVoices)).toMatchObject([
      { isActive: false, failure: message },
    ]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('charge the actual cost of the provider, and show the maximum in advance', async () => {
    const { speech } = (await vic.get('/api/voices/prices')).json();
    expect(speech).toEqual({
      engine: { service: 'elevenlabs', model: 'eleven_multilingual_v2', isBuiltIn: false },
      price: { usdPer1000Characters: 0.5 },
    });
    const say = async (cost: string) => {
      provider.next((out) => out.audio(aFrame, { 'character-cost': cost }));
      return (await vic.post('/api/generate-speech', { text: 'x'.repeat(100), voiceId: 'ferryman' })).headers;
    };
    // 100 characters are 2.50 credits at most.
    expect((await say('40'))['x-credit-balance']).toBe('499');
    expect((await say('4000'))['x-credit-balance']).toBe('496.5');
    expect(await server.db.select().from(aiUsageLogs)).toMatchObject([
      { metadata: { characterCost: 40 } },
      { metadata: { characterCost: 4000 } },
    ]);
  });

  test('require a name and a description', async () => {
    for (const missing of [{ prompt: ' ' }, { voiceName: '' }, { prompt: null }, { voiceName: undefined }]) {
      const answer = await vic.post('/api/voices/design', { ...purser, ...missing });
      expect([answer.statusCode, Object.values(answer.json().fields)]).toEqual([
        400,
        ['Please provide both a voice name and description.'],
      ]);
    }
  });
});

describe('voice whose design takes long', () => {
  const models = scriptedModels();
  const log = pino({ level: 'silent' });
  let server: TestApp;
  let world: World;
  beforeAll(async () => {
    server = await anApp({}, models);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await clear(server.db);
    await seedPrices(server.db, { openai: null });
    world = await aWorld(server.db);
  });

  const jobs = designJobs();
  /** One that its caller does not wait for, unless told otherwise. */
  function design({ waitMs = 0, requestId = 'one', onKept = async () => undefined } = {}) {
    const ai = metered({ db: server.db, models, log });
    const deps = { db: server.db, ai, storage: server.storage, library: voiceLibrary(ai), jobs };
    const name = { userId: world.vic.id, requestId, fingerprint: 'f' };
    return designCustomVoice(deps, purser, { ...name, onKept, waitMs });
  }
  const rows = () => server.db.select().from(customVoices);
  const settled = (expected: object) =>
    expect.poll(async () => (await rows())[0], { timeout: 30_000 }).toMatchObject(expected);
  const listed = async (): Promise<Voice[]> => (await server.as(world.vic).get('/api/voices')).json();

  // VOIC-018
  test('has a pending_ id until it is made, which stays an alias', async () => {
    const held = pendingCall(answers('purser-1'));
    models.script(held.scripted);
    const { voice_id: alias } = await design();
    expect(alias).toMatch(/^pending_\d+$/);
    expect(await listed()).toMatchObject([{}, { voice_id: alias, name: 'Purser', category: 'generated' }]);
    const project = { projectId: world.project.id };
    await server.db
      .update(characters)
      .set({ voiceId: alias })
      .where(eq(characters.projectId, project.projectId));
    // A viewer may not change who speaks, and so neither does the voice of one.
    held.answer();
    await settled({ voiceId: 'purser-1', isActive: true });
    await jobs.settled();
    expect(await listed()).toMatchObject([{}, { voice_id: 'purser-1' }]);
    expect(await server.db.select().from(characters)).toMatchObject([{ voiceId: alias }, { voiceId: alias }]);
    models.script(answers('silence'));
    const line = { text: 'Tickets.', voiceId: alias };
    expect((await server.as(world.vic).post('/api/generate-speech', line)).statusCode).toBe(200);
    expect(models.inputs.at(-1)).toMatchObject({ voiceId: 'purser-1' });
  });

  test('is assigned to the characters to which its designer assigned the alias', async () => {
    const held = pendingCall(answers('purser-1'));
    models.script(held.scripted);
    const { voice_id: alias } = await design();
    const mine = (await server.as(world.vic).post('/api/projects', { name: 'Day Ferry' })).json();
    await server
      .as(world.vic)
      .post(`/api/projects/${mine.id}/characters`, { name: 'PURSER', voiceId: alias });
    await server.db.delete(projectChanges);
    held.answer();
    await settled({ voiceId: 'purser-1' });
    await jobs.settled();
    const ofMine = eq(characters.projectId, mine.id);
    expect(await server.db.select().from(characters).where(ofMine)).toMatchObject([{ voiceId: 'purser-1' }]);
    expect(await server.db.select().from(projectChanges)).toMatchObject([
      { projectId: mine.id, entity: 'character' },
    ]);
  });

  test('is removed with a reason and without a charge when it fails', async () => {
    const held = pendingCall(throws(new ModelFailure('slow')));
    models.script(held.scripted);
    const { voice_id: alias } = await design();
    held.answer();
    await settled({ isActive: false, failure: 'The AI service took too long. Nothing was charged.' });
    expect(await listed()).toHaveLength(1);
    const line = { text: 'Tickets.', voiceId: alias };
    const answer = await server.as(world.vic).post('/api/generate-speech', line);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This voice could not be made. The AI service took too long. Nothing was charged.',
    ]);
    await jobs.settled();
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('is one voice, made and charged once, when its request is repeated', async () => {
    const held = pendingCall(answers('purser-1'));
    models.script(held.scripted);
    const [first, second] = [await design(), await design()];
    expect(second).toEqual(first);
    held.answer();
    await settled({ voiceId: 'purser-1' });
    await jobs.settled();
    expect(await design({ waitMs: 60_000 })).toEqual({ voice_id: 'purser-1', name: 'Purser' });
    const paid = await server.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.type, 'usage'));
    expect([paid.length, (await rows()).length]).toEqual([1, 1]);
  });

  test('is made when an unpaid request is repeated with credits', async () => {
    models.script(answers('purser-1'));
    const ai = metered({ db: server.db, models, log });
    const deps = { db: server.db, ai, storage: server.storage, library: voiceLibrary(ai), jobs };
    const named = { userId: world.nell.id, requestId: 'one', fingerprint: null };
    const ask = () =>
      designCustomVoice(deps, purser, { ...named, onKept: async () => undefined, waitMs: 60_000 });
    await expect(ask()).rejects.toMatchObject({ code: 'out_of_credits' });
    await server.db.insert(creditTransactions).values({
      ...{ userId: world.nell.id, type: 'admin_grant', amount: 25, creditsAfter: 25, description: 'Welcome' },
    });
    await server.db.update(users).set({ creditBalance: 25 }).where(eq(users.id, world.nell.id));
    expect(await ask()).toEqual({ voice_id: 'purser-1', name: 'Purser' });
    expect(await rows()).toMatchObject([{ isActive: true, failure: null }]);
  });

  test('is removed with a reason and without a charge when its preview finds the disk full', async () => {
    models.script(answers('purser-1'));
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const put = vi.spyOn(server.storage, 'put').mockRejectedValue(full);
    const failure = "The server's disk is full, so this cannot be stored. Nothing was charged.";
    await expect(design({ waitMs: 60_000 })).rejects.toMatchObject({ status: 503, message: failure });
    put.mockRestore();
    expect(await rows()).toMatchObject([{ isActive: false, failure }]);
    expect(await server.db.$count(creditTransactions, eq(creditTransactions.type, 'usage'))).toBe(0);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('is removed when its process died', async () => {
    const [row] = await server.db
      .insert(customVoices)
      .values({ userId: world.vic.id, voiceId: 'pending_1', name: 'Purser' })
      .returning();
    expect(await endStaleDesigns(server.db, 'stale')).toBe(0);
    const elevenMinutesAgo = sql`now() - interval '11 minutes'`;
    await server.db.update(customVoices).set({ createdAt: elevenMinutesAgo });
    expect(await endStaleDesigns(server.db, 'stale')).toBe(1);
    await settled({ id: row?.id, isActive: false, failure: expect.stringContaining('stopped') });
  });

  test('is stopped with the server, and the reason is stored', async () => {
    const ending = designJobs();
    const never = pendingCall();
    models.script((run, question) =>
      Promise.race([
        never.scripted(run, question),
        new Promise<never>((_, reject) =>
          run.signal.addEventListener('abort', () => reject(run.signal.reason)),
        ),
      ]),
    );
    const ai = metered({ db: server.db, models, log });
    const deps = { db: server.db, ai, storage: server.storage, library: voiceLibrary(ai), jobs: ending };
    const named = { userId: world.vic.id, requestId: 'two', fingerprint: null };
    await designCustomVoice(deps, purser, { ...named, onKept: async () => undefined, waitMs: 0 });
    await never.started;
    await ending.end();
    expect(await rows()).toMatchObject([{ isActive: false, failure: expect.stringContaining('Stopped') }]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });
});

test('voiceLibrary refetches a list after ten minutes, and after a voice was designed', async () => {
  let [now, asked] = [0, 0];
  const library = voiceLibrary(
    { listVoices: async () => [{ voice_id: String(++asked), name: 'x' }] },
    () => now,
  );
  const first = async () => (await library.voices())[0]?.voice_id;
  expect([await first(), await first()]).toEqual(['1', '1']);
  now = 10 * 60_000;
  expect(await first()).toBe('2');
  library.forget();
  expect(await first()).toBe('3');
});
