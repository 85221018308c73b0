import { AsyncLocalStorage } from 'node:async_hooks';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Ai } from '#server/ai/calls.ts';
import { type FailureKind, failureText, ModelFailure } from '#server/ai/failure.ts';
import type { FilmClip, FilmEngine } from '#server/ai/models.ts';
import { clipSeconds, filmOrder } from '#server/ai/prompts/sceneVideo.ts';
import { withinLimit } from '#server/ai/withinLimit.ts';
import type { Db } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';
import { settlesWithin } from '#server/db/within.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { filmTypeOf } from '#server/storage/fileTypes.ts';
import { dropFile, keepFile, type Storage } from '#server/storage/storage.ts';
import type { VideoState } from '#shared/contract/scenes.ts';
import {
  cancelJob,
  deleteJob,
  type FilmJob,
  heldJob,
  noteLook,
  ownerOf,
  takeDueJob,
  untilDueMs,
} from './filmJobs.queries.ts';
import { frameStudio } from './firstFrame.ts';
import { sceneById } from './scenes.queries.ts';

/** A job that is not done by then is given up. */
export const filmLimitMs = 900_000;
/** A vendor is asked this often at first, and ever more seldom up to the second. */
const pollMs = 10_000;
const maxPollMs = 30_000;
/** For one look at a job with all that it asks of the vendor. */
const stepMs = 180_000;
/** After this another node takes the job of one that died over it: longer than any look with what it writes. */
const leaseMs = 300_000;
const sideBySide = 4;
/** Jobs are looked for this often where none is known: they may be those of a node that died. */
const idleMs = 30_000;
const closeMs = 1500;
const maxCancelTries = 5;

/** The vendor did nothing, or may do better the next time. */
const passing: ReadonlySet<FailureKind> = new Set([
  ...(['unreachable', 'busy', 'broken', 'slow', 'cut', 'notStored'] as const),
]);

/**
 * Looks after films that are being made (docs/decisions/0048): has them begin, asks how they are doing, stores them,
 * and ends what failed. All that it knows is in the rows of film_jobs, so it goes on after a restart, and with several
 * nodes each look is one node's.
 */
export interface FilmJobs {
  /** From now on by itself. */
  start(): void;
  /** There is a new job, or one to be cancelled. */
  wake(): void;
  /** One look at each job that is due; resolves when all have ended. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface FilmJobsDeps {
  db: Db;
  ai: Ai;
  storage: Storage;
  log: Logger;
}

export function lookAfterFilms({ db, ai, storage, log }: FilmJobsDeps): FilmJobs {
  const studio = frameStudio(storage);
  const stopping = new AbortController();
  const looks = new Set<Promise<void>>();
  let taking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isClosing = false;
  // What a job changes is not done in the window of the call that woke us: that window has to hear of it, too.
  const outsideOfCalls = AsyncLocalStorage.snapshot();

  async function takeDue(): Promise<void> {
    while (!isClosing) {
      if (looks.size >= sideBySide) await Promise.race(looks);
      const job = await takeDueJob(db, leaseMs);
      if (!job) return;
      const look = lookAt(job).catch((error) =>
        log.error({ err: error, jobId: job.id }, 'a film job has to wait'),
      );
      looks.add(look);
      void look.finally(() => {
        looks.delete(look);
        void schedule();
      });
    }
  }

  function take(): Promise<void> {
    taking = taking
      .then(takeDue)
      .catch((error) => log.error({ err: error }, 'film jobs could not be read'))
      .then(schedule);
    return taking;
  }

  async function schedule(): Promise<void> {
    if (!isStarted || isClosing) return;
    const dueMs = await untilDueMs(db).catch(() => null);
    clearTimeout(timer);
    if (isClosing) return;
    timer = setTimeout(take, Math.min(Math.max(dueMs ?? idleMs, 500), idleMs)).unref();
  }

  /** Asks the vendor for something, for as long as that may take. */
  const ask = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    withinLimit({ callMs: stepMs, graceMs: 2000 }, stopping.signal, work);

  async function lookAt(job: FilmJob): Promise<void> {
    const engine = ai.film.engine?.driver === job.driver ? ai.film.engine : null;
    if (job.isCancelled) return tellVendor(job, engine);
    const isWanted = job.requestId !== null && job.sceneId !== null && job.projectId !== null;
    if (!isWanted) return end(job, new ModelFailure('stopped'), true);
    if (!engine) return end(job, new ModelFailure('noFilmEngine'), false);
    if (job.vendorJob !== null) return poll(job, job.vendorJob, engine);
    if (job.startedAt !== null) return end(job, new ModelFailure('lostStart'), false);
    return isOver(job) ? end(job, new ModelFailure('slow'), false) : begin(job, engine);
  }

  async function begin(job: FilmJob, engine: FilmEngine): Promise<void> {
    const { firstFrameUrl, ...wanted } = filmOrder(job.prompt, job.firstFrameUrl);
    const order = { ...wanted, firstFrame: await studio.frameOf(firstFrameUrl) };
    // Written down first: if we die over it, nobody orders the same film twice.
    const known = await noteLook(db, job.id, leaseMs, { startedAt: new Date() });
    if (!known || known.isCancelled) return;
    let vendorJob: string;
    try {
      vendorJob = await ask((signal) => engine.start(order, signal));
    } catch (error) {
      const failure = failureIn(error);
      if (isTurnedAway(failure)) return later(job, failure, { startedAt: null });
      // The next start says so: nobody may be left to write it down now.
      if (failure.kind === 'stopped') return;
      const isLost = failure.kind === 'cut' || failure.kind === 'slow' || failure.kind === 'garbled';
      return end(job, isLost ? new ModelFailure('lostStart', failure.facts) : failure, false);
    }
    try {
      const now = await noteLook(db, job.id, pollMs, { vendorJob, failures: 0 });
      if (!now || now.isCancelled) await tellVendor({ ...job, vendorJob }, engine);
    } catch (error) {
      // Without its name nobody would ever ask for it.
      await ask((signal) => engine.cancel(vendorJob, signal)).catch(() => undefined);
      throw error;
    }
  }

  async function poll(job: FilmJob, vendorJob: string, engine: FilmEngine): Promise<void> {
    try {
      const progress = await ask((signal) => engine.poll(vendorJob, signal));
      if (progress.is === 'done') return await keep(job, progress.clip, engine);
      if (isOver(job)) return await end(job, new ModelFailure('slow'), true);
      await show(job, progress.is);
      await noteLook(db, job.id, pollAfterMs(job), { failures: 0 });
    } catch (error) {
      const failure = failureIn(error);
      if (stopping.signal.aborted) return void (await noteLook(db, job.id, 0));
      if (passing.has(failure.kind) && !isOver(job)) return later(job, failure);
      await end(job, failure, passing.has(failure.kind));
    }
  }

  /** The bytes at once, since where they are is good for a short time; then file, charge and scene in one transaction. */
  async function keep(job: FilmJob, clip: FilmClip, engine: FilmEngine): Promise<void> {
    const bytes = await ask((signal) => engine.fetch(clip, signal));
    const type = filmTypeOf(bytes);
    if (type === null) throw new ModelFailure('garbled');
    let stored = '';
    let replaced: string | null = null;
    try {
      stored = await storage.put(bytes, type).catch((error) => {
        log.error({ err: error, jobId: job.id }, 'a film could not be stored');
        throw new ModelFailure('notStored');
      });
      await changing(job, async (tx, changed) => {
        const held = await heldJob(tx, job.id);
        if (!held || held.requestId === null || held.sceneId === null || held.projectId === null) return;
        const { requestId, sceneId, projectId, price } = held;
        const scene = await sceneById(tx, projectId, sceneId);
        if (!scene) return;
        const metadata = { sceneId, bytes: bytes.length, mediaType: type, seconds: clipSeconds };
        const use = { durationMs: ageMs(job), metadata };
        const isPaid = await ai.film.settle(tx, { requestId, price }, use, async () => {
          const owner = { projectId };
          const fields = {
            videoUrl: stored,
            videoPrompt: job.prompt,
            videoStatus: 'ready',
            videoProblem: null,
          };
          await tx.update(scenes).set(fields).where(eq(scenes.id, sceneId));
          await keepFile(tx, stored, owner);
          await dropFile(tx, scene.videoUrl, owner);
          changed(sceneId);
          return { value: { sceneId } };
        });
        if (!isPaid) return;
        await deleteJob(tx, job.id);
        replaced = scene.videoUrl;
      });
    } finally {
      // Of the two only what is nobody's by now.
      await storage.discard([replaced, stored]);
    }
  }

  /** Gives back what it held, and says in the scene why there is no film. */
  async function end(job: FilmJob, failure: ModelFailure, isToBeTold: boolean): Promise<void> {
    log.warn({ jobId: job.id, failure: failure.message }, 'a film was not made');
    await changing(job, async (tx, changed) => {
      const held = await heldJob(tx, job.id);
      if (!held) return;
      const { requestId, sceneId } = held;
      const use = { durationMs: ageMs(held), metadata: { sceneId, vendorJob: held.vendorJob } };
      if (requestId !== null) await ai.film.giveBack(tx, requestId, failure, use);
      if (sceneId !== null) {
        const videoStatus: VideoState = failure.kind === 'filtered' ? 'filtered' : 'failed';
        const state = { videoStatus, videoProblem: failureText(failure.kind) };
        await tx.update(scenes).set(state).where(eq(scenes.id, sceneId));
        changed(sceneId);
      }
      if (isToBeTold && held.vendorJob !== null) await cancelJob(tx, job.id);
      else await deleteJob(tx, job.id);
    });
  }

  /** Nobody waits for the film any more. What the vendor says to that matters to nobody, either. */
  async function tellVendor(job: FilmJob, engine: FilmEngine | null): Promise<void> {
    const { vendorJob } = job;
    if (engine && vendorJob !== null) {
      try {
        await ask((signal) => engine.cancel(vendorJob, signal));
      } catch (error) {
        const failure = failureIn(error);
        if (stopping.signal.aborted) return void (await noteLook(db, job.id, 0));
        if (passing.has(failure.kind) && job.failures < maxCancelTries) return later(job, failure);
      }
    }
    await deleteJob(db, job.id);
  }

  async function show(job: FilmJob, videoStatus: VideoState): Promise<void> {
    const { projectId, sceneId } = job;
    if (projectId === null || sceneId === null) return;
    const scene = await sceneById(db, projectId, sceneId);
    if (!scene || scene.videoStatus === videoStatus) return;
    await changing(job, async (tx, changed) => {
      if (!(await heldJob(tx, job.id))) return;
      await tx.update(scenes).set({ videoStatus }).where(eq(scenes.id, sceneId));
      changed(sceneId);
    });
  }

  async function later(
    job: FilmJob,
    { facts }: ModelFailure,
    fields: Partial<Pick<FilmJob, 'startedAt'>> = {},
  ): Promise<void> {
    const backOffMs = Math.min(pollMs * 2 ** Math.min(job.failures, 4), maxPollMs);
    const toldMs = Math.min((facts.retryAfterSeconds ?? 0) * 1000, 60_000);
    await noteLook(db, job.id, Math.max(backOffMs, toldMs), { ...fields, failures: job.failures + 1 });
  }

  /** A transaction that holds the project, where there still is one: what ends a job locks in this order everywhere. */
  async function changing(
    { projectId, userId: payer }: FilmJob,
    work: (tx: Db, changed: (sceneId: number) => void) => Promise<void>,
  ): Promise<void> {
    const userId = payer ?? (projectId === null ? undefined : await ownerOf(db, projectId));
    if (projectId === null || userId === undefined) return db.transaction((tx) => work(tx, () => {}));
    await changeProject(db, { projectId, userId }, ({ tx, changed }) =>
      work(tx, (sceneId) => changed('scene', [sceneId])),
    );
  }

  return {
    start() {
      isStarted = true;
      void take();
    },
    wake() {
      if (isStarted) outsideOfCalls(() => void take());
    },
    async look() {
      await take();
      await Promise.all(looks);
    },
    async close() {
      isClosing = true;
      clearTimeout(timer);
      const ended = Promise.all([taking, ...looks]);
      if (!(await settlesWithin(closeMs, ended))) stopping.abort();
      stopping.abort();
      // A picture that is still made small is nobody's any more.
      await studio.close();
      await Promise.all([taking, ...looks]);
    },
  };
}

/** Turned away before any work was done: the same may be asked again. Of a gateway's 502 and 504 that is not known. */
function isTurnedAway({ kind, facts }: ModelFailure): boolean {
  return kind === 'unreachable' || kind === 'busy' || facts.status === 500 || facts.status === 503;
}

function failureIn(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error; // ours, such as a database that is away: the job is looked at again
}

function pollAfterMs(job: FilmJob): number {
  return Math.min(Math.max(ageMs(job) / 10, pollMs), maxPollMs);
}

function ageMs({ createdAt }: FilmJob): number {
  return Date.now() - createdAt.getTime();
}

function isOver(job: FilmJob): boolean {
  return ageMs(job) > filmLimitMs;
}
