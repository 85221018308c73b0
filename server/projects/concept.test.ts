import fs from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultModels } from '#server/ai/catalog.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { files, projectChanges, projects } from '#server/db/schema/projects.ts';
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

const idea = {
  title: 'Night Ferry',
  logline: 'A stowaway counts the lights of a ferry that never lands.',
  synopsis: 'It is raining. MARA counts. TOBIAS has a ticket for Thursday.',
  aspectRatio: '2.35:1',
};
const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');

let server: TestApp;
let world: World;
let eddie: Caller;
let url: string;

async function begin(on: TestApp) {
  server = on;
  await clear(server.db);
  provider.reset();
  await seedPrices(server.db, server.env);
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
  url = `${world.projectUrl}/generate-concept-image`;
}

const onDisk = () => {
  const folder = path.join(server.env.dataDir, 'uploads');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const draw = (body: object = idea, headers: Record<string, string> = {}, caller = eddie) =>
  caller.inject({ method: 'POST', url, payload: body, headers });
const project = async () =>
  (await server.db.select().from(projects).where(eq(projects.id, world.project.id)))[0];
const charges = () => server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));

/** As it was before: no picture, no file, no charge. */
async function expectNothing() {
  expect(await project()).toMatchObject({ conceptImageUrl: null, conceptImagePrompt: null, revision: 0 });
  expect([await server.db.select().from(files), onDisk(), await charges()]).toEqual([[], [], []]);
  expect(await server.db.select().from(projectChanges)).toEqual([]);
  expect((await eddie.get(`${world.projectUrl}/ai`)).json().creditBalance).toBe(500);
  expect(await errorsInBooks(server.db)).toEqual([]);
}

describe('generate-concept-image with the built-in engine', () => {
  beforeEach(async () => {
    await begin(builtIn);
    for (const name of onDisk()) fs.rmSync(path.join(server.env.dataDir, 'uploads', name));
  });

  test('draws and stores the picture and notifies the members', async () => {
    const answer = await draw();
    const body = answer.json();
    expect([answer.statusCode, body]).toEqual([
      200,
      {
        conceptImageUrl: expect.stringMatching(/^\/uploads\/[A-Za-z0-9_-]{32}\.svg$/),
        conceptImagePrompt: expect.stringContaining(idea.logline),
        conceptImageAspectRatio: '2.35:1',
        project: expect.objectContaining({
          id: world.project.id,
          role: 'editor',
          revision: 1,
          conceptImageUrl: body.conceptImageUrl,
          conceptImagePrompt: body.conceptImagePrompt,
          conceptImageAspectRatio: '2.35:1',
          logline: null,
        }),
        creditBalance: 500,
      },
    ]);
    const picture = await server.as(world.vic).get(body.conceptImageUrl);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(picture.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    const size = /viewBox="0 0 (\d+) (\d+)"/.exec(picture.payload);
    expect(Number(size?.[1]) / Number(size?.[2])).toBeCloseTo(2.35, 1);
    expect((await server.as(world.sam).get(body.conceptImageUrl)).statusCode).toBe(404);
    expect((await server.visitor.get(body.conceptImageUrl)).statusCode).toBe(401);
    expect(await server.db.select().from(projectChanges)).toEqual([
      expect.objectContaining({ rev: 1, entity: 'project', actor: world.eddie.id }),
    ]);
    expect(await server.db.select().from(userActivityLogs)).toEqual([
      expect.objectContaining({
        userId: world.eddie.id,
        projectId: world.project.id,
        action: 'ai.image_generation',
        details: { task: 'concept' },
      }),
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({ feature: 'image_generation', model: 'built-in', success: true, cost: 0 }),
    ]);
  });

  test('replaces the previous file', async () => {
    const first = (await draw()).json().conceptImageUrl;
    const second = (await draw({ ...idea, title: 'Day Ferry' })).json().conceptImageUrl;
    expect(second).not.toBe(first);
    expect(onDisk()).toEqual([second.slice('/uploads/'.length)]);
    expect(await server.db.select().from(files)).toHaveLength(1);
    expect((await eddie.get(first)).statusCode).toBe(404);
    expect((await eddie.get(second)).statusCode).toBe(200);
  });

  test('leaves one picture and one file after ten concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => draw()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    const url = (await project())?.conceptImageUrl ?? '';
    expect(onDisk()).toEqual([url.slice('/uploads/'.length)]);
    expect(await server.db.select().from(files)).toHaveLength(1);
    expect((await project())?.revision).toBe(10);
  });

  test('draws in the nearest supported ratio and stores the requested one', async () => {
    const sizes: Record<string, string> = {};
    for (const aspectRatio of ['2.4:1', '1.85:1', '3:2', '2:3', '1:1.1', '100:1']) {
      const body = (await draw({ ...idea, aspectRatio })).json();
      expect(body.conceptImageAspectRatio).toBe(aspectRatio);
      const [, width, height] =
        /viewBox="0 0 (\d+) (\d+)"/.exec((await eddie.get(body.conceptImageUrl)).payload) ?? [];
      sizes[aspectRatio] = (Number(width) / Number(height)).toFixed(1);
    }
    expect(sizes).toEqual({
      '2.4:1': '2.4',
      '1.85:1': '1.8',
      '3:2': '1.3',
      '2:3': '0.8',
      '1:1.1': '1.0',
      '100:1': '2.4',
    });
  });

  test('uses the ratio of the banner by default', async () => {
    const { aspectRatio: _, ...rest } = idea;
    expect((await draw(rest)).json().conceptImageAspectRatio).toBe('2.35:1');
  });

  test('uses the brief', async () => {
    const brief = { premise: '', tone: 'Dry, wet, slow.', rules: '', constants: 'The ferry is red.' };
    await eddie.patch(world.projectUrl, { brief });
    const { conceptImagePrompt } = (await draw()).json();
    for (const words of [brief.tone, brief.constants]) expect(conceptImagePrompt).toContain(words);
  });

  test('requires only a title', async () => {
    const body = (await draw({ title: ' Night Ferry ' })).json();
    expect(body.conceptImagePrompt).toMatch(/Title: Night Ferry\n\nFilm lighting, no text\.$/);
  });

  test.each(['', '   ', '\n\t'])('needs a title, and %j is none', async (title) => {
    const answer = await draw({ ...idea, title });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Please enter a title before generating an image.',
    ]);
    await expectNothing();
  });

  test.each([
    ['title', { title: 'x'.repeat(201) }],
    ['title', { title: 'NUL \0' }],
    ['logline', { logline: 'x'.repeat(1001) }],
    ['synopsis', { synopsis: 'x'.repeat(20_001) }],
    ['aspectRatio', { aspectRatio: 'wide' }],
    ['aspectRatio', { aspectRatio: '0:1' }],
    ['aspectRatio', { aspectRatio: '1:0' }],
    ['aspectRatio', { aspectRatio: `${'9'.repeat(400)}:1` }],
  ])('rejects a wrong %s', async (field, wrong) => {
    const answer = await draw({ ...idea, ...wrong });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    await expectNothing();
  });

  test('treats markup of the writer as text', async () => {
    const title = '"><script>alert(1)</script><image href="x" onload="y"/>';
    const answer = await draw({ ...idea, title });
    expect(answer.statusCode).toBe(200);
    const { payload } = await eddie.get(answer.json().conceptImageUrl);
    expect(payload).not.toMatch(/<script|<image/);
  });

  test('requires an editor and returns 404 to strangers', async () => {
    const statuses = [];
    for (const name of ['vic', 'cora', 'sam', 'ada', 'olive'] as const)
      statuses.push((await draw(idea, {}, server.as(world[name]))).statusCode);
    expect(statuses).toEqual([403, 403, 404, 404, 200]);
    expect((await draw(idea, {}, server.visitor)).statusCode).toBe(401);
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

describe('generate-concept-image with a model', () => {
  beforeEach(async () => {
    await begin(paid);
    for (const name of onDisk()) fs.rmSync(path.join(server.env.dataDir, 'uploads', name));
    await server.db
      .update(aiServicePricing)
      .set({ pricingType: 'per_request', fixedCostPerRequest: 0.4, inputCostPer1k: 0, outputCostPer1k: 0 })
      .where(eq(aiServicePricing.model, defaultModels.image));
  });

  test('charges the shown price and stores the picture of the model', async () => {
    provider.next(sendsPicture(png));
    const { pictures, creditBalance } = (await eddie.get(`${world.projectUrl}/ai`)).json();
    expect(pictures.price).toEqual({ exact: 20 });
    const body = (await draw()).json();
    expect(body.creditBalance).toBe(creditBalance - pictures.price.exact);
    expect(await charges()).toEqual([
      expect.objectContaining({
        userId: world.eddie.id,
        amount: -20,
        costInUsd: 0.4,
        aiFeature: 'image_generation',
      }),
    ]);
    expect((await eddie.get(body.conceptImageUrl)).rawPayload).toEqual(png);
    expect(body.conceptImageUrl).toMatch(/\.png$/);
    expect(provider.requests[0]?.body).toMatchObject({ size: '1504x640', prompt: body.conceptImagePrompt });
    expect(await errorsInBooks(server.db)).toEqual([]);
    expect(provider.problems).toEqual([]);
  });

  test('draws, stores and charges once for two concurrent clicks', async () => {
    provider.next(sendsPicture(png));
    const headers = { 'idempotency-key': 'click' };
    const [first, second] = await Promise.all([draw(idea, headers), draw(idea, headers)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json()).toEqual(first.json());
    expect((await draw(idea, headers)).json()).toEqual(first.json());
    expect(provider.requests).toHaveLength(1);
    expect(await charges()).toHaveLength(1);
    expect([onDisk().length, await server.db.$count(files)]).toEqual([1, 1]);
    expect((await project())?.revision).toBe(1);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('makes no call without enough credits', async () => {
    await server.db
      .update(aiServicePricing)
      .set({ fixedCostPerRequest: 20 })
      .where(eq(aiServicePricing.model, defaultModels.image));
    const answer = await draw();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      402,
      {
        message: "You're out of credits. Get started with a subscription or purchase credits directly.",
        required: 1000,
        creditBalance: 500,
      },
    ]);
    expect(provider.requests).toEqual([]);
    await expectNothing();
  });

  test('is unavailable without a price', async () => {
    await server.db
      .update(aiServicePricing)
      .set({ isActive: false })
      .where(eq(aiServicePricing.model, defaultModels.image));
    expect((await draw()).statusCode).toBe(503);
    await expectNothing();
  });

  test.each([
    ['fails', [answersError(400, 'moderation_blocked')]],
    ['hangs up', [disconnects, disconnects, disconnects]],
    ['sends a page', [sendsPicture(Buffer.from('<!doctype html><script>alert(1)</script>'))]],
    ['sends half a signature', [sendsPicture(Buffer.from('\x89PNG and no more', 'latin1'))]],
  ])('stores and charges nothing for a model that %s', async (_, behaviours) => {
    provider.next(...behaviours);
    const answer = await draw();
    expect([answer.statusCode, answer.json().message]).toEqual([
      502,
      expect.stringMatching(/charged|content rules/),
    ]);
    await expectNothing();
  });

  test('leaves no file and keeps the previous picture when storing fails', async () => {
    provider.next(sendsPicture(png));
    const kept = (await draw()).json().conceptImageUrl;
    // The project goes while its next picture is on the way.
    provider.next(async (out, asked) => {
      await server.db.delete(projects).where(eq(projects.id, world.project.id));
      await sendsPicture(png)(out, asked);
    });
    const answer = await draw();
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Project not found']);
    // That of the deleted project waits for the job; the new one has gone.
    expect(onDisk()).toEqual([kept.slice('/uploads/'.length)]);
    expect(await charges()).toHaveLength(1);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('adds a disclosure with the text sent', async () => {
    provider.next(sendsPicture(png));
    const { conceptImagePrompt } = (await draw()).json();
    const { entries } = (await server.as(world.olive).get(`${world.projectUrl}/ai-disclosures`)).json();
    expect(entries).toEqual([expect.objectContaining({ task: 'concept', size: conceptImagePrompt.length })]);
  });
});
