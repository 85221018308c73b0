import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultModels } from '#server/ai/catalog.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { files, projectChanges, projects } from '#server/db/schema/projects.ts';
import { characters, scenes as storedScenes } from '#server/db/schema/script.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { anApp, type Caller, signIn, type TestApp } from '#test/app.ts';
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
/** One draws by itself, the other asks a server that speaks OpenAI's protocol. */
let builtIn: TestApp;
let paid: TestApp;

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

const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');

let server: TestApp;
let world: World;
let eddie: Caller;
/** The first scene of Night Ferry. */
let harbour: Scene;
let url: string;

async function begin(on: TestApp) {
  server = on;
  await clear(server.db);
  provider.reset();
  for (const name of onDisk()) fs.rmSync(path.join(server.env.dataDir, 'uploads', name));
  await seedPrices(server.db, server.env);
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
  harbour = await sceneNumbered(1);
  url = `/api/scenes/${harbour.id}/generate-image`;
}

const onDisk = () => {
  const folder = path.join(server.env.dataDir, 'uploads');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const draw = (headers: Record<string, string> = {}, caller = eddie) =>
  caller.inject({ method: 'POST', url, headers });
const charges = () => server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));

async function sceneNumbered(number: number): Promise<Scene> {
  const scenes = await server.db.select().from(storedScenes).orderBy(asc(storedScenes.sceneNumber));
  const scene = scenes[number - 1];
  if (!scene) throw new Error(`There is no scene ${number}`);
  return scene;
}

/** As it was before: no picture, no file, no charge. */
async function expectNothing() {
  expect(await sceneNumbered(1)).toEqual(harbour);
  expect([await server.db.select().from(files), onDisk(), await charges()]).toEqual([[], [], []]);
  expect(await server.db.select().from(projectChanges)).toEqual([]);
  expect((await eddie.get(`${world.projectUrl}/ai`)).json().creditBalance).toBe(500);
  expect(await errorsInBooks(server.db)).toEqual([]);
}

describe('POST /api/scenes/:id/generate-image with the built-in engine', () => {
  beforeEach(() => begin(builtIn));

  test('draws and stores the picture and notifies the members', async () => {
    const answer = await draw();
    const { scene, creditBalance } = answer.json();
    expect([answer.statusCode, creditBalance, scene]).toEqual([
      200,
      500,
      {
        ...harbour,
        imageUrl: expect.stringMatching(/^\/uploads\/[A-Za-z0-9_-]{32}\.svg$/),
        imagePrompt: expect.stringContaining('Rain on black water.'),
      },
    ]);
    expect(scene.imagePrompt).toContain('Scene: EXT. HARBOUR - NIGHT');
    expect((await eddie.get(`${world.projectUrl}/scenes`)).json()[0]).toEqual(scene);
    const picture = await server.as(world.vic).get(scene.imageUrl);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    const size = /viewBox="0 0 (\d+) (\d+)"/.exec(picture.payload);
    expect(Number(size?.[1]) / Number(size?.[2])).toBeCloseTo(16 / 9, 1);
    expect((await server.as(world.sam).get(scene.imageUrl)).statusCode).toBe(404);
    expect((await server.visitor.get(scene.imageUrl)).statusCode).toBe(401);
    expect(await server.db.select().from(projectChanges)).toEqual([
      expect.objectContaining({ rev: 1, entity: 'scene', ids: [harbour.id], actor: world.eddie.id }),
    ]);
    expect(await server.db.select().from(userActivityLogs)).toEqual([
      expect.objectContaining({
        userId: world.eddie.id,
        projectId: world.project.id,
        action: 'ai.image_generation',
        details: { task: 'scene', sceneId: harbour.id },
      }),
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({ feature: 'image_generation', model: 'built-in', success: true, cost: 0 }),
    ]);
  });

  test("draws the people of the character cards, and uses the scene's notes and the project’s template", async () => {
    const picture = async () => (await eddie.get((await draw()).json().scene.imageUrl)).payload;
    const card = { description: 'A woman in a yellow oilskin coat.', age: 42 };
    await server.db.update(characters).set(card).where(eq(characters.name, 'MARA'));
    await server.db.update(storedScenes).set({ notes: 'Full shot.' }).where(eq(storedScenes.id, harbour.id));
    const plain = await picture();
    expect(plain).toContain('data-lens="full"');
    await server.db.update(characters).set({ description: 'A robot.' }).where(eq(characters.name, 'MARA'));
    expect(await picture()).toContain('data-kind="robot"');
    await server.db
      .update(projects)
      .set({ sceneImagePromptTemplate: '{{sceneHeading}} Black and white, low angle.' })
      .where(eq(projects.id, world.project.id));
    const before = await picture();
    expect(before).toContain('data-angle="low angle"');
    const lit = [...before.matchAll(/fill="#([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})"/g)];
    expect(lit.length).toBeGreaterThan(20);
    expect(lit.filter(([, red, green, blue]) => red !== green || green !== blue)).toEqual([]);
  });

  test('uses the time of the previous scene for LATER', async () => {
    const { id } = await sceneNumbered(2);
    const { scene } = (await eddie.post(`/api/scenes/${id}/generate-image`)).json();
    const night = (await eddie.get(scene.imageUrl)).payload;
    await eddie.patch(`/api/scenes/${harbour.id}`, { heading: 'EXT. HARBOUR - DAY' });
    const again = (await eddie.post(`/api/scenes/${id}/generate-image`)).json();
    expect((await eddie.get(again.scene.imageUrl)).payload).not.toBe(night);
  });

  test('uses the template of the project', async () => {
    await server
      .as(world.olive)
      .patch(world.projectUrl, { sceneImagePromptTemplate: 'Ink. {{location}}, {{timeOfDay}}.' });
    expect((await draw()).json().scene.imagePrompt).toBe('Ink. HARBOUR, NIGHT.');
  });

  test('replaces the previous file', async () => {
    const first = (await draw()).json().scene.imageUrl;
    const second = (await draw()).json().scene.imageUrl;
    expect(second).not.toBe(first);
    expect(onDisk()).toEqual([second.slice('/uploads/'.length)]);
    expect((await eddie.get(first)).statusCode).toBe(404);
    expect((await eddie.get(second)).statusCode).toBe(200);
  });

  test('leaves one picture and one file after ten concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => draw()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    const { imageUrl } = await sceneNumbered(1);
    expect(onDisk()).toEqual([imageUrl?.slice('/uploads/'.length)]);
    expect(await server.db.$count(files)).toBe(1);
  });

  test('stores a picture that is deleted with the scene', async () => {
    await draw();
    expect((await eddie.delete(`/api/scenes/${harbour.id}`)).statusCode).toBe(204);
    expect([onDisk(), await server.db.select().from(files)]).toEqual([[], []]);
  });

  test('draws the opening', async () => {
    const elements = [{ elementType: 'action', content: 'Black.' }];
    const edits = [{ type: 'insert', afterId: null, elements }];
    await eddie.post(`${world.projectUrl}/script-changes`, { edits });
    const { id } = await sceneNumbered(1);
    const answer = await eddie.post(`/api/scenes/${id}/generate-image`);
    expect([answer.statusCode, answer.json().scene.imagePrompt]).toEqual([
      200,
      'Cinematic storyboard frame. What happens: Black. Film lighting, no text.',
    ]);
  });

  test('requires an editor and returns 404 to strangers', async () => {
    const statuses = [];
    for (const name of ['vic', 'cora', 'sam', 'ada', 'olive'] as const)
      statuses.push((await draw({}, server.as(world[name]))).statusCode);
    expect(statuses).toEqual([403, 403, 404, 404, 200]);
    expect((await draw({}, server.visitor)).statusCode).toBe(401);
  });

  test('is rejected when AI is off and allowed with read access', async () => {
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    const rejected = await draw();
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      'AI is switched off in this project.',
    ]);
    expect([onDisk(), await server.db.select().from(aiUsageLogs)]).toEqual([[], []]);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'read' });
    expect((await draw()).statusCode).toBe(200);
  });
});

describe('POST /api/scenes/:id/generate-image with a model', () => {
  beforeEach(async () => {
    await begin(paid);
    await setPrice({ pricingType: 'per_request', fixedCostPerRequest: 0.4 });
  });

  const setPrice = (price: Partial<typeof aiServicePricing.$inferInsert>) =>
    server.db
      .update(aiServicePricing)
      .set({ inputCostPer1k: 0, outputCostPer1k: 0, ...price })
      .where(eq(aiServicePricing.model, defaultModels.image));

  test('charges the shown price and stores the picture of the model', async () => {
    provider.next(sendsPicture(png));
    const { pictures, creditBalance } = (await eddie.get(`${world.projectUrl}/ai`)).json();
    const body = (await draw()).json();
    expect([pictures.price, body.creditBalance]).toEqual([{ exact: 20 }, creditBalance - 20]);
    expect(await charges()).toEqual([
      expect.objectContaining({ userId: world.eddie.id, amount: -20, aiFeature: 'image_generation' }),
    ]);
    expect((await eddie.get(body.scene.imageUrl)).rawPayload).toEqual(png);
    expect(provider.requests[0]?.body).toMatchObject({ prompt: body.scene.imagePrompt });
    expect(await errorsInBooks(server.db)).toEqual([]);
    expect(provider.problems).toEqual([]);
    const { entries } = (await server.as(world.olive).get(`${world.projectUrl}/ai-disclosures`)).json();
    expect(entries).toEqual([
      expect.objectContaining({ task: 'scene', size: body.scene.imagePrompt.length }),
    ]);
  });

  test('draws, stores and charges once for two concurrent clicks', async () => {
    provider.next(sendsPicture(png));
    const headers = { 'idempotency-key': 'click' };
    const [first, second] = await Promise.all([draw(headers), draw(headers)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect([second.json(), (await draw(headers)).json()]).toEqual([first.json(), first.json()]);
    expect([provider.requests.length, (await charges()).length, onDisk().length]).toEqual([1, 1, 1]);
    // The key of one scene is not that of another.
    const { id } = await sceneNumbered(2);
    const other = await eddie.inject({ method: 'POST', url: `/api/scenes/${id}/generate-image`, headers });
    expect([other.statusCode, other.json().scene]).toEqual([409, undefined]);
    expect((await sceneNumbered(2)).imageUrl).toBeNull();
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('makes no call without enough credits', async () => {
    await setPrice({ fixedCostPerRequest: 20 });
    const answer = await draw();
    expect([answer.statusCode, answer.json()]).toMatchObject([402, { required: 1000, creditBalance: 500 }]);
    expect(provider.requests).toEqual([]);
    await expectNothing();
  });

  test('is unavailable without a price', async () => {
    await setPrice({ isActive: false });
    expect((await draw()).statusCode).toBe(503);
    await expectNothing();
  });

  test.each([
    ['fails', [answersError(400, 'moderation_blocked')]],
    ['hangs up', [disconnects, disconnects, disconnects]],
    ['sends a page', [sendsPicture(Buffer.from('<!doctype html><script>alert(1)</script>'))]],
  ])('stores and charges nothing for a model that %s', async (_, behaviours) => {
    provider.next(...behaviours);
    const answer = await draw();
    expect([answer.statusCode, answer.json().message]).toEqual([
      502,
      expect.stringMatching(/charged|content rules/),
    ]);
    await expectNothing();
  });

  test('stores and charges nothing when it is cancelled', async () => {
    const requested = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    provider.next(async () => {
      requested.resolve();
      await aborted.promise;
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const headers = { cookie: `sid=${await signIn(server.db, world.eddie.id)}`, 'idempotency-key': 'one' };
    const stop = new AbortController();
    const address = `http://127.0.0.1:${port}${url}`;
    const answer = fetch(address, { method: 'POST', headers, signal: stop.signal });
    await requested.promise;
    stop.abort();
    await expect(answer).rejects.toThrow();
    // A call with the same key waits for the result.
    expect((await draw({ 'idempotency-key': 'one' })).statusCode).toBe(409);
    aborted.resolve();
    await expectNothing();
  });

  test('keeps the previous picture when the charge fails', async () => {
    provider.next(sendsPicture(png), sendsPicture(png));
    const { imageUrl } = (await draw()).json().scene;
    await server.db.execute(
      sql`alter table credit_transactions add constraint no_charges check (amount > 0) not valid`,
    );
    expect((await draw()).statusCode).toBe(500);
    await server.db.execute(sql`alter table credit_transactions drop constraint no_charges`);
    expect([(await sceneNumbered(1)).imageUrl, onDisk()]).toEqual([
      imageUrl,
      [imageUrl.slice('/uploads/'.length)],
    ]);
    expect((await charges()).length).toBe(1);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('leaves no file and charges nothing when the scene is deleted during the call', async () => {
    provider.next(async (out, asked) => {
      await eddie.delete(`/api/scenes/${harbour.id}`);
      await sendsPicture(png)(out, asked);
    });
    const answer = await draw();
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Scene not found']);
    expect([onDisk(), await charges()]).toEqual([[], []]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });
});
