import fs from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultModels } from '#server/ai/catalog.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { files, projectChanges } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import type { Character } from '#shared/contract/characters.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { errorsInBooks } from '#test/ledger.ts';
import {
  anOpenAiServer,
  answersError,
  disconnects,
  type OpenAiServer,
  sendsPicture,
  settingsFor,
} from '#test/openaiServer.ts';
import { aWorld, type World } from '#test/world.ts';

let provider: OpenAiServer;
/** `builtIn` draws by itself, `paid` calls a server that speaks OpenAI's protocol. */
let builtIn: TestApp;
let paid: TestApp;
let server: TestApp;
let world: World;
let eddie: Caller;
let mara: Character;
let tobias: Character;

beforeAll(async () => {
  provider = await anOpenAiServer();
  builtIn = await anApp();
  paid = await anApp({
    ...settingsFor(provider),
    OPENAI_IMAGE_MODEL: defaultModels.image,
  });
});
afterAll(async () => {
  await builtIn.close();
  await paid.close();
  await provider.close();
});

const folder = () => path.join(server.env.dataDir, 'uploads');
const onDisk = () => (fs.existsSync(folder()) ? fs.readdirSync(folder()) : []);

async function begin(on: TestApp) {
  server = on;
  await clear(server.db);
  provider.reset();
  await seedPrices(server.db, server.env);
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
  [mara, tobias] = (await listed()) as [Character, Character];
  for (const name of onDisk()) fs.rmSync(path.join(folder(), name));
}

const listed = async (): Promise<Character[]> => (await eddie.get(`${world.projectUrl}/characters`)).json();
const draw = (headers: Record<string, string> = {}, caller = eddie, { id } = mara) =>
  caller.inject({ method: 'POST', url: `/api/characters/${id}/generate-avatar`, headers });
const charges = () => server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');

/** Expect the initial state: no picture, no file, no charge. */
async function expectNothing() {
  expect(await listed()).toEqual([mara, tobias]);
  expect([await server.db.select().from(files), onDisk(), await charges()]).toEqual([[], [], []]);
  expect(await server.db.select().from(projectChanges)).toEqual([]);
  expect(await server.db.select().from(userActivityLogs)).toEqual([]);
  expect((await eddie.get(`${world.projectUrl}/ai`)).json().creditBalance).toBe(500);
  expect(await errorsInBooks(server.db)).toEqual([]);
}

describe('POST /api/characters/:id/generate-avatar with the built-in engine', () => {
  beforeEach(() => begin(builtIn));

  test('draws and stores the portrait and notifies the members', async () => {
    const answer = await draw();
    const { character, creditBalance } = answer.json();
    expect([answer.statusCode, creditBalance]).toEqual([200, 500]);
    expect(character).toEqual({
      ...mara,
      avatarUrl: expect.stringMatching(/^\/uploads\/[A-Za-z0-9_-]{32}\.svg$/),
      avatarPrompt: 'Portrait of MARA (supporting). Neutral background, no text.',
    });
    expect(await listed()).toEqual([character, tobias]);
    expect(await server.db.select().from(projectChanges)).toEqual([
      expect.objectContaining({ entity: 'character', ids: [mara.id], actor: world.eddie.id }),
    ]);
    expect(await server.db.select().from(userActivityLogs)).toEqual([
      expect.objectContaining({
        ...{ userId: world.eddie.id, projectId: world.project.id, action: 'ai.image_generation' },
        details: { task: 'avatar', characterId: mara.id },
      }),
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({ feature: 'image_generation', model: 'built-in', success: true, cost: 0 }),
    ]);
  });

  test("returns a square picture drawn from the character's facts", async () => {
    const facts = { age: 71, description: 'Grey hair in a bun, glasses.', visualAesthetic: 'A heavy coat.' };
    await eddie.patch(`/api/characters/${mara.id}`, { ...facts, characterType: 'antagonist' });
    const { avatarUrl } = (await draw()).json().character;
    const { payload } = await eddie.get(avatarUrl);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(payload) ?? [];
    expect(width).toBe(height);
    expect(payload).toContain('data-hair="bun" data-years="old" data-clothes="coat"');
    expect(payload).toContain('<title>Portrait of MARA, antagonist: hair in a bun, glasses</title>');
  });

  test('is deterministic and different for each character', async () => {
    const pictures = [];
    for (const one of [mara, tobias, mara]) {
      const { avatarUrl } = (await draw({}, eddie, one)).json().character;
      pictures.push((await eddie.get(avatarUrl)).payload);
    }
    expect(pictures[0]).not.toBe(pictures[1]);
    expect(pictures[0]).toBe(pictures[2]);
  });

  test('stores a picture that only members can see', async () => {
    const { avatarUrl } = (await draw()).json().character;
    const picture = await server.as(world.vic).get(avatarUrl);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    for (const name of ['sam', 'ada'] as const)
      expect((await server.as(world[name]).get(avatarUrl)).statusCode).toBe(404);
    expect((await server.visitor.get(avatarUrl)).statusCode).toBe(401);
  });

  test('replaces the previous file, and deleting the character deletes the file', async () => {
    const first = (await draw()).json().character.avatarUrl;
    const second = (await draw()).json().character.avatarUrl;
    expect(second).not.toBe(first);
    expect(onDisk()).toEqual([second.slice('/uploads/'.length)]);
    expect((await eddie.get(first)).statusCode).toBe(404);
    expect((await eddie.delete(`/api/characters/${mara.id}`)).statusCode).toBe(204);
    expect([onDisk(), await server.db.select().from(files)]).toEqual([[], []]);
    expect((await eddie.get(second)).statusCode).toBe(404);
  });

  test('leaves one picture and one file after five concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => draw()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    const [character] = await listed();
    expect(onDisk()).toEqual([character?.avatarUrl?.slice('/uploads/'.length)]);
    expect(await server.db.$count(files)).toBe(1);
  });

  test('uses the project’s template', async () => {
    const characterAvatarPromptTemplate = 'Ink of {{name}}, {{role}}, {{styleControl}} at {{age}}.';
    await eddie.patch(world.projectUrl, { characterAvatarPromptTemplate });
    await eddie.patch(`/api/characters/${mara.id}`, { role: 'loadmaster', age: 41, visualAesthetic: 'wash' });
    expect((await draw()).json().character.avatarPrompt).toBe('Ink of MARA, loadmaster, wash at 41.');
    await eddie.patch(world.projectUrl, { characterAvatarPromptTemplate: '{{role}}' });
    // A template without any text about this character is ignored.
    expect((await draw({}, eddie, tobias)).json().character.avatarPrompt).toContain('Portrait of TOBIAS');
  });

  test('requires an editor and returns 404 to strangers', async () => {
    const statuses = [];
    for (const name of ['vic', 'cora', 'sam', 'ada', 'olive'] as const)
      statuses.push((await draw({}, server.as(world[name]))).statusCode);
    expect(statuses).toEqual([403, 403, 404, 404, 200]);
    expect((await draw({}, server.visitor)).statusCode).toBe(401);
    const unknown = await eddie.post('/api/characters/2147483647/generate-avatar');
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Character not found']);
  });

  test('is rejected when AI is off and allowed with read access', async () => {
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    const rejected = await draw();
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      'AI is switched off in this project.',
    ]);
    expect(onDisk()).toEqual([]);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'read' });
    expect((await draw()).statusCode).toBe(200);
  });
});

describe('POST /api/characters/:id/generate-avatar with a model', () => {
  const costs = (fields: Partial<typeof aiServicePricing.$inferInsert>) =>
    server.db.update(aiServicePricing).set(fields).where(eq(aiServicePricing.model, defaultModels.image));

  beforeEach(async () => {
    await begin(paid);
    const price = { pricingType: 'per_request', fixedCostPerRequest: 0.4 } as const;
    await costs({ ...price, inputCostPer1k: 0, outputCostPer1k: 0 });
  });

  test("charges the shown price and stores the model's picture", async () => {
    provider.next(sendsPicture(png));
    const { pictures } = (await eddie.get(`${world.projectUrl}/ai`)).json();
    const { character, creditBalance } = (await draw()).json();
    expect([pictures.price, creditBalance]).toEqual([{ exact: 20 }, 480]);
    expect(await charges()).toEqual([
      expect.objectContaining({ userId: world.eddie.id, amount: -20, aiFeature: 'image_generation' }),
    ]);
    expect((await eddie.get(character.avatarUrl)).rawPayload).toEqual(png);
    expect(provider.requests[0]?.body).toMatchObject({ size: '1024x1024', prompt: character.avatarPrompt });
    const { entries } = (await server.as(world.olive).get(`${world.projectUrl}/ai-disclosures`)).json();
    expect(entries).toEqual([expect.objectContaining({ task: 'avatar' })]);
    expect(await errorsInBooks(server.db)).toEqual([]);
    expect(provider.problems).toEqual([]);
  });

  test('draws, stores and charges once for two concurrent clicks', async () => {
    provider.next(sendsPicture(png));
    const headers = { 'idempotency-key': 'click' };
    const [first, second] = await Promise.all([draw(headers), draw(headers)]);
    expect([first.statusCode, second.json()]).toEqual([200, first.json()]);
    expect((await draw(headers)).json()).toEqual(first.json());
    expect([provider.requests.length, (await charges()).length, onDisk().length]).toEqual([1, 1, 1]);
    expect(await server.db.$count(userActivityLogs)).toBe(1);
    // With another character, the key belongs to a different request.
    expect((await draw(headers, eddie, tobias)).statusCode).toBe(409);
    expect((await listed())[1]).toEqual(tobias);
  });

  test('makes no call without enough credits and is unavailable without a price', async () => {
    await costs({ fixedCostPerRequest: 20 });
    const rejected = await draw();
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      402,
      { required: 1000, creditBalance: 500 },
    ]);
    await costs({ isActive: false });
    expect((await draw()).statusCode).toBe(503);
    expect(provider.requests).toEqual([]);
    await expectNothing();
  });

  test.each([
    ['fails', [answersError(400, 'moderation_blocked')]],
    ['hangs up', [disconnects, disconnects, disconnects]],
    ['sends a page', [sendsPicture(Buffer.from('<!doctype html><script>alert(1)</script>'))]],
    ['sends half a signature', [sendsPicture(Buffer.from('\x89PNG and no more', 'latin1'))]],
  ])('stores and charges nothing for a model that %s', async (_, behaviours) => {
    provider.next(...behaviours);
    expect((await draw()).statusCode).toBe(502);
    await expectNothing();
  });

  test('leaves no file and charges nothing when the character is deleted during the call', async () => {
    provider.next(async (out, asked) => {
      await server.db.delete(characters).where(eq(characters.id, mara.id));
      await sendsPicture(png)(out, asked);
    });
    const answer = await draw();
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Character not found']);
    expect([onDisk(), await server.db.select().from(files), await charges()]).toEqual([[], [], []]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('limits the prompt to what models accept', async () => {
    const characterAvatarPromptTemplate = '{{description}} '.repeat(600);
    await eddie.patch(world.projectUrl, { characterAvatarPromptTemplate });
    await eddie.patch(`/api/characters/${mara.id}`, { description: 'Boots. '.repeat(1400) });
    provider.next(sendsPicture(png));
    expect((await draw()).json().character.avatarPrompt).toHaveLength(32_000);
  });
});
