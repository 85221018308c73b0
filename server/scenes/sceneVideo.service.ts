import { eq } from 'drizzle-orm';
import { isVideoUnderWay } from '#screenplay/sceneVideoStatus.ts';
import { stripSteps } from '#screenplay/strip.ts';
import { requireAi } from '#server/ai/access.ts';
import type { AiDeps } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { sceneVideoOrder } from '#server/ai/prompts/sceneVideo.ts';
import { videosAreOff } from '#server/ai/videoCalls.ts';
import type { Db } from '#server/db/client.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import { conflict, notFound, unavailable } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { RequestName } from '#server/lib/requestId.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { Scope } from '#server/lib/scope.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { detachFile, type Storage } from '#server/storage/storage.ts';
import { canBeginVideo } from '#shared/contract/scenes.ts';
import { elementsOfScene, headingsUpTo, sceneById } from './scenes.queries.ts';
import { cancelJob, insertJob, jobOfScene } from './videoJobs.queries.ts';
import { videoLimitMs } from './videoSteps.ts';

export interface VideoOptions extends RequestName {
  /** Runs in the transaction that stores the order. */
  onOrdered(tx: Db): Promise<void>;
}

/**
 * Order a video of a scene: reserve its price and store its job in one transaction. videoJobs.ts
 * runs the job. A repeated request returns the same order.
 */
export async function orderSceneVideo(
  { db, ai }: AiDeps,
  scope: Scope,
  sceneId: number,
  wanted: string | null,
  { requestId, fingerprint, onOrdered }: VideoOptions,
): Promise<{ scene: SceneRow; creditBalance: number }> {
  const { projectId, userId } = scope;
  const { engine } = ai.film;
  if (!engine) throw unavailable(videosAreOff);
  const project = await projectRow(db, projectId);
  requireAi(project.aiAccess, 'read');
  const read = await findOrThrow(db, projectId, sceneId);
  const strips = await runInSlices(stripSteps(await headingsUpTo(db, read)));
  const order = sceneVideoOrder(
    {
      template: project.sceneImagePromptTemplate,
      scene: read,
      elements: await elementsOfScene(db, sceneId),
      timeBefore: strips.at(-1)?.time ?? null,
    },
    wanted,
    canBeginVideo(read.imageUrl) ? read.imageUrl : null,
  );
  const scene = await changeProject(db, scope, async ({ tx, changed }) => {
    const before = await findOrThrow(tx, projectId, sceneId);
    const call = { userId, projectId, requestId, fingerprint, limitMs: videoLimitMs };
    if (await ai.film.isKnown(tx, call)) return before;
    if (await jobOfScene(tx, sceneId)) throw conflict('A video of this scene is already being made.');
    const held = await ai.film.reserve(tx, order, call);
    const { driver, model } = engine;
    await insertJob(tx, {
      ...{ projectId, sceneId, userId, driver, model, prompt: order.prompt },
      firstFrameUrl: order.firstFrameUrl,
      ...{ requestId: held.requestId, price: held.price },
    });
    const state = { videoStatus: 'queued', videoProblem: null };
    await tx.update(scenes).set(state).where(eq(scenes.id, sceneId));
    changed('scene', [sceneId]);
    await onOrdered(tx);
    return { ...before, ...state };
  });
  return { scene, creditBalance: await balanceOf(db, userId) };
}

/**
 * Cancel a video: release its credits at once, and tell the provider afterwards. The previous video
 * stays. Without a running job, clear the reason of the last failure.
 */
export async function cancelVideoJob(
  { db, ai }: AiDeps,
  scope: Scope,
  sceneId: number,
): Promise<{ scene: SceneRow; creditBalance: number }> {
  const { projectId, userId } = scope;
  const scene = await changeProject(db, scope, async ({ tx, changed }) => {
    const before = await findOrThrow(tx, projectId, sceneId);
    const job = await jobOfScene(tx, sceneId);
    if (job?.requestId != null) {
      const metadata = { sceneId, cancelledBy: userId === job.userId ? 'payer' : 'member' };
      await ai.film.release(tx, job.requestId, new ModelFailure('stopped'), {
        durationMs: job.ageMs,
        metadata,
      });
    }
    if (job) await cancelJob(tx, job.id);
    const isOver = before.videoStatus === null || before.videoStatus === 'ready';
    if (isOver && before.videoProblem === null) return before;
    const state = { videoStatus: before.videoUrl === null ? null : 'ready', videoProblem: null };
    await tx.update(scenes).set(state).where(eq(scenes.id, sceneId));
    changed('scene', [sceneId]);
    return { ...before, ...state };
  });
  return { scene, creditBalance: await balanceOf(db, userId) };
}

/** Delete the video and the reason of the last failure. A running job continues. */
export async function removeVideo(
  { db, storage }: { db: Db; storage: Storage },
  scope: Scope,
  sceneId: number,
): Promise<{ scene: SceneRow }> {
  const { projectId } = scope;
  const { scene, url } = await changeProject(db, scope, async ({ tx, changed }) => {
    const before = await findOrThrow(tx, projectId, sceneId);
    const { videoUrl: url } = before;
    const state = {
      ...{ videoUrl: null, videoPrompt: null, videoProblem: null },
      videoStatus: isVideoUnderWay(before.videoStatus) ? before.videoStatus : null,
    };
    await tx.update(scenes).set(state).where(eq(scenes.id, sceneId));
    await detachFile(tx, url, { projectId });
    changed('scene', [sceneId]);
    return { scene: { ...before, ...state }, url };
  });
  await storage.discard([url]);
  return { scene };
}

async function findOrThrow(db: Db, projectId: number, sceneId: number): Promise<SceneRow> {
  const scene = await sceneById(db, projectId, sceneId);
  if (!scene) throw notFound('Scene');
  return scene;
}
