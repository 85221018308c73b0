import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { aiRequests, aiUsageLogs } from '#server/db/schema/ai.ts';
import { aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { readEnv } from '#server/env.ts';
import { HttpError } from '#server/lib/errors.ts';
import { createLog } from '#server/lib/log.ts';
import { clear } from '#test/db.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { scriptedModels } from '#test/models.ts';
import {
  anOpenAiServer,
  answersError,
  type Behaviour,
  disconnects,
  type OpenAiServer,
  sendsPicture,
  settingsFor,
  startsStream,
  streamsText,
} from '#test/openaiServer.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { aWorld, type World } from '#test/world.ts';
import type { Ai, MeteredCall } from './calls.ts';
import { textPrice } from './catalog.ts';
import { metered } from './metered.ts';
import { openai } from './openai.ts';
import { seedPrices } from './prices.ts';
import { questionSize } from './size.ts';

let server: OpenAiServer;
let world: World;
let ai: Ai;
let lines: string[];
beforeAll(async () => {
  server = await anOpenAiServer();
});
afterAll(async () => {
  await server.close();
});

test.beforeEach(async ({ db }) => {
  await clear(db);
  server.reset();
  world = await aWorld(db);
  lines = [];
  ai = await callsWith(db, {});
});

/** Create the calls with the given timeouts. The other timeouts keep their defaults. */
async function callsWith(db: Db, timeouts: { firstTextMs?: number; idleMs?: number }): Promise<Ai> {
  const env = readEnv({
    ...settingsFor(server),
    OPENAI_IMAGE_MODEL: 'gpt-image-2.6-flare',
  });
  await seedPrices(db, env);
  if (!env.openai) throw new Error('no provider');
  const { text, pictures } = openai(env.openai, { wait: async () => undefined, ...timeouts });
  if (!pictures) throw new Error('no pictures');
  const log = createLog('trace', { write: (line) => lines.push(line) });
  return metered({ db, models: { ...scriptedModels(), text, pictures }, log });
}

const question = {
  task: 'chat',
  system: 'You read screenplays.',
  messages: [{ role: 'user' as const, content: 'What does MARA count?' }],
  maxOutputTokens: 500,
};
const aCall = (): MeteredCall<string, string> => ({
  ...{ userId: world.olive.id, projectId: world.project.id, requestId: 'one' },
  keep: (_tx, { value }) => value,
});
const charges = (db: Db) => db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));

test('charges nothing for a self-hosted model until an administrator sets a price', async ({ db }) => {
  expect(await ai.priceOf('chat', questionSize(question))).toEqual({ exact: 0 });
  server.next(streamsText('Lights.'));
  expect(await ai.reply('chat', question, aCall())).toMatchObject({ credits: 0, creditBalance: 500 });
  expect(await db.select().from(aiUsageLogs)).toMatchObject([{ totalTokens: 150, cost: 0, success: true }]);
  expect(await charges(db)).toEqual([]);
});

test('charges text at most, and a picture exactly, the price shown before', async ({ db }) => {
  await db.update(aiServicePricing).set(textPrice('local')).where(eq(aiServicePricing.model, 'local'));
  server.next(streamsText('She counts the lights.'));
  // at most 31 tokens × 0.02 / 1,000 and 500 × 0.06 / 1,000 dollars; used are 120 and 30
  expect(await ai.priceOf('chat', questionSize(question))).toEqual({ upTo: 1.53 });
  expect(await ai.reply('chat', question, aCall())).toMatchObject({ credits: 0.21 });

  server.next(sendsPicture(Buffer.from('\x89PNG', 'latin1')));
  const order = { task: 'concept', prompt: 'A ferry', ratio: '2.35:1' } as const;
  expect(await ai.priceOf('image_generation')).toEqual({ exact: 20 });
  const drawn = await ai.draw('image_generation', order, {
    ...{ userId: world.olive.id, projectId: null, requestId: 'two' },
    keep: (_tx, { value }) => value.mediaType,
  });
  expect(drawn).toMatchObject({ value: 'image/png', credits: 20, creditBalance: 479.79 });
  expect(server.problems).toEqual([]);
});

const never: Behaviour = () => undefined;
test.for<[string, Behaviour[], number | 'cut']>([
  ['refuses the key', [answersError(401, 'invalid_api_key')], 502],
  ['is overloaded', Array(3).fill(answersError(429, 'rate_limit_exceeded', { 'retry-after': '2' })), 502],
  ['breaks', Array(3).fill(answersError(500, 'server_error')), 502],
  ['hangs up', [disconnects, disconnects, disconnects], 502],
  ['never answers', [never, never, never], 502],
  ['declines', [streamsText('', { refusal: 'I cannot help with MARA.' })], 502],
  ['returns an empty answer', [streamsText('')], 502],
  ['returns an invalid answer', [(out) => out.json(200, { choices: 'sk-secret' })], 502],
  ['breaks off', [startsStream('She counts', disconnects)], 'cut'],
  ['stalls', [startsStream('She counts', never)], 'cut'],
] as const)(
  'charges nothing for a server that %s, logs the call once and leaks no text',
  async ([what, behaviours, expected], { db }) => {
    if (what === 'never answers') ai = await callsWith(db, { firstTextMs: 300 });
    if (what === 'stalls') ai = await callsWith(db, { idleMs: 30 });
    await db.update(aiServicePricing).set(textPrice('local')).where(eq(aiServicePricing.model, 'local'));
    server.next(...behaviours);
    const outcome = await ai.reply('chat', question, aCall()).catch((error: unknown) => error);
    if (expected === 'cut') expect(outcome).toMatchObject({ value: 'She counts', ending: 'cut', credits: 0 });
    else expect((outcome as HttpError).status).toBe(expected);
    const logs = await db.select().from(aiUsageLogs);
    expect(logs).toMatchObject([{ success: false, cost: 0, errorMessage: expect.any(String) }]);
    expect(await charges(db)).toEqual([]);
    expect(await errorsInBooks(db)).toEqual([]);
    const errorParts = outcome instanceof HttpError ? [outcome.message, outcome.extra] : [];
    const everything = JSON.stringify([logs, await db.select().from(aiRequests), lines, errorParts]);
    expect(everything).not.toMatch(/sk-secret|MARA|You read/);
  },
);
