import { eq } from 'drizzle-orm';
import { jointCuesOf } from '#screenplay/cast.ts';
import { stripSteps } from '#screenplay/strip.ts';
import { requireAi } from '#server/ai/access.ts';
import type { CallOptions } from '#server/ai/calls.ts';
import { sceneOrder } from '#server/ai/prompts/sceneImage.ts';
import type { Db } from '#server/db/client.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import { drawPicture } from '#server/projects/drawing.service.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { castCards, elementsOfScene, headingsUpTo, sceneById } from './scenes.queries.ts';

/** Draw a scene by the project's template (decision OQ-90) and replace its picture. */
export async function drawAndStoreSceneImage(
  { db, ai, storage }: PictureDeps,
  where: { projectId: number; userId: string },
  sceneId: number,
  making: CallOptions,
): Promise<{ scene: SceneRow; creditBalance: number }> {
  const { projectId } = where;
  const project = await projectRow(db, projectId);
  requireAi(project.aiAccess, 'read');
  const scene = await findOrThrow(db, projectId, sceneId);
  const strips = await runInSlices(stripSteps(await headingsUpTo(db, scene)));
  const order = sceneOrder({
    template: project.sceneImagePromptTemplate,
    scene,
    elements: await elementsOfScene(db, sceneId),
    ratio: project.conceptImageAspectRatio,
    timeBefore: strips.at(-1)?.time ?? null,
    cast: await castCards(db, projectId),
    joint: jointCuesOf(project.cueChoices),
  });
  const place = {
    rowId: sceneId,
    about: { sceneId },
    put: async ({ tx, changed }: ProjectChange, imageUrl: string) => {
      const { imageUrl: replaced } = await findOrThrow(tx, projectId, sceneId);
      const picture = { imageUrl, imagePrompt: order.prompt };
      await tx.update(scenes).set(picture).where(eq(scenes.id, sceneId));
      changed('scene', [sceneId]);
      return { replaced, kept: null };
    },
  };
  const { creditBalance } = await drawPicture({ ai, storage }, where, order, place, making);
  return { scene: await findOrThrow(db, projectId, sceneId), creditBalance };
}

/** Return the scene. Throws notFound: it can be deleted during the call. */
async function findOrThrow(db: Db, projectId: number, sceneId: number): Promise<SceneRow> {
  const scene = await sceneById(db, projectId, sceneId);
  if (!scene) throw notFound('Scene');
  return scene;
}
