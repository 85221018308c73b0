import { type FailureKind, ModelFailure } from '#server/ai/failure.ts';
import type { VideoEngine } from '#server/ai/models.ts';
import { videoOrder } from '#server/ai/prompts/sceneVideo.ts';
import { withinLimit } from '#server/ai/withinLimit.ts';
import type { FrameWorker } from './firstFrame.ts';
import { deleteJob, recordPoll, type VideoJob } from './videoJobs.queries.ts';
import type { VideoDeps, VideoOutcomes } from './videoOutcomes.ts';
import { leaseMs } from './videoQueue.ts';

/** Time limit of a job. */
export const videoLimitMs = 900_000;
/** Initial interval of polls. It grows to `maxPollMs`. */
const pollMs = 10_000;
const maxPollMs = 30_000;
/** Timeout of one step with all its calls to the provider. */
const stepMs = 180_000;
const maxCancelTries = 5;

/** Failures after which a step is retried: the provider did nothing, or may succeed later. */
const retryableFailures: ReadonlySet<FailureKind> = new Set([
  ...(['unreachable', 'busy', 'broken', 'slow', 'cut', 'notStored'] as const),
]);

interface VideoStepsDeps extends Pick<VideoDeps, 'db' | 'ai'> {
  frameWorker: FrameWorker;
  outcomes: VideoOutcomes;
  /** Aborted when the server stops. */
  stop: AbortSignal;
}

/** Steps of a video job: start it at the provider, poll it, and cancel it. */
export class VideoSteps {
  readonly #deps: VideoStepsDeps;

  constructor(deps: VideoStepsDeps) {
    this.#deps = deps;
  }

  /** Run the step that is due. */
  async run(job: VideoJob): Promise<void> {
    const { ai, outcomes } = this.#deps;
    const engine = ai.film.engine?.driver === job.driver ? ai.film.engine : null;
    if (job.isCancelled) return this.#notifyProvider(job, engine);
    const isNeeded = job.requestId !== null && job.sceneId !== null && job.projectId !== null;
    if (!isNeeded) return outcomes.fail(job, new ModelFailure('stopped'), true);
    if (!engine) return outcomes.fail(job, new ModelFailure('noVideoEngine'), false);
    if (job.providerJob !== null) return this.#poll(job, job.providerJob, engine);
    if (job.startedAt !== null) return outcomes.fail(job, new ModelFailure('lostStart'), false);
    return isOver(job) ? outcomes.fail(job, new ModelFailure('slow'), false) : this.#begin(job, engine);
  }

  async #begin(job: VideoJob, engine: VideoEngine): Promise<void> {
    const { db, frameWorker } = this.#deps;
    const { firstFrameUrl, ...wanted } = videoOrder(job.prompt, job.firstFrameUrl);
    const order = { ...wanted, firstFrame: await frameWorker.frameOf(firstFrameUrl) };
    // Store that the start was requested first, so that a crash cannot order the same video twice.
    const known = await recordPoll(db, job.id, leaseMs, { startedAt: new Date() });
    if (!known || known.isCancelled) return;
    let providerJob: string;
    try {
      providerJob = await this.#ask((signal) => engine.start(order, signal));
    } catch (error) {
      return this.#handleFailedStart(job, failureIn(error));
    }
    await this.#recordStart(job, providerJob, engine);
  }

  async #handleFailedStart(job: VideoJob, failure: ModelFailure): Promise<void> {
    if (isRejectedBeforeWork(failure)) return this.#postpone(job, failure, { startedAt: null });
    // The server is stopping. The next start of the server ends the job, because its start may have
    // been lost.
    if (failure.kind === 'stopped') return;
    const isLost = failure.kind === 'cut' || failure.kind === 'slow' || failure.kind === 'garbled';
    const reason = isLost ? new ModelFailure('lostStart', failure.facts) : failure;
    await this.#deps.outcomes.fail(job, reason, false);
  }

  async #recordStart(job: VideoJob, providerJob: string, engine: VideoEngine): Promise<void> {
    try {
      const now = await recordPoll(this.#deps.db, job.id, pollMs, { providerJob, failures: 0 });
      if (!now || now.isCancelled) await this.#notifyProvider({ ...job, providerJob }, engine);
    } catch (error) {
      // The name of the job could not be stored, so nobody could poll it. Cancel it.
      await this.#ask((signal) => engine.cancel(providerJob, signal)).catch(() => undefined);
      throw error;
    }
  }

  async #poll(job: VideoJob, providerJob: string, engine: VideoEngine): Promise<void> {
    const { db, outcomes, stop } = this.#deps;
    try {
      const progress = await this.#ask((signal) => engine.poll(providerJob, signal));
      if (progress.status === 'done') {
        // Download at once, because the address expires soon.
        const bytes = await this.#ask((signal) => engine.fetch(progress.clip, signal));
        return await outcomes.storeVideo(job, bytes);
      }
      if (isOver(job)) return await outcomes.fail(job, new ModelFailure('slow'), true);
      await outcomes.storeState(job, progress.status);
      await recordPoll(db, job.id, pollAfterMs(job), { failures: 0 });
    } catch (error) {
      const failure = failureIn(error);
      if (stop.aborted) return void (await recordPoll(db, job.id, 0));
      if (retryableFailures.has(failure.kind) && !isOver(job)) return this.#postpone(job, failure);
      await outcomes.fail(job, failure, retryableFailures.has(failure.kind));
    }
  }

  /** Cancel a video that is no longer needed, and delete its job. Final errors are ignored. */
  async #notifyProvider(job: VideoJob, engine: VideoEngine | null): Promise<void> {
    const { db, stop } = this.#deps;
    const { providerJob } = job;
    if (engine && providerJob !== null) {
      try {
        await this.#ask((signal) => engine.cancel(providerJob, signal));
      } catch (error) {
        const failure = failureIn(error);
        if (stop.aborted) return void (await recordPoll(db, job.id, 0));
        if (retryableFailures.has(failure.kind) && job.failures < maxCancelTries)
          return this.#postpone(job, failure);
      }
    }
    await deleteJob(db, job.id);
  }

  /** Retry the step later, after a growing delay or the one that the provider requests. */
  async #postpone(
    job: VideoJob,
    { facts }: ModelFailure,
    fields: Partial<Pick<VideoJob, 'startedAt'>> = {},
  ): Promise<void> {
    const backOffMs = Math.min(pollMs * 2 ** Math.min(job.failures, 4), maxPollMs);
    const requestedMs = Math.min((facts.retryAfterSeconds ?? 0) * 1000, 60_000);
    const waitMs = Math.max(backOffMs, requestedMs);
    await recordPoll(this.#deps.db, job.id, waitMs, { ...fields, failures: job.failures + 1 });
  }

  /** Call the provider within the timeout of a step. */
  #ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinLimit({ callMs: stepMs, graceMs: 2000 }, this.#deps.stop, work);
  }
}

/**
 * Return whether the provider rejected the call before any work, so that it can be repeated. For
 * 502 and 504 of a gateway that is unknown.
 */
function isRejectedBeforeWork({ kind, facts }: ModelFailure): boolean {
  return kind === 'unreachable' || kind === 'busy' || facts.status === 500 || facts.status === 503;
}

function failureIn(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error; // such as an unavailable database: the job is retried after its lease
}

function pollAfterMs(job: VideoJob): number {
  return Math.min(Math.max(job.ageMs / 10, pollMs), maxPollMs);
}

function isOver(job: VideoJob): boolean {
  return job.ageMs > videoLimitMs;
}
