import fs from 'node:fs';
import path from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, vi } from 'vitest';
import { builtin } from '#server/ai/builtin/builtin.ts';
import { modelsFor } from '#server/ai/engines.ts';
import { metered } from '#server/ai/metered.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { releaseStale } from '#server/ai/requests.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiDisclosures, aiUsageLogs, videoJobs } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { files, projectChanges, projects } from '#server/db/schema/projects.ts';
import { type SceneRow, scenes as storedScenes } from '#server/db/schema/script.ts';
import { imageHead } from '#server/lib/imageHead.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { windowHeader } from '#shared/headers.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { eventually } from '#test/eventually.ts';
import {
  aGoogleServer,
  answersError,
  completesJob,
  disconnects,
  googleSettingsFor,
  queuesJob,
  reportsStatus,
  sendsVideo,
  type VideoBehaviour,
} from '#test/googleServer.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { aVideo } from '#test/models.ts';
import { aPng } from '#test/pictures.ts';
import { newWorldTest } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import type { World } from '#test/world.ts';
import { startVideoJobs } from './videoJobs.ts';

/** The first scene of Night Ferry. */
let harbour: SceneRow;
let url: string;

const provider = await aGoogleServer();

const test = newWorldTest.extend('settings', { scope: 'file' }, { variables: googleSettingsFor(provider) });
afterAll(async () => {
  await provider.close();
});

test.beforeEach(async ({ server }) => {
  provider.reset();
  for (const name of onDisk(server)) fs.rmSync(path.join(server.env.dataDir, 'uploads', name));
  await seedPrices(server.db, server.env);
  harbour = await sceneNumbered(server, 1);
  url = `/api/scenes/${harbour.id}`;
});
afterEach(() => expect(provider.problems).toEqual([]));

const onDisk = (server: TestApp) => {
  const folder = path.join(server.env.dataDir, 'uploads');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const order = (eddie: Caller, body?: object, headers: Record<string, string> = {}) =>
  eddie.inject({ method: 'POST', url: `${url}/generate-video`, headers, ...(body && { payload: body }) });
const jobs = (server: TestApp) => server.db.select().from(videoJobs);
const charges = (server: TestApp) =>
  server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));

async function sceneNumbered(server: TestApp, number: number): Promise<SceneRow> {
  const scenes = await server.db.select().from(storedScenes).orderBy(asc(storedScenes.sceneNumber));
  const scene = scenes[number - 1];
  if (!scene) throw new Error(`There is no scene ${number}`);
  return scene;
}

/** Poll once as if the time had come; the provider answers this. */
async function look(server: TestApp, ...behaviours: VideoBehaviour[]): Promise<SceneRow> {
  provider.next(...behaviours);
  await server.db.update(videoJobs).set({ nextAt: sql`now()` });
  await server.films.runDue();
  return sceneNumbered(server, 1);
}

/** Return Eddie's free credits of 500, and his balance. */
async function credits(server: TestApp, world: World) {
  const [user] = await server.db.select().from(users).where(eq(users.id, world.eddie.id));
  return { balance: user?.creditBalance, held: user?.reservedCredits };
}

/** Nothing was paid, nothing is held, no file is left, and nobody works on anything. */
async function expectNothing(server: TestApp, world: World) {
  expect(await credits(server, world)).toEqual({ balance: 500, held: 0 });
  expect([await jobs(server), await charges(server), onDisk(server)]).toEqual([[], [], []]);
  expect(await server.db.$count(files)).toBe(0);
  expect(await errorsInBooks(server.db)).toEqual([]);
}

describe('scene video', () => {
  test('is ordered, started, polled, stored and charged, and the members are notified', async ({
    server,
    world,
    eddie,
  }) => {
    const answer = await order(eddie);
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { scene: { ...harbour, videoStatus: 'queued' }, creditBalance: 500 },
    ]);
    // Not a byte has left yet, and what it costs is held.
    expect([await credits(server, world), provider.requests]).toEqual([{ balance: 500, held: 150 }, []]);

    expect((await look(server, queuesJob)).videoStatus).toBe('queued');
    const prompt = provider.requests[0]?.body.input;
    expect(prompt).toContain('A single continuous film shot of 8 seconds');
    expect(prompt).toContain('Rain on black water.');
    expect((await look(server, reportsStatus('in_progress'))).videoStatus).toBe('generating');
    const scene = await look(server, completesJob(), sendsVideo());
    expect(scene).toEqual({
      ...harbour,
      videoUrl: expect.stringMatching(/^\/uploads\/[\w-]{32}\.mp4$/),
      videoPrompt: prompt,
      videoStatus: 'ready',
    });
    expect(provider.calls()).toEqual([
      'POST /v1/interactions',
      ...Array(2).fill('GET /v1/interactions/job-1'),
      'GET /v1beta/files/clip:download',
    ]);

    const film = await server.as(world.vic).get(scene.videoUrl ?? '', { range: 'bytes=0-3' });
    expect([film.statusCode, film.headers['content-type'], film.rawPayload]).toEqual([
      ...[206, 'video/mp4', aVideo.subarray(0, 4)],
    ]);
    expect((await server.as(world.sam).get(scene.videoUrl ?? '')).statusCode).toBe(404);
    expect(await credits(server, world)).toEqual({ balance: 350, held: 0 });
    expect(await charges(server)).toEqual([
      expect.objectContaining({
        amount: -150,
        aiService: 'google_veo',
        aiFeature: 'video_generation',
        costInUsd: 3,
      }),
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({
        ...{ service: 'google_veo', feature: 'video_generation', model: 'gemini-omni-1.1-flash' },
        ...{ success: true, cost: 3 },
        metadata: expect.objectContaining({ sceneId: harbour.id, bytes: aVideo.length, seconds: 8 }),
      }),
    ]);
    expect(await server.db.select().from(aiDisclosures)).toEqual([
      expect.objectContaining({ task: 'scene_video', text: prompt, destination: new URL(provider.url).host }),
    ]);
    expect(await server.db.select().from(userActivityLogs)).toEqual([
      expect.objectContaining({
        action: 'ai.video_generation',
        details: { task: 'scene_video', sceneId: harbour.id },
      }),
    ]);
    const changes = await server.db.select().from(projectChanges);
    expect(changes).toEqual(
      Array(3).fill(expect.objectContaining({ entity: 'scene', ids: [harbour.id], actor: world.eddie.id })),
    );
    expect([await jobs(server), await errorsInBooks(server.db)]).toEqual([[], []]);
  });

  test('uses the prompt of the writer, up to 2,000 characters', async ({ server, eddie }) => {
    expect((await order(eddie, { prompt: 'x'.repeat(2001) })).statusCode).toBe(400);
    await order(eddie, { prompt: ' Gulls over the wake. ' });
    await look(server, queuesJob);
    expect(provider.requests[0]?.body.input).toBe('Gulls over the wake.');
  });

  test('replaces the previous video only when it is complete', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const { videoUrl: first } = await look(server, completesJob(), sendsVideo());
    await order(eddie);
    await look(server, queuesJob);
    const failed = await look(server, reportsStatus('failed'));
    expect([failed.videoUrl, failed.videoStatus]).toEqual([first, 'failed']);
    await order(eddie);
    await look(server, queuesJob);
    const { videoUrl: second, videoProblem } = await look(server, completesJob(), sendsVideo());
    expect([second === first, videoProblem, onDisk(server)]).toEqual([false, null, [second?.slice(9)]]);
    expect(await credits(server, world)).toEqual({ balance: 200, held: 0 });
  });

  test('is ordered once for repeated requests, and not again while one is running', async ({
    server,
    world,
    eddie,
  }) => {
    const key = { 'idempotency-key': 'press-1' };
    expect((await order(eddie, {}, key)).statusCode).toBe(202);
    expect((await order(eddie, {}, key)).json().scene.videoStatus).toBe('queued');
    expect((await order(eddie, { prompt: 'Another' }, key)).statusCode).toBe(409);
    const second = await order(eddie);
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      'A video of this scene is already being made.',
    ]);
    expect([(await jobs(server)).length, await credits(server, world)]).toEqual([
      1,
      { balance: 500, held: 150 },
    ]);
  });

  test('is ordered once for ten concurrent requests', async ({ server, world, eddie }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(eddie)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([202, ...Array(9).fill(409)]);
    expect([(await jobs(server)).length, (await credits(server, world)).held]).toEqual([1, 150]);
  });

  test('requires credits, a price and AI access', async ({ server, world, eddie }) => {
    await server.db.update(users).set({ creditBalance: 149 }).where(eq(users.id, world.eddie.id));
    const poor = await order(eddie);
    expect([poor.statusCode, poor.json()]).toEqual([402, expect.objectContaining({ required: 150 })]);
    expect((await sceneNumbered(server, 1)).videoStatus).toBeNull();
    await server.db.update(users).set({ creditBalance: 500 }).where(eq(users.id, world.eddie.id));
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    expect((await order(eddie)).statusCode).toBe(403);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'read' });
    await server.db.execute(sql`delete from ai_service_pricing where service = 'google_veo'`);
    expect([(await order(eddie)).statusCode, await jobs(server)]).toEqual([503, []]);
  });

  test('can be ordered, cancelled and deleted by editors only', async ({ server, world }) => {
    for (const [method, end] of [
      ['POST', 'generate-video'],
      ['POST', 'cancel-video'],
      ['DELETE', 'video'],
    ] as const) {
      const statuses = [];
      for (const name of ['vic', 'cora', 'sam', 'ada'] as const)
        statuses.push((await server.as(world[name]).inject({ method, url: `${url}/${end}` })).statusCode);
      expect(statuses).toEqual([403, 403, 404, 404]);
    }
  });

  test('has its price and availability in the AI state', async ({ world, eddie }) => {
    expect((await eddie.get(`${world.projectUrl}/ai`)).json().film).toEqual({
      engine: { service: 'google_veo', model: 'gemini-omni-1.1-flash', isBuiltIn: false },
      price: { exact: 150 },
    });
  });

  test('leaves no file when it is deleted, and stays charged', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const { videoUrl } = await look(server, completesJob(), sendsVideo());
    const { scene } = (await eddie.delete(`${url}/video`)).json();
    expect(scene).toEqual({ ...harbour });
    expect([onDisk(server), (await eddie.get(videoUrl ?? '')).statusCode]).toEqual([[], 404]);
    expect(await credits(server, world)).toEqual({ balance: 350, held: 0 });
  });

  test('is deleted with the scene, and copied with the project', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const { videoUrl } = await look(server, completesJob(), sendsVideo());
    const copy = (await eddie.post(`${world.projectUrl}/duplicate`)).json();
    const [copied]: Scene[] = (await eddie.get(`/api/projects/${copy.id}/scenes`)).json();
    expect([copied?.videoStatus, copied?.videoUrl === videoUrl]).toEqual(['ready', false]);
    expect((await eddie.get(copied?.videoUrl ?? '')).rawPayload).toEqual(aVideo);
    expect((await eddie.delete(url)).statusCode).toBe(204);
    expect(onDisk(server)).toEqual([copied?.videoUrl?.slice(9)]);
  });

  test('is restored from the archive of the project', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    await look(server, completesJob(), sendsVideo());
    const archive = await eddie.get(`${world.projectUrl}/export/archive`);
    const restored = await eddie.inject(uploadRequest('ferry.zip', archive.rawPayload));
    const { project } = restored.json();
    const [scene]: Scene[] = (await eddie.get(`/api/projects/${project.id}/scenes`)).json();
    expect([restored.statusCode, scene?.videoStatus]).toEqual([201, 'ready']);
    expect((await eddie.get(scene?.videoUrl ?? '')).rawPayload).toEqual(aVideo);
  });

  test('is not copied while in progress with the project', async ({ server, world, eddie }) => {
    await order(eddie);
    const copy = (await eddie.post(`${world.projectUrl}/duplicate`)).json();
    const [copied]: Scene[] = (await eddie.get(`/api/projects/${copy.id}/scenes`)).json();
    expect([copied?.videoStatus, (await jobs(server)).length]).toEqual([null, 1]);
  });
});

describe('first frame', () => {
  /** Give the scene a picture of that type. */
  async function withPicture(
    server: TestApp,
    world: World,
    bytes: Uint8Array,
    type: 'image/png' | 'image/svg+xml',
  ) {
    const imageUrl = await server.storage.put(bytes, type);
    await attachFile(server.db, imageUrl, { projectId: world.project.id });
    await server.db.update(storedScenes).set({ imageUrl }).where(eq(storedScenes.id, harbour.id));
    return imageUrl;
  }
  const sent = () => provider.requests[0]?.body.input;
  const task = () => provider.requests[0]?.body.generation_config;

  test.for([
    ['wide', [2600, 900], [1280, 443]],
    ['tall', [900, 2600], [249, 719]],
    ['small', [64, 36], [64, 36]],
  ] as const)(
    'is the picture of the scene, no larger than the film: a %s one',
    async ([_what, from, to], { server, world, eddie }) => {
      await withPicture(server, world, aPng(from[0], from[1]), 'image/png');
      await order(eddie, { prompt: 'Gulls.' });
      await look(server, queuesJob);
      const [image, text] = sent() as [Record<string, string>, object];
      expect([image.type, image.mime_type, text]).toEqual([
        ...['image', 'image/jpeg', { type: 'text', text: 'Gulls.' }],
      ]);
      const bytes = Buffer.from(image.data ?? '', 'base64');
      expect(imageHead(bytes)).toMatchObject({ type: 'image/jpeg', width: to[0], height: to[1] });
      // Metadata of a camera or a program is removed.
      expect(bytes.includes('taken at home')).toBe(false);
      expect(task()).toEqual({ video_config: { task: 'image_to_video' } });
      // The price is the same, and the owner can read that a picture went along.
      expect(await credits(server, world)).toEqual({ balance: 500, held: 150 });
      expect(await server.db.select().from(aiDisclosures)).toMatchObject([
        { text: 'Gulls.\n\n(With the scene’s picture as the first frame.)' },
      ]);
      const scene = await look(server, completesJob(), sendsVideo());
      expect([scene.videoStatus, scene.videoPrompt]).toEqual(['ready', 'Gulls.']);
    },
  );

  test('is missing when the picture is a vector drawing', async ({ server, world, eddie }) => {
    await withPicture(
      server,
      world,
      Buffer.from('<svg viewBox="0 0 2 2"><path d="M0 0"/></svg>'),
      'image/svg+xml',
    );
    await order(eddie, { prompt: 'Gulls.' });
    await look(server, queuesJob);
    expect([sent(), task()]).toEqual(['Gulls.', { video_config: { task: 'text_to_video' } }]);
    expect(await server.db.select().from(aiDisclosures)).toMatchObject([{ text: 'Gulls.' }]);
  });

  test.for(['is gone by now', 'cannot be read'])(
    'is missing when the picture %s',
    async (what, { server, world, eddie }) => {
      const url = await withPicture(server, world, aPng().subarray(0, 60), 'image/png');
      await order(eddie, { prompt: 'Gulls.' });
      if (what === 'is gone by now') fs.rmSync(path.join(server.env.dataDir, url));
      await look(server, queuesJob);
      expect([sent(), task()]).toEqual(['Gulls.', { video_config: { task: 'text_to_video' } }]);
    },
  );
});

describe('scene video failures', () => {
  const blocked = reportsStatus('failed', { errors: [{ code: 'SAFETY', message: 'blocked' }] });
  test.for<[string, VideoBehaviour[], string, RegExp]>([
    ['filtered', [blocked], 'filtered', /content rules/],
    ['failed', [reportsStatus('failed')], 'failed', /ended without a video/],
    ['out of budget', [reportsStatus('budget_exceeded')], 'failed', /used up/],
    ['a bad key', [answersError(401, 'UNAUTHENTICATED')], 'failed', /rejected this server's API key/],
    [
      'a picture in place of a film',
      [completesJob(), sendsVideo(Buffer.from('\x89PNG\r\n\x1a\n'))],
      'failed',
      /could not be used/,
    ],
    [
      'a film without end',
      [completesJob(), (out) => out.bytes(aVideo, { 'content-length': '99999999' })],
      'failed',
      /larger/,
    ],
  ] as const)('%s', async ([_what, behaviours, status, problem], { server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const scene = await look(server, ...behaviours);
    expect(scene).toEqual({ ...harbour, videoStatus: status, videoProblem: expect.stringMatching(problem) });
    expect(scene.videoProblem).not.toMatch(/google-secret|ferry/i);
    await expectNothing(server, world);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({ success: false, cost: 0, errorMessage: expect.stringMatching(problem) }),
    ]);
    // It can be tried again, and what is said of it goes.
    expect((await order(eddie)).json().scene).toMatchObject({ videoStatus: 'queued', videoProblem: null });
  });

  test('retry a rejected start', async ({ server, eddie }) => {
    await order(eddie);
    for (const behaviour of [
      answersError(429, 'RESOURCE_EXHAUSTED'),
      answersError(503, 'UNAVAILABLE'),
      answersError(500, 'INTERNAL'),
    ])
      expect((await look(server, behaviour)).videoStatus).toBe('queued');
    await look(server, queuesJob);
    expect((await jobs(server))[0]).toMatchObject({ providerJob: 'job-1', failures: 0 });
  });

  test('a start that was turned away waits as long as the provider asks', async ({ server, eddie }) => {
    await order(eddie);
    await look(server, answersError(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '60' }));
    // Without that time it would be tried again after 10 seconds.
    const isLater = sql<boolean>`${videoJobs.nextAt} > now() + interval '20 seconds'`;
    expect(await server.db.select({ isLater }).from(videoJobs)).toEqual([{ isLater: true }]);
  });

  test.for<[string, VideoBehaviour]>([
    ['was cut', disconnects],
    ['came from a gateway', answersError(504, 'DEADLINE_EXCEEDED')],
    ['names no job', reportsStatus('queued', { id: '' })],
  ] as const)(
    'a start whose answer %s is not made again',
    async ([_what, behaviour], { server, world, eddie }) => {
      await order(eddie);
      const scene = await look(server, behaviour);
      expect([scene.videoStatus, scene.videoProblem]).toEqual([
        'failed',
        expect.stringContaining('It may still be generated, but you were not charged'),
      ]);
      await look(server);
      expect(provider.calls()).toEqual(['POST /v1/interactions']);
      await expectNothing(server, world);
    },
  );

  test('retry temporary failures for a quarter of an hour', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const troubles = [answersError(500, 'INTERNAL'), disconnects, answersError(429, 'RESOURCE_EXHAUSTED')];
    for (const trouble of troubles) expect((await look(server, trouble)).videoStatus).toBe('queued');
    expect((await look(server, completesJob(), disconnects)).videoStatus).toBe('queued');
    await server.db.update(videoJobs).set({ createdAt: sql`now() - interval '16 minutes'` });
    const scene = await look(server, reportsStatus('in_progress'));
    expect([scene.videoStatus, scene.videoProblem]).toEqual(['failed', expect.stringContaining('too long')]);
    // The cancelled job notifies the provider.
    await look(server, reportsStatus('cancelled'));
    expect(provider.calls().at(-1)).toBe('POST /v1/interactions/job-1/cancel');
    await expectNothing(server, world);
  });

  test('retry storing a video after the disk was full, and charge once', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const put = vi.spyOn(server.storage, 'put').mockRejectedValue(new Error('no space left'));
    expect((await look(server, completesJob(), sendsVideo())).videoStatus).toBe('queued');
    expect([await credits(server, world), onDisk(server)]).toEqual([{ balance: 500, held: 150 }, []]);
    put.mockRestore();
    expect((await look(server, completesJob(), sendsVideo())).videoStatus).toBe('ready');
    expect([await credits(server, world), (await charges(server)).length]).toEqual([
      { balance: 350, held: 0 },
      1,
    ]);
  });

  test('download a video that was completed while the server was down', async ({ server, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    await server.db.update(videoJobs).set({ createdAt: sql`now() - interval '3 hours'` });
    expect((await look(server, completesJob(), sendsVideo())).videoStatus).toBe('ready');
  });
});

describe('cancelling a scene video', () => {
  test('releases the credits at once, and cancels the job at the provider afterwards', async ({
    server,
    world,
    eddie,
  }) => {
    await order(eddie);
    await look(server, queuesJob);
    const answer = (await server.as(world.olive).post(`${url}/cancel-video`)).json();
    expect(answer.scene).toEqual(harbour);
    expect(await credits(server, world)).toEqual({ balance: 500, held: 0 });
    await look(server, reportsStatus('cancelled'));
    expect(provider.calls().at(-1)).toBe('POST /v1/interactions/job-1/cancel');
    await expectNothing(server, world);
    // Once more does nothing, and leaves what is there.
    expect((await eddie.post(`${url}/cancel-video`)).json().scene).toEqual(harbour);
  });

  test('clears the reason of the last failure, and keeps the previous video', async ({ server, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const { videoUrl } = await look(server, completesJob(), sendsVideo());
    await order(eddie);
    await look(server, queuesJob);
    await look(server, reportsStatus('failed'));
    expect((await eddie.post(`${url}/cancel-video`)).json().scene).toMatchObject({
      ...{ videoUrl, videoStatus: 'ready', videoProblem: null },
    });
  });

  test('sends nothing before the start', async ({ server, world, eddie }) => {
    await order(eddie);
    await eddie.post(`${url}/cancel-video`);
    await look(server);
    expect(provider.requests).toEqual([]);
    await expectNothing(server, world);
  });

  test('stores no video during the download', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    const requested = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slowly: VideoBehaviour = async (out) => {
      requested.resolve();
      await held.promise;
      out.bytes(aVideo);
    };
    // The queue may look for further jobs before or after the cancellation.
    const looking = look(server, completesJob(), slowly, reportsStatus('cancelled'));
    await requested.promise;
    await eddie.post(`${url}/cancel-video`);
    held.resolve();
    await looking;
    await look(server);
    await expectNothing(server, world);
    expect(await sceneNumbered(server, 1)).toEqual(harbour);
  });

  test('cancels the job that is being started', async ({ server, world, eddie }) => {
    await order(eddie);
    const requested = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slowly: VideoBehaviour = async (out, call) => {
      requested.resolve();
      await held.promise;
      await queuesJob(out, call);
    };
    const looking = look(server, slowly, reportsStatus('cancelled'));
    await requested.promise;
    await eddie.post(`${url}/cancel-video`);
    held.resolve();
    await looking;
    expect(provider.calls()).toEqual(['POST /v1/interactions', 'POST /v1/interactions/job-1/cancel']);
    await expectNothing(server, world);
  });

  test('can be followed by another order at once', async ({ server, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    await eddie.post(`${url}/cancel-video`);
    expect((await order(eddie)).statusCode).toBe(202);
    await look(server, reportsStatus('cancelled'), queuesJob);
    expect((await look(server, completesJob(), sendsVideo())).videoStatus).toBe('ready');
  });

  test('happens when the scene or the project is deleted', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    await eddie.delete(url);
    // The queue may cancel the job before the second look.
    await look(server, reportsStatus('cancelled'));
    expect(await credits(server, world)).toEqual({ balance: 500, held: 0 });
    await look(server);
    expect(provider.calls().at(-1)).toBe('POST /v1/interactions/job-1/cancel');
    await expectNothing(server, world);

    const deck = await sceneNumbered(server, 1);
    await eddie.post(`/api/scenes/${deck.id}/generate-video`);
    expect((await credits(server, world)).held).toBe(150);
    await server.db.delete(projects).where(eq(projects.id, world.project.id));
    await server.db.update(videoJobs).set({ nextAt: sql`now()` });
    await server.films.runDue();
    await expectNothing(server, world);
  });

  test('leaves no running job in a restored scene', async ({ server, world, eddie }) => {
    await order(eddie);
    const elements: Element[] = (await eddie.get(`${world.projectUrl}/script-elements`)).json();
    await eddie.delete(url);
    await look(server);
    const ids = elements.filter(({ sceneId }) => sceneId === harbour.id).map(({ id }) => id);
    const edits = ids.map((id) => ({ type: 'restore', id }));
    expect((await eddie.post(`${world.projectUrl}/script-changes`, { edits })).statusCode).toBe(200);
    expect(await sceneNumbered(server, 1)).toMatchObject({ id: harbour.id, videoStatus: null });
    expect((await order(eddie)).statusCode).toBe(202);
  });
});

describe('scene video after a restart', () => {
  /** Start another node on the same database. */
  const another = (server: TestApp, variables: object = {}) => {
    const { db, storage, env } = server;
    const log = pino({ level: 'silent' });
    const ai = metered({ db, log, models: modelsFor({ ...env, ...variables }, builtin) });
    return startVideoJobs({ db, ai, storage, log });
  };

  test('continues, and is started only once', async ({ server, world, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    await server.db.update(videoJobs).set({ nextAt: sql`now()` });
    // As a start on the embedded database: what ran there runs no more, but for films.
    await releaseStale(server.db, 'all');
    expect((await credits(server, world)).held).toBe(150);
    provider.next(completesJob(), sendsVideo());
    await another(server).runDue();
    expect((await sceneNumbered(server, 1)).videoStatus).toBe('ready');
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('is not started again when the previous process died before it had the name', async ({
    server,
    world,
    eddie,
  }) => {
    await order(eddie);
    await server.db.update(videoJobs).set({ startedAt: sql`now()`, nextAt: sql`now()` });
    await another(server).runDue();
    expect([(await sceneNumbered(server, 1)).videoStatus, provider.requests]).toEqual(['failed', []]);
    await expectNothing(server, world);
  });

  test('releases its credits when the key was removed', async ({ server, world, eddie }) => {
    await order(eddie);
    await server.db.update(videoJobs).set({ nextAt: sql`now()` });
    await another(server, { google: null }).runDue();
    expect((await sceneNumbered(server, 1)).videoProblem).toContain('no longer configured');
    await expectNothing(server, world);
  });

  test('is polled by one process at a time', async ({ server, eddie }) => {
    await order(eddie);
    await look(server, queuesJob);
    await server.db.update(videoJobs).set({ nextAt: sql`now()` });
    provider.reset();
    provider.next(reportsStatus('in_progress'));
    await Promise.all([server.films.runDue(), another(server).runDue(), another(server).runDue()]);
    expect(provider.calls()).toEqual(['GET /v1/interactions/job-1']);
  });

  test('continues by itself, and every tab is notified', async ({ server, eddie }) => {
    const films = another(server);
    provider.next(reportsStatus('queued'), reportsStatus('in_progress'));
    await order(eddie, {}, { [windowHeader]: 'window-1' });
    films.start();
    await eventually(async () => expect((await jobs(server))[0]?.providerJob).toBe('job-1'), {
      timeout: 30_000,
    });
    await films.close();
    await server.db.update(videoJobs).set({ nextAt: sql`now()` });
    await server.films.runDue();
    const changes = await server.db.select().from(projectChanges).orderBy(asc(projectChanges.rev));
    expect(changes.map(({ window }) => window)).toEqual(['window-1', null]);
  });
});

test('is unavailable without a key, with a message', async ({ server, world }) => {
  const database = { db: server.db, type: 'embedded', close: async () => undefined } as const;
  const without = await anApp({}, undefined, { database });
  const caller = without.as(world.eddie);
  const answer = await caller.post(`${url}/generate-video`);
  expect([answer.statusCode, answer.json().message]).toEqual([503, 'Video generation is not configured.']);
  expect((await caller.get(`${world.projectUrl}/ai`)).json().film).toBeNull();
  await without.close();
});
