import fs from 'node:fs';
import path from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { builtin } from '#server/ai/builtin/builtin.ts';
import { modelsFor } from '#server/ai/engines.ts';
import { metered } from '#server/ai/metered.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { releaseStale } from '#server/ai/requests.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiDisclosures, aiUsageLogs, filmJobs } from '#server/db/schema/ai.ts';
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
import { clear } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import {
  aGoogleServer,
  answersError,
  completesJob,
  disconnects,
  type GoogleServer,
  googleSettingsFor,
  queuesJob,
  reportsStatus,
  sendsVideo,
  type VideoBehaviour,
} from '#test/googleServer.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { aVideo } from '#test/models.ts';
import { aPng } from '#test/pictures.ts';
import { uploadRequest } from '#test/upload.ts';
import { aWorld, type World } from '#test/world.ts';
import { startFilmJobs } from './filmJobs.ts';

let vendor: GoogleServer;
let app: TestApp;
let world: World;
let eddie: Caller;
/** The first scene of Night Ferry. */
let harbour: SceneRow;
let url: string;

beforeAll(async () => {
  vendor = await aGoogleServer();
  app = await anApp(googleSettingsFor(vendor));
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});
beforeEach(async () => {
  await clear(app.db);
  vendor.reset();
  for (const name of onDisk()) fs.rmSync(path.join(app.env.dataDir, 'uploads', name));
  await seedPrices(app.db, app.env);
  world = await aWorld(app.db);
  eddie = app.as(world.eddie);
  harbour = await sceneNumbered(1);
  url = `/api/scenes/${harbour.id}`;
});
afterEach(() => expect(vendor.problems).toEqual([]));

const onDisk = () => {
  const folder = path.join(app.env.dataDir, 'uploads');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const order = (body?: object, headers: Record<string, string> = {}) =>
  eddie.inject({ method: 'POST', url: `${url}/generate-video`, headers, ...(body && { payload: body }) });
const jobs = () => app.db.select().from(filmJobs);
const charges = () => app.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));

async function sceneNumbered(number: number): Promise<SceneRow> {
  const scenes = await app.db.select().from(storedScenes).orderBy(asc(storedScenes.sceneNumber));
  const scene = scenes[number - 1];
  if (!scene) throw new Error(`There is no scene ${number}`);
  return scene;
}

/** Poll once as if the time had come; the vendor answers this. */
async function look(...behaviours: VideoBehaviour[]): Promise<SceneRow> {
  vendor.next(...behaviours);
  await app.db.update(filmJobs).set({ nextAt: sql`now()` });
  await app.films.look();
  return sceneNumbered(1);
}

/** Return Eddie's free credits of 500, and his balance. */
async function credits() {
  const [user] = await app.db.select().from(users).where(eq(users.id, world.eddie.id));
  return { balance: user?.creditBalance, held: user?.reservedCredits };
}

/** Nothing was paid, nothing is held, no file is left, and nobody works on anything. */
async function expectNothing() {
  expect(await credits()).toEqual({ balance: 500, held: 0 });
  expect([await jobs(), await charges(), onDisk()]).toEqual([[], [], []]);
  expect(await app.db.$count(files)).toBe(0);
  expect(await errorsInBooks(app.db)).toEqual([]);
}

describe('a video of a scene', () => {
  test('is ordered, begun, asked about, stored, paid and told to the members', async () => {
    const answer = await order();
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { scene: { ...harbour, videoStatus: 'queued' }, creditBalance: 500 },
    ]);
    // Not a byte has left yet, and what it costs is held.
    expect([await credits(), vendor.requests]).toEqual([{ balance: 500, held: 150 }, []]);

    expect((await look(queuesJob)).videoStatus).toBe('queued');
    const prompt = vendor.requests[0]?.body.input;
    expect(prompt).toContain('A single continuous film shot of 8 seconds');
    expect(prompt).toContain('Rain on black water.');
    expect((await look(reportsStatus('in_progress'))).videoStatus).toBe('generating');
    const scene = await look(completesJob(), sendsVideo());
    expect(scene).toEqual({
      ...harbour,
      videoUrl: expect.stringMatching(/^\/uploads\/[\w-]{32}\.mp4$/),
      videoPrompt: prompt,
      videoStatus: 'ready',
    });
    expect(vendor.calls()).toEqual([
      'POST /v1/interactions',
      ...Array(2).fill('GET /v1/interactions/job-1'),
      'GET /v1beta/files/clip:download',
    ]);

    const film = await app.as(world.vic).get(scene.videoUrl ?? '', { range: 'bytes=0-3' });
    expect([film.statusCode, film.headers['content-type'], film.rawPayload]).toEqual([
      ...[206, 'video/mp4', aVideo.subarray(0, 4)],
    ]);
    expect((await app.as(world.sam).get(scene.videoUrl ?? '')).statusCode).toBe(404);
    expect(await credits()).toEqual({ balance: 350, held: 0 });
    expect(await charges()).toEqual([
      expect.objectContaining({
        amount: -150,
        aiService: 'google_veo',
        aiFeature: 'video_generation',
        costInUsd: 3,
      }),
    ]);
    expect(await app.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({
        ...{ service: 'google_veo', feature: 'video_generation', model: 'gemini-omni-1.1-flash' },
        ...{ success: true, cost: 3 },
        metadata: expect.objectContaining({ sceneId: harbour.id, bytes: aVideo.length, seconds: 8 }),
      }),
    ]);
    expect(await app.db.select().from(aiDisclosures)).toEqual([
      expect.objectContaining({ task: 'scene_video', text: prompt, destination: new URL(vendor.url).host }),
    ]);
    expect(await app.db.select().from(userActivityLogs)).toEqual([
      expect.objectContaining({
        action: 'ai.video_generation',
        details: { task: 'scene_video', sceneId: harbour.id },
      }),
    ]);
    const changes = await app.db.select().from(projectChanges);
    expect(changes).toEqual(
      Array(3).fill(expect.objectContaining({ entity: 'scene', ids: [harbour.id], actor: world.eddie.id })),
    );
    expect([await jobs(), await errorsInBooks(app.db)]).toEqual([[], []]);
  });

  test('shows what the writer says, up to 2,000 characters', async () => {
    expect((await order({ prompt: 'x'.repeat(2001) })).statusCode).toBe(400);
    await order({ prompt: ' Gulls over the wake. ' });
    await look(queuesJob);
    expect(vendor.requests[0]?.body.input).toBe('Gulls over the wake.');
  });

  test('takes the place of the one before only when it is there', async () => {
    await order();
    await look(queuesJob);
    const { videoUrl: first } = await look(completesJob(), sendsVideo());
    await order();
    await look(queuesJob);
    const failed = await look(reportsStatus('failed'));
    expect([failed.videoUrl, failed.videoStatus]).toEqual([first, 'failed']);
    await order();
    await look(queuesJob);
    const { videoUrl: second, videoProblem } = await look(completesJob(), sendsVideo());
    expect([second === first, videoProblem, onDisk()]).toEqual([false, null, [second?.slice(9)]]);
    expect(await credits()).toEqual({ balance: 200, held: 0 });
  });

  test('is ordered once for repeated requests, and not again while one is running', async () => {
    const key = { 'idempotency-key': 'press-1' };
    expect((await order({}, key)).statusCode).toBe(202);
    expect((await order({}, key)).json().scene.videoStatus).toBe('queued');
    expect((await order({ prompt: 'Another' }, key)).statusCode).toBe(409);
    const second = await order();
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      'A video of this scene is already being made.',
    ]);
    expect([(await jobs()).length, await credits()]).toEqual([1, { balance: 500, held: 150 }]);
  });

  test('is ordered once for ten presses at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order()));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([202, ...Array(9).fill(409)]);
    expect([(await jobs()).length, (await credits()).held]).toEqual([1, 150]);
  });

  test('needs the credits, a price and AI that is on', async () => {
    await app.db.update(users).set({ creditBalance: 149 }).where(eq(users.id, world.eddie.id));
    const poor = await order();
    expect([poor.statusCode, poor.json()]).toEqual([402, expect.objectContaining({ required: 150 })]);
    expect((await sceneNumbered(1)).videoStatus).toBeNull();
    await app.db.update(users).set({ creditBalance: 500 }).where(eq(users.id, world.eddie.id));
    await app.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    expect((await order()).statusCode).toBe(403);
    await app.as(world.olive).patch(world.projectUrl, { aiAccess: 'read' });
    await app.db.execute(sql`delete from ai_service_pricing where service = 'google_veo'`);
    expect([(await order()).statusCode, await jobs()]).toEqual([503, []]);
  });

  test('is for editors to order, cancel and delete', async () => {
    for (const [method, end] of [
      ['POST', 'generate-video'],
      ['POST', 'cancel-video'],
      ['DELETE', 'video'],
    ] as const) {
      const statuses = [];
      for (const name of ['vic', 'cora', 'sam', 'ada'] as const)
        statuses.push((await app.as(world[name]).inject({ method, url: `${url}/${end}` })).statusCode);
      expect(statuses).toEqual([403, 403, 404, 404]);
    }
  });

  test('has its price and availability in the AI state', async () => {
    expect((await eddie.get(`${world.projectUrl}/ai`)).json().film).toEqual({
      engine: { service: 'google_veo', model: 'gemini-omni-1.1-flash', isBuiltIn: false },
      price: { exact: 150 },
    });
  });

  test('leaves no file when it is deleted, and stays charged', async () => {
    await order();
    await look(queuesJob);
    const { videoUrl } = await look(completesJob(), sendsVideo());
    const { scene } = (await eddie.delete(`${url}/video`)).json();
    expect(scene).toEqual({ ...harbour });
    expect([onDisk(), (await eddie.get(videoUrl ?? '')).statusCode]).toEqual([[], 404]);
    expect(await credits()).toEqual({ balance: 350, held: 0 });
  });

  test('goes with the scene, and into a copy of the project', async () => {
    await order();
    await look(queuesJob);
    const { videoUrl } = await look(completesJob(), sendsVideo());
    const copy = (await eddie.post(`${world.projectUrl}/duplicate`)).json();
    const [copied]: Scene[] = (await eddie.get(`/api/projects/${copy.id}/scenes`)).json();
    expect([copied?.videoStatus, copied?.videoUrl === videoUrl]).toEqual(['ready', false]);
    expect((await eddie.get(copied?.videoUrl ?? '')).rawPayload).toEqual(aVideo);
    expect((await eddie.delete(url)).statusCode).toBe(204);
    expect(onDisk()).toEqual([copied?.videoUrl?.slice(9)]);
  });

  test('is in the archive of the project, and comes back from it', async () => {
    await order();
    await look(queuesJob);
    await look(completesJob(), sendsVideo());
    const archive = await eddie.get(`${world.projectUrl}/export/archive`);
    const restored = await eddie.inject(uploadRequest('ferry.zip', archive.rawPayload));
    const { project } = restored.json();
    const [scene]: Scene[] = (await eddie.get(`/api/projects/${project.id}/scenes`)).json();
    expect([restored.statusCode, scene?.videoStatus]).toEqual([201, 'ready']);
    expect((await eddie.get(scene?.videoUrl ?? '')).rawPayload).toEqual(aVideo);
  });

  test('is not copied while in progress with the project', async () => {
    await order();
    const copy = (await eddie.post(`${world.projectUrl}/duplicate`)).json();
    const [copied]: Scene[] = (await eddie.get(`/api/projects/${copy.id}/scenes`)).json();
    expect([copied?.videoStatus, (await jobs()).length]).toEqual([null, 1]);
  });
});

describe('the first frame', () => {
  /** Give the scene a picture of that type. */
  async function withPicture(bytes: Uint8Array, type: 'image/png' | 'image/svg+xml') {
    const imageUrl = await app.storage.put(bytes, type);
    await attachFile(app.db, imageUrl, { projectId: world.project.id });
    await app.db.update(storedScenes).set({ imageUrl }).where(eq(storedScenes.id, harbour.id));
    return imageUrl;
  }
  const sent = () => vendor.requests[0]?.body.input;
  const task = () => vendor.requests[0]?.body.generation_config;

  test.each([
    ['wide', [2600, 900], [1280, 443]],
    ['tall', [900, 2600], [249, 719]],
    ['small', [64, 36], [64, 36]],
  ])('is the picture of the scene, no larger than the film: a %s one', async (_what, from, to) => {
    await withPicture(aPng(from[0], from[1]), 'image/png');
    await order({ prompt: 'Gulls.' });
    await look(queuesJob);
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
    expect(await credits()).toEqual({ balance: 500, held: 150 });
    expect(await app.db.select().from(aiDisclosures)).toMatchObject([
      { text: 'Gulls.\n\n(With the scene’s picture as the first frame.)' },
    ]);
    const scene = await look(completesJob(), sendsVideo());
    expect([scene.videoStatus, scene.videoPrompt]).toEqual(['ready', 'Gulls.']);
  });

  test('is none where the picture is a drawing of lines', async () => {
    await withPicture(Buffer.from('<svg viewBox="0 0 2 2"><path d="M0 0"/></svg>'), 'image/svg+xml');
    await order({ prompt: 'Gulls.' });
    await look(queuesJob);
    expect([sent(), task()]).toEqual(['Gulls.', { video_config: { task: 'text_to_video' } }]);
    expect(await app.db.select().from(aiDisclosures)).toMatchObject([{ text: 'Gulls.' }]);
  });

  test.each(['is gone by now', 'cannot be read'])('is none where the picture %s', async (what) => {
    const url = await withPicture(aPng().subarray(0, 60), 'image/png');
    await order({ prompt: 'Gulls.' });
    if (what === 'is gone by now') fs.rmSync(path.join(app.env.dataDir, url));
    await look(queuesJob);
    expect([sent(), task()]).toEqual(['Gulls.', { video_config: { task: 'text_to_video' } }]);
  });
});

describe('a video that is not made costs nothing', () => {
  const blocked = reportsStatus('failed', { errors: [{ code: 'SAFETY', message: 'blocked' }] });
  test.each<[string, VideoBehaviour[], string, RegExp]>([
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
  ])('%s', async (_what, behaviours, status, problem) => {
    await order();
    await look(queuesJob);
    const scene = await look(...behaviours);
    expect(scene).toEqual({ ...harbour, videoStatus: status, videoProblem: expect.stringMatching(problem) });
    expect(scene.videoProblem).not.toMatch(/google-secret|ferry/i);
    await expectNothing();
    expect(await app.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({ success: false, cost: 0, errorMessage: expect.stringMatching(problem) }),
    ]);
    // It can be tried again, and what is said of it goes.
    expect((await order()).json().scene).toMatchObject({ videoStatus: 'queued', videoProblem: null });
  });

  test('a start that was turned away is tried again', async () => {
    await order();
    for (const behaviour of [
      answersError(429, 'RESOURCE_EXHAUSTED'),
      answersError(503, 'UNAVAILABLE'),
      answersError(500, 'INTERNAL'),
    ])
      expect((await look(behaviour)).videoStatus).toBe('queued');
    await look(queuesJob);
    expect((await jobs())[0]).toMatchObject({ vendorJob: 'job-1', failures: 0 });
  });

  test.each<[string, VideoBehaviour]>([
    ['was cut', disconnects],
    ['came from a gateway', answersError(504, 'DEADLINE_EXCEEDED')],
    ['names no job', reportsStatus('queued', { id: '' })],
  ])('a start whose answer %s is not made again', async (_what, behaviour) => {
    await order();
    const scene = await look(behaviour);
    expect([scene.videoStatus, scene.videoProblem]).toEqual([
      'failed',
      expect.stringContaining('It may still be generated, but you were not charged'),
    ]);
    await look();
    expect(vendor.calls()).toEqual(['POST /v1/interactions']);
    await expectNothing();
  });

  test('troubles on the way are waited out, for a quarter of an hour', async () => {
    await order();
    await look(queuesJob);
    const troubles = [answersError(500, 'INTERNAL'), disconnects, answersError(429, 'RESOURCE_EXHAUSTED')];
    for (const trouble of troubles) expect((await look(trouble)).videoStatus).toBe('queued');
    expect((await look(completesJob(), disconnects)).videoStatus).toBe('queued');
    await app.db.update(filmJobs).set({ createdAt: sql`now() - interval '16 minutes'` });
    const scene = await look(reportsStatus('in_progress'));
    expect([scene.videoStatus, scene.videoProblem]).toEqual(['failed', expect.stringContaining('too long')]);
    // The cancelled job notifies the vendor.
    await look(reportsStatus('cancelled'));
    expect(vendor.calls().at(-1)).toBe('POST /v1/interactions/job-1/cancel');
    await expectNothing();
  });

  test('a film for which the disk has no room is kept with the first room, and paid once', async () => {
    await order();
    await look(queuesJob);
    const put = vi.spyOn(app.storage, 'put').mockRejectedValue(new Error('no space left'));
    expect((await look(completesJob(), sendsVideo())).videoStatus).toBe('queued');
    expect([await credits(), onDisk()]).toEqual([{ balance: 500, held: 150 }, []]);
    put.mockRestore();
    expect((await look(completesJob(), sendsVideo())).videoStatus).toBe('ready');
    expect([await credits(), (await charges()).length]).toEqual([{ balance: 350, held: 0 }, 1]);
  });

  test('a film that was done while the server was away is taken, however late', async () => {
    await order();
    await look(queuesJob);
    await app.db.update(filmJobs).set({ createdAt: sql`now() - interval '3 hours'` });
    expect((await look(completesJob(), sendsVideo())).videoStatus).toBe('ready');
  });
});

describe('cancelling', () => {
  test('releases the credits at once, and notifies the vendor afterwards', async () => {
    await order();
    await look(queuesJob);
    const answer = (await app.as(world.olive).post(`${url}/cancel-video`)).json();
    expect(answer.scene).toEqual(harbour);
    expect(await credits()).toEqual({ balance: 500, held: 0 });
    await look(reportsStatus('cancelled'));
    expect(vendor.calls().at(-1)).toBe('POST /v1/interactions/job-1/cancel');
    await expectNothing();
    // Once more does nothing, and leaves what is there.
    expect((await eddie.post(`${url}/cancel-video`)).json().scene).toEqual(harbour);
  });

  test('puts away what is said of one that was not made, and leaves the one from before', async () => {
    await order();
    await look(queuesJob);
    const { videoUrl } = await look(completesJob(), sendsVideo());
    await order();
    await look(queuesJob);
    await look(reportsStatus('failed'));
    expect((await eddie.post(`${url}/cancel-video`)).json().scene).toMatchObject({
      ...{ videoUrl, videoStatus: 'ready', videoProblem: null },
    });
  });

  test('sends nothing before the start', async () => {
    await order();
    await eddie.post(`${url}/cancel-video`);
    await look();
    expect(vendor.requests).toEqual([]);
    await expectNothing();
  });

  test('while the film arrives keeps no film', async () => {
    await order();
    await look(queuesJob);
    const requested = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slowly: VideoBehaviour = async (out) => {
      requested.resolve();
      await held.promise;
      out.bytes(aVideo);
    };
    const looking = look(completesJob(), slowly);
    await requested.promise;
    await eddie.post(`${url}/cancel-video`);
    held.resolve();
    await looking;
    await look(reportsStatus('cancelled'));
    await expectNothing();
    expect(await sceneNumbered(1)).toEqual(harbour);
  });

  test('while it is begun cancels what began', async () => {
    await order();
    const requested = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slowly: VideoBehaviour = async (out, call) => {
      requested.resolve();
      await held.promise;
      await queuesJob(out, call);
    };
    const looking = look(slowly, reportsStatus('cancelled'));
    await requested.promise;
    await eddie.post(`${url}/cancel-video`);
    held.resolve();
    await looking;
    expect(vendor.calls()).toEqual(['POST /v1/interactions', 'POST /v1/interactions/job-1/cancel']);
    await expectNothing();
  });

  test('can be followed by another order at once', async () => {
    await order();
    await look(queuesJob);
    await eddie.post(`${url}/cancel-video`);
    expect((await order()).statusCode).toBe(202);
    await look(reportsStatus('cancelled'), queuesJob);
    expect((await look(completesJob(), sendsVideo())).videoStatus).toBe('ready');
  });

  test('happens by itself when the scene or the project goes', async () => {
    await order();
    await look(queuesJob);
    await eddie.delete(url);
    await look();
    expect(await credits()).toEqual({ balance: 500, held: 0 });
    await look(reportsStatus('cancelled'));
    expect(vendor.calls().at(-1)).toBe('POST /v1/interactions/job-1/cancel');
    await expectNothing();

    const deck = await sceneNumbered(1);
    await eddie.post(`/api/scenes/${deck.id}/generate-video`);
    expect((await credits()).held).toBe(150);
    await app.db.delete(projects).where(eq(projects.id, world.project.id));
    await app.db.update(filmJobs).set({ nextAt: sql`now()` });
    await app.films.look();
    await expectNothing();
  });

  test('leaves no running job in a restored scene', async () => {
    await order();
    const elements: Element[] = (await eddie.get(`${world.projectUrl}/script-elements`)).json();
    await eddie.delete(url);
    await look();
    const ids = elements.filter(({ sceneId }) => sceneId === harbour.id).map(({ id }) => id);
    const edits = ids.map((id) => ({ type: 'restore', id }));
    expect((await eddie.post(`${world.projectUrl}/script-changes`, { edits })).statusCode).toBe(200);
    expect(await sceneNumbered(1)).toMatchObject({ id: harbour.id, videoStatus: null });
    expect((await order()).statusCode).toBe(202);
  });
});

describe('another process', () => {
  /** Start another node on the same database. */
  const another = (variables: object = {}) => {
    const { db, storage, env } = app;
    const log = pino({ level: 'silent' });
    const ai = metered({ db, log, models: modelsFor({ ...env, ...variables }, builtin) });
    return startFilmJobs({ db, ai, storage, log });
  };

  test('goes on where the one before ended, and nothing is begun twice', async () => {
    await order();
    await look(queuesJob);
    await app.db.update(filmJobs).set({ nextAt: sql`now()` });
    // As a start on the embedded database: what ran there runs no more, but for films.
    await releaseStale(app.db, 'all');
    expect((await credits()).held).toBe(150);
    vendor.next(completesJob(), sendsVideo());
    await another().look();
    expect((await sceneNumbered(1)).videoStatus).toBe('ready');
    expect(await errorsInBooks(app.db)).toEqual([]);
  });

  test('does not begin again what one began that died before it had the name', async () => {
    await order();
    await app.db.update(filmJobs).set({ startedAt: sql`now()`, nextAt: sql`now()` });
    await another().look();
    expect([(await sceneNumbered(1)).videoStatus, vendor.requests]).toEqual(['failed', []]);
    await expectNothing();
  });

  test('releases the reserved credits without the key', async () => {
    await order();
    await app.db.update(filmJobs).set({ nextAt: sql`now()` });
    await another({ google: null }).look();
    expect((await sceneNumbered(1)).videoProblem).toContain('no longer configured');
    await expectNothing();
  });

  test('does not ask about the same job at the same time', async () => {
    await order();
    await look(queuesJob);
    await app.db.update(filmJobs).set({ nextAt: sql`now()` });
    vendor.reset();
    vendor.next(reportsStatus('in_progress'));
    await Promise.all([app.films.look(), another().look(), another().look()]);
    expect(vendor.calls()).toEqual(['GET /v1/interactions/job-1']);
  });

  test('begins by itself when it is started, and every window hears of it', async () => {
    const films = another();
    vendor.next(reportsStatus('queued'), reportsStatus('in_progress'));
    await order({}, { [windowHeader]: 'window-1' });
    films.start();
    await eventually(async () => expect((await jobs())[0]?.vendorJob).toBe('job-1'), { timeout: 30_000 });
    await films.close();
    await app.db.update(filmJobs).set({ nextAt: sql`now()` });
    await app.films.look();
    const changes = await app.db.select().from(projectChanges).orderBy(asc(projectChanges.rev));
    expect(changes.map(({ window }) => window)).toEqual(['window-1', null]);
  });
});

test('is unavailable without a key, with a message', async () => {
  const database = { db: app.db, type: 'embedded', close: async () => undefined } as const;
  const without = await anApp({}, undefined, { database });
  const caller = without.as(world.eddie);
  const answer = await caller.post(`${url}/generate-video`);
  expect([answer.statusCode, answer.json().message]).toEqual([503, 'Video generation is not configured.']);
  expect((await caller.get(`${world.projectUrl}/ai`)).json().film).toBeNull();
  await without.close();
});
