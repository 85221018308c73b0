import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Ai } from '#server/ai/calls.ts';
import { failureText, ModelFailure } from '#server/ai/failure.ts';
import { clipSeconds } from '#server/ai/prompts/sceneVideo.ts';
import type { Db } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { videoTypeOf } from '#server/storage/fileTypes.ts';
import { attachFile, detachFile, type Storage } from '#server/storage/storage.ts';
import type { VideoState } from '#shared/contract/scenes.ts';
import { sceneById } from './scenes.queries.ts';
import { cancelJob, deleteJob, lockJob, ownerOf, type VideoJob } from './videoJobs.queries.ts';

export interface VideoDeps {
  db: Db;
  ai: Ai;
  storage: Storage;
  log: Logger;
}

/** Store the result of a job in its row and its scene, and charge or release its credits. */
export class VideoOutcomes {
  readonly #deps: VideoDeps;

  constructor(deps: VideoDeps) {
    this.#deps = deps;
  }

  /** Store the video and charge for it. */
  async storeVideo(job: VideoJob, bytes: Uint8Array): Promise<void> {
    const { storage } = this.#deps;
    const mediaType = videoTypeOf(bytes);
    if (mediaType === null) throw new ModelFailure('garbled');
    let stored = '';
    let replaced: string | null = null;
    try {
      stored = await this.#storeFile(job, bytes, mediaType);
      const clip = { bytes: bytes.length, mediaType, seconds: clipSeconds };
      await this.#settle(job, { stored, clip }, (url) => {
        replaced = url;
      });
    } finally {
      // Delete the file without an owner.
      await storage.discard([replaced, stored]);
    }
  }

  /**
   * Release the credits, store the reason in the scene, and end the job. `shouldNotify`: cancel it
   * at the provider first.
   */
  async fail(job: VideoJob, failure: ModelFailure, shouldNotify: boolean): Promise<void> {
    const { ai, log } = this.#deps;
    log.warn({ jobId: job.id, failure: failure.message }, 'a scene video failed');
    await this.#change(job, async (tx, changed) => {
      const held = await lockJob(tx, job.id);
      if (!held) return;
      const { requestId, sceneId } = held;
      const use = { durationMs: held.ageMs, metadata: { sceneId, providerJob: held.providerJob } };
      if (requestId !== null) await ai.film.release(tx, requestId, failure, use);
      if (sceneId !== null) {
        const videoStatus: VideoState = failure.kind === 'filtered' ? 'filtered' : 'failed';
        const state = { videoStatus, videoProblem: failureText(failure.kind) };
        await tx.update(scenes).set(state).where(eq(scenes.id, sceneId));
        changed(sceneId);
      }
      if (shouldNotify && held.providerJob !== null) await cancelJob(tx, job.id);
      else await deleteJob(tx, job.id);
    });
  }

  /** Store the state of a running job in its scene. */
  async storeState(job: VideoJob, videoStatus: VideoState): Promise<void> {
    const { projectId, sceneId } = job;
    if (projectId === null || sceneId === null) return;
    const scene = await sceneById(this.#deps.db, projectId, sceneId);
    if (!scene || scene.videoStatus === videoStatus) return;
    await this.#change(job, async (tx, changed) => {
      if (!(await lockJob(tx, job.id))) return;
      await tx.update(scenes).set({ videoStatus }).where(eq(scenes.id, sceneId));
      changed(sceneId);
    });
  }

  #storeFile(job: VideoJob, bytes: Uint8Array, mediaType: Parameters<Storage['put']>[1]): Promise<string> {
    const { storage, log } = this.#deps;
    return storage.put(bytes, mediaType).catch((error) => {
      log.error({ err: error, jobId: job.id }, 'failed to store a scene video');
      throw new ModelFailure('notStored');
    });
  }

  /** Attach the stored file to the scene and charge for it, in one transaction. */
  async #settle(
    job: VideoJob,
    { stored, clip }: { stored: string; clip: Record<string, unknown> },
    onReplaced: (videoUrl: string | null) => void,
  ): Promise<void> {
    await this.#change(job, async (tx, changed) => {
      const held = await lockJob(tx, job.id);
      if (!held || held.requestId === null || held.sceneId === null || held.projectId === null) return;
      const { requestId, sceneId, projectId, price } = held;
      const scene = await sceneById(tx, projectId, sceneId);
      if (!scene) return;
      const use = { durationMs: held.ageMs, metadata: { sceneId, ...clip } };
      const isPaid = await this.#deps.ai.film.settle(tx, { requestId, price }, use, async () => {
        const owner = { projectId };
        const fields = {
          videoUrl: stored,
          videoPrompt: job.prompt,
          videoStatus: 'ready',
          videoProblem: null,
        };
        await tx.update(scenes).set(fields).where(eq(scenes.id, sceneId));
        await attachFile(tx, stored, owner);
        await detachFile(tx, scene.videoUrl, owner);
        changed(sceneId);
        return { value: { sceneId } };
      });
      if (!isPaid) return;
      await deleteJob(tx, job.id);
      onReplaced(scene.videoUrl);
    });
  }

  /**
   * Run a transaction that locks the project first, if it exists. Everything that ends a job locks
   * in this order.
   */
  async #change(
    { projectId, userId: payer }: VideoJob,
    work: (tx: Db, changed: (sceneId: number) => void) => Promise<void>,
  ): Promise<void> {
    const { db } = this.#deps;
    const userId = payer ?? (projectId === null ? undefined : await ownerOf(db, projectId));
    if (projectId === null || userId === undefined) return db.transaction((tx) => work(tx, () => {}));
    await changeProject(db, { projectId, userId }, ({ tx, changed }) =>
      work(tx, (sceneId) => changed('scene', [sceneId])),
    );
  }
}
