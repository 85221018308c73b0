import { type FailureKind, ModelFailure } from '#server/ai/failure.ts';
import type { FilmEngine } from '#server/ai/models.ts';
import { filmOrder } from '#server/ai/prompts/sceneVideo.ts';
import { withinLimit } from '#server/ai/withinLimit.ts';
import { deleteJob, type FilmJob, recordPoll } from './filmJobs.queries.ts';
import { ageMs, type FilmDeps, type FilmOutcomes } from './filmOutcomes.ts';
import { leaseMs } from './filmQueue.ts';
import type { frameStudio } from './firstFrame.ts';

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

interface FilmStepsDeps extends Pick<FilmDeps, 'db' | 'ai'> {
  studio: ReturnType<typeof frameStudio>;
  outcomes: FilmOutcomes;
  /** Aborted when the server stops. */
  stop: AbortSignal;
}

/** Steps of a film job: start it at the vendor, poll it, and cancel it. */
export class FilmSteps {
  readonly #deps: FilmStepsDeps;

  constructor(deps: FilmStepsDeps) {
    this.#deps = deps;
  }

  /** Make the step that is due. */
  async lookAt(job: FilmJob): Promise<void> {
    const { ai, outcomes } = this.#deps;
    const engine = ai.film.engine?.driver === job.driver ? ai.film.engine : null;
    if (job.isCancelled) return this.#notifyVendor(job, engine);
    const isNeeded = job.requestId !== null && job.sceneId !== null && job.projectId !== null;
    if (!isNeeded) return outcomes.end(job, new ModelFailure('stopped'), true);
    if (!engine) return outcomes.end(job, new ModelFailure('noFilmEngine'), false);
    if (job.vendorJob !== null) return this.#poll(job, job.vendorJob, engine);
    if (job.startedAt !== null) return outcomes.end(job, new ModelFailure('lostStart'), false);
    return isOver(job) ? outcomes.end(job, new ModelFailure('slow'), false) : this.#begin(job, engine);
  }

  async #begin(job: FilmJob, engine: FilmEngine): Promise<void> {
    const { db, studio } = this.#deps;
    const { firstFrameUrl, ...wanted } = filmOrder(job.prompt, job.firstFrameUrl);
    const order = { ...wanted, firstFrame: await studio.frameOf(firstFrameUrl) };
    // Written down first: if we die over it, nobody orders the same film twice.
    const known = await recordPoll(db, job.id, leaseMs, { startedAt: new Date() });
    if (!known || known.isCancelled) return;
    let vendorJob: string;
    try {
      vendorJob = await this.#ask((signal) => engine.start(order, signal));
    } catch (error) {
      return this.#handleFailedStart(job, failureIn(error));
    }
    await this.#recordStart(job, vendorJob, engine);
  }

  async #handleFailedStart(job: FilmJob, failure: ModelFailure): Promise<void> {
    if (isTurnedAway(failure)) return this.#postpone(job, failure, { startedAt: null });
    // The next start says so: nobody may be left to write it down now.
    if (failure.kind === 'stopped') return;
    const isLost = failure.kind === 'cut' || failure.kind === 'slow' || failure.kind === 'garbled';
    const reason = isLost ? new ModelFailure('lostStart', failure.facts) : failure;
    await this.#deps.outcomes.end(job, reason, false);
  }

  async #recordStart(job: FilmJob, vendorJob: string, engine: FilmEngine): Promise<void> {
    try {
      const now = await recordPoll(this.#deps.db, job.id, pollMs, { vendorJob, failures: 0 });
      if (!now || now.isCancelled) await this.#notifyVendor({ ...job, vendorJob }, engine);
    } catch (error) {
      // Without its name nobody would ever ask for it.
      await this.#ask((signal) => engine.cancel(vendorJob, signal)).catch(() => undefined);
      throw error;
    }
  }

  async #poll(job: FilmJob, vendorJob: string, engine: FilmEngine): Promise<void> {
    const { db, outcomes, stop } = this.#deps;
    try {
      const progress = await this.#ask((signal) => engine.poll(vendorJob, signal));
      if (progress.status === 'done') {
        // At once, since where it is is good for a short time.
        const bytes = await this.#ask((signal) => engine.fetch(progress.clip, signal));
        return await outcomes.keep(job, bytes);
      }
      if (isOver(job)) return await outcomes.end(job, new ModelFailure('slow'), true);
      await outcomes.show(job, progress.status);
      await recordPoll(db, job.id, pollAfterMs(job), { failures: 0 });
    } catch (error) {
      const failure = failureIn(error);
      if (stop.aborted) return void (await recordPoll(db, job.id, 0));
      if (passing.has(failure.kind) && !isOver(job)) return this.#postpone(job, failure);
      await outcomes.end(job, failure, passing.has(failure.kind));
    }
  }

  /** Cancel a film that is not needed any more, and delete its job. A final error is ignored. */
  async #notifyVendor(job: FilmJob, engine: FilmEngine | null): Promise<void> {
    const { db, stop } = this.#deps;
    const { vendorJob } = job;
    if (engine && vendorJob !== null) {
      try {
        await this.#ask((signal) => engine.cancel(vendorJob, signal));
      } catch (error) {
        const failure = failureIn(error);
        if (stop.aborted) return void (await recordPoll(db, job.id, 0));
        if (passing.has(failure.kind) && job.failures < maxCancelTries) return this.#postpone(job, failure);
      }
    }
    await deleteJob(db, job.id);
  }

  /** Make the step again later: each time after a longer wait, or when the vendor asks for it. */
  async #postpone(
    job: FilmJob,
    { facts }: ModelFailure,
    fields: Partial<Pick<FilmJob, 'startedAt'>> = {},
  ): Promise<void> {
    const backOffMs = Math.min(pollMs * 2 ** Math.min(job.failures, 4), maxPollMs);
    const requestedMs = Math.min((facts.retryAfterSeconds ?? 0) * 1000, 60_000);
    const waitMs = Math.max(backOffMs, requestedMs);
    await recordPoll(this.#deps.db, job.id, waitMs, { ...fields, failures: job.failures + 1 });
  }

  /** Call the vendor within the time of a step. */
  #ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinLimit({ callMs: stepMs, graceMs: 2000 }, this.#deps.stop, work);
  }
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
