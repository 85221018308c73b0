import { eq } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { storyBeats } from '#server/db/schema/planning.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { anOpenAiServer, answersError, disconnects, settingsFor, streamsText } from '#test/openaiServer.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { aWorld, type World } from '#test/world.ts';
import { aPlan } from './testing.ts';

let world: World;
let eddie: Caller;

let ids: number[];

const provider = await anOpenAiServer();

const test = serverTest.extend('settings', { scope: 'file' }, { variables: settingsFor(provider) });
afterAll(async () => {
  await provider.close();
});

const analyse = (headers: Record<string, string> = {}) =>
  eddie.inject({ method: 'POST', url: `${world.projectUrl}/analyze-story-beat-tension`, headers });
const stored = async (server: TestApp): Promise<TensionPoint[]> =>
  (await server.as(world.vic).get(`${world.projectUrl}/tension-points`)).json();
const charges = (server: TestApp) =>
  server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
const state = async () => (await eddie.get(`${world.projectUrl}/ai`)).json();

describe('analyze-story-beat-tension with a model', () => {
  const point = (storyBeatId = 0, tensionLevel = 0.5) => ({ storyBeatId, tensionLevel, context: 'A storm.' });
  const tells = (points: object[]) => streamsText(JSON.stringify({ points }));
  const costs = (server: TestApp, fields: Partial<typeof aiServicePricing.$inferInsert>) =>
    server.db.update(aiServicePricing).set(fields).where(eq(aiServicePricing.model, 'local'));
  const perRequest = { pricingType: 'per_request', fixedCostPerRequest: 0.2 } as const;

  test.beforeEach(async ({ server }) => {
    await clear(server.db);
    provider.reset();
    await seedPrices(server.db, server.env);
    world = await aWorld(server.db);
    eddie = server.as(world.eddie);
    ids = await aPlan(server.db, world.project.id);
    await costs(server, perRequest);
  });

  /** As it was before: what was stored stays, and nothing is paid. */
  async function expectNothing(server: TestApp) {
    expect([await charges(server), (await state()).creditBalance, await stored(server)]).toEqual([
      [],
      500,
      [],
    ]);
    expect(await server.db.select().from(userActivityLogs)).toEqual([]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  }

  test('returns the levels of the model in order and charges the shown price', async ({ server }) => {
    provider.next(tells([point(ids[2], 7), point(99), point(ids[0], 0.25), point(ids[1])]));
    expect((await state()).tensionPrice).toEqual({ exact: 10 });
    const points: TensionPoint[] = (await analyse()).json();
    expect(
      points.map(({ storyBeatId, tensionLevel, position }) => [storyBeatId, tensionLevel, position]),
    ).toEqual([
      [ids[0], 0.25, 0],
      [ids[1], 0.5, 0.5],
      [ids[2], 1, 1],
    ]);
    expect(await charges(server)).toEqual([
      expect.objectContaining({ userId: world.eddie.id, amount: -10, aiFeature: 'script_analysis' }),
    ]);
    expect((await state()).creditBalance).toBe(490);
    expect(await errorsInBooks(server.db)).toEqual([]);
    expect(provider.problems).toEqual([]);
  });

  test('never costs more per token than shown', async ({ server }) => {
    await costs(server, { pricingType: 'per_token', inputCostPer1k: 0.02, outputCostPer1k: 0.06 });
    const many = { prompt_tokens: 100_000, completion_tokens: 100_000 };
    provider.next(streamsText(JSON.stringify({ points: ids.map((id) => point(id)) }), { usage: many }));
    const { upTo } = (await state()).tensionPrice;
    expect((await analyse()).statusCode).toBe(200);
    const [charge] = await charges(server);
    expect(-(charge?.amount ?? 0)).toBeLessThanOrEqual(upTo);
    expect(-(charge?.amount ?? 0)).toBeGreaterThan(upTo * 0.9);
  });

  test('sends the beats in story order and the brief, as data', async () => {
    const brief = { premise: '', tone: 'Dry, wet, slow.', rules: '', constants: '' };
    await eddie.patch(world.projectUrl, { brief });
    provider.next(tells(ids.map((id) => point(id))));
    await analyse();
    const [system, user] = provider.requests[0]?.body.messages ?? [];
    expect(user?.content).toMatch(
      /Dry, wet, slow\.[\s\S]*Act 1: Departure, Casting off:\n\[\d+\] Breakfast\nAct 1: Departure:\n\[\d+\] Ropes\nAct 2: Open sea:\n\[\d+\] The storm: They fight/,
    );
    expect(system?.content).not.toMatch(/storm|Dry, wet/i);
  });

  test('asks the model again for a missing beat', async ({ server }) => {
    provider.next(tells([point(ids[0]), point(ids[2])]), tells(ids.map((id) => point(id))));
    expect((await analyse()).json()).toHaveLength(3);
    expect(provider.requests[1]?.body.messages.at(-1)?.content).toContain(`Missing: ${ids[1]}`);
    expect(await charges(server)).toHaveLength(1);
  });

  test('fails when beats stay missing, charges nothing, and keeps the previous points', async ({
    server,
  }) => {
    provider.next(tells(ids.map((id) => point(id))));
    const before: TensionPoint[] = (await analyse()).json();
    provider.next(tells([]), tells([point(99)]), tells([point(ids[0])]));
    const answer = await analyse();
    expect([answer.statusCode, answer.json().message]).toEqual([
      502,
      'The AI service gave an answer that could not be used. Nothing was charged.',
    ]);
    expect(await stored(server)).toEqual(before);
    expect(await charges(server)).toHaveLength(1);
  });

  test('keeps the point of a beat that is deleted during the call, without the beat', async ({ server }) => {
    provider.next(async (out, asked) => {
      await server.db.delete(storyBeats).where(eq(storyBeats.id, ids[1] ?? 0));
      await tells(ids.map((id) => point(id)))(out, asked);
    });
    const points: TensionPoint[] = (await analyse()).json();
    expect(points.map(({ storyBeatId, position }) => [storyBeatId, position])).toEqual([
      [ids[0], 0],
      [null, 0.5],
      [ids[2], 1],
    ]);
  });

  test('makes and charges one call for two concurrent clicks', async ({ server }) => {
    provider.next(tells(ids.map((id) => point(id))));
    const headers = { 'idempotency-key': 'click' };
    const answers = await Promise.all([analyse(headers), analyse(headers)]);
    expect(answers.map((answer) => answer.json())).toEqual(Array(2).fill(await stored(server)));
    expect((await analyse(headers)).json()).toEqual(await stored(server));
    expect([provider.requests.length, (await charges(server)).length]).toEqual([1, 1]);
    expect(await server.db.$count(userActivityLogs)).toBe(1);
    expect(await server.db.$count(tensionPoints)).toBe(3);
  });

  test.for([
    ['fails', [answersError(401, 'invalid_api_key')]],
    ['hangs up', [disconnects, disconnects, disconnects]],
    ['declines', [streamsText('', { refusal: 'No.' })]],
  ] as const)('of a model that %s costs nothing', async ([_, behaviours], { server }) => {
    provider.next(...behaviours);
    expect((await analyse()).statusCode).toBe(502);
    await expectNothing(server);
  });

  test('makes no call without enough credits and is unavailable without a price', async ({ server }) => {
    await costs(server, { fixedCostPerRequest: 20 });
    const refused = await analyse();
    expect([refused.statusCode, refused.json()]).toMatchObject([402, { required: 1000, creditBalance: 500 }]);
    await costs(server, { isActive: false });
    expect((await analyse()).statusCode).toBe(503);
    expect((await state()).tensionPrice).toBeNull();
    expect(provider.requests).toEqual([]);
    await expectNothing(server);
  });

  test('rejects a plan without beats, free of charge', async ({ server }) => {
    await server.db.delete(storyBeats);
    await costs(server, { fixedCostPerRequest: 20 });
    expect((await analyse()).statusCode).toBe(400);
  });

  test('adds a disclosure with the text sent', async ({ server }) => {
    provider.next(tells(ids.map((id) => point(id))));
    await analyse();
    const { entries } = (await server.as(world.olive).get(`${world.projectUrl}/ai-disclosures`)).json();
    expect(entries).toEqual([expect.objectContaining({ task: 'tension' })]);
  });
});
