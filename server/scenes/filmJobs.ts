import { AsyncLocalStorage } from 'node:async_hooks';
import { type FailureKind, ModelFailure } from '#server/ai/failure.ts';
import type { FilmEngine } from '#server/ai/models.ts';
import { filmOrder } from '#server/ai/prompts/sceneVideo.ts';
import { withinLimit } from '#server/ai/withinLimit.ts';
import { deleteJob, type FilmJob, recordPoll } from './filmJobs.queries.ts';
import { ageMs, type FilmDeps, filmOutcomes } from './filmOutcomes.ts';
import { filmQueue, leaseMs } from './filmQueue.ts';
import { frameStudio } from './firstFrame.ts';

/** Time limit of a job. */
export const filmLimitMs = 900_000;
/** A vendor is asked this often at first, and ever more seldom up to the second. */
const pollMs = 10_000;
const maxPollMs = 30_000;
/** For one look at a job with all that it asks of the vendor. */
const stepMs = 180_000;
const maxCancelTries = 5;

/** The vendor did nothing, or may do better the next time. */
const passing: ReadonlySet<FailureKind> = new Set([
  ...(['unreachable', 'busy', 'broken', 'slow', 'cut', 'notStored'] as const),
]);

/**
 * Runs the film jobs (docs/decisions/0048): starts and polls them, stores the films, and ends
 * failures. All state is in the rows of film_jobs, so that jobs continue after a restart, and with
 * several nodes one node makes each poll.
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

export function startFilmJobs({ db, ai, storage, log }: FilmDeps): FilmJobs {
  const studio = frameStudio(storage);
  const stopping = new AbortController();
  const outcomes = filmOutcomes({ db, ai, storage, log });
  const queue = filmQueue({ db, log, lookAt });
  // Changes of a job are not part of the call that woke us: that call's window has to be notified
  // too.
  const outsideOfCalls = AsyncLocalStorage.snapshot();

  /** Asks the vendor for something, for as long as that may take. */
  const ask = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    withinLimit({ callMs: stepMs, graceMs: 2000 }, stopping.signal, work);

  async function lookAt(job: FilmJob): Promise<void> {
    const engine = ai.film.engine?.driver === job.driver ? ai.film.engine : null;
    if (job.isCancelled) return notifyVendor(job, engine);
    const isNeeded = job.requestId !== null && job.sceneId !== null && job.projectId !== null;
    if (!isNeeded) return outcomes.end(job, new ModelFailure('stopped'), true);
    if (!engine) return outcomes.end(job, new ModelFailure('noFilmEngine'), false);
    if (job.vendorJob !== null) return poll(job, job.vendorJob, engine);
    if (job.startedAt !== null) return outcomes.end(job, new ModelFailure('lostStart'), false);
    return isOver(job) ? outcomes.end(job, new ModelFailure('slow'), false) : begin(job, engine);
  }

  async function begin(job: FilmJob, engine: FilmEngine): Promise<void> {
    const { firstFrameUrl, ...wanted } = filmOrder(job.prompt, job.firstFrameUrl);
    const order = { ...wanted, firstFrame: await studio.frameOf(firstFrameUrl) };
    // Written down first: if we die over it, nobody orders the same film twice.
    const known = await recordPoll(db, job.id, leaseMs, { startedAt: new Date() });
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
      return outcomes.end(job, isLost ? new ModelFailure('lostStart', failure.facts) : failure, false);
    }
    try {
      const now = await recordPoll(db, job.id, pollMs, { vendorJob, failures: 0 });
      if (!now || now.isCancelled) await notifyVendor({ ...job, vendorJob }, engine);
    } catch (error) {
      // Without its name nobody would ever ask for it.
      await ask((signal) => engine.cancel(vendorJob, signal)).catch(() => undefined);
      throw error;
    }
  }

  async function poll(job: FilmJob, vendorJob: string, engine: FilmEngine): Promise<void> {
    try {
      const progress = await ask((signal) => engine.poll(vendorJob, signal));
      if (progress.status === 'done') {
        // At once, since where it is is good for a short time.
        const bytes = await ask((signal) => engine.fetch(progress.clip, signal));
        return await outcomes.keep(job, bytes);
      }
      if (isOver(job)) return await outcomes.end(job, new ModelFailure('slow'), true);
      await outcomes.show(job, progress.status);
      await recordPoll(db, job.id, pollAfterMs(job), { failures: 0 });
    } catch (error) {
      const failure = failureIn(error);
      if (stopping.signal.aborted) return void (await recordPoll(db, job.id, 0));
      if (passing.has(failure.kind) && !isOver(job)) return later(job, failure);
      await outcomes.end(job, failure, passing.has(failure.kind));
    }
  }

  /** Nobody waits for the film any more. What the vendor says to that matters to nobody, either. */
  async function notifyVendor(job: FilmJob, engine: FilmEngine | null): Promise<void> {
    const { vendorJob } = job;
    if (engine && vendorJob !== null) {
      try {
        await ask((signal) => engine.cancel(vendorJob, signal));
      } catch (error) {
        const failure = failureIn(error);
        if (stopping.signal.aborted) return void (await recordPoll(db, job.id, 0));
        if (passing.has(failure.kind) && job.failures < maxCancelTries) return later(job, failure);
      }
    }
    await deleteJob(db, job.id);
  }

  async function later(
    job: FilmJob,
    { facts }: ModelFailure,
    fields: Partial<Pick<FilmJob, 'startedAt'>> = {},
  ): Promise<void> {
    const backOffMs = Math.min(pollMs * 2 ** Math.min(job.failures, 4), maxPollMs);
    const requestedMs = Math.min((facts.retryAfterSeconds ?? 0) * 1000, 60_000);
    await recordPoll(db, job.id, Math.max(backOffMs, requestedMs), { ...fields, failures: job.failures + 1 });
  }

  return {
    start: queue.start,
    wake: () => outsideOfCalls(queue.wake),
    look: queue.look,
    async close() {
      await queue.close(() => stopping.abort());
      // Wait for a picture that is still being scaled.
      await studio.close();
      await queue.ended();
    },
  };
}

/**
 * Return whether the call was rejected before any work, so that it can be repeated. For a gateway's
 * 502 and 504 that is unknown.
 */
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

function isOver(job: FilmJob): boolean {
  return ageMs(job) > filmLimitMs;
}
