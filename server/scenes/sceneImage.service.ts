import { eq } from 'drizzle-orm';
import { stripsOf } from '#screenplay/strip.ts';
import { requireAi } from '#server/ai/access.ts';
import type { Ai } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { sceneOrder } from '#server/ai/prompts/sceneImage.ts';
import type { Db } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { dropFile, keepFile, type Storage } from '#server/storage/storage.ts';
import { elementsOfScene, headingsUpTo, type SceneRow, sceneById } from './scenes.queries.ts';

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

/** How a picture is asked for, beside what it shows. */
interface Making {
  requestId: string;
  /** Aborted when the writer goes away. */
  signal: AbortSignal;
  /** In the transaction that keeps the picture, so once for each. */
  onKept(tx: Db): Promise<void>;
}

/**
 * Draws a scene by the project's template (decision OQ-90) and puts the picture in the place of the one before. The file
 * belongs to nobody until the transaction that charges gives it to the project; a call that fails leaves none.
 */
export async function drawSceneImage(
  { db, ai, storage }: Parts,
  where: { projectId: number; userId: string },
  sceneId: number,
  { requestId, signal, onKept }: Making,
): Promise<{ scene: SceneRow; creditBalance: number }> {
  const { projectId } = where;
  const project = await projectRow(db, projectId);
  requireAi(project.aiAccess, 'read');
  const scene = await stored(db, projectId, sceneId);
  const order = sceneOrder({
    template: project.sceneImagePromptTemplate,
    scene,
    elements: await elementsOfScene(db, sceneId),
    timeBefore: stripsOf(await headingsUpTo(db, scene)).at(-1)?.time ?? null,
  });
  let drawn = '';
  let replaced: string | null = null;
  try {
    const { value, creditBalance } = await ai.draw('image_generation', order, {
      ...{ ...where, requestId, signal, about: { sceneId } },
      prepare: async ({ bytes, mediaType }) => {
        if (!isOfType(bytes, mediaType)) throw new ModelFailure('garbled');
        drawn = await storage.put(bytes, mediaType);
      },
      keep: (outer) =>
        changeProject(outer, where, async ({ tx, changed }) => {
          const { imageUrl } = await stored(tx, projectId, sceneId);
          await keepFile(tx, drawn, { projectId });
          await dropFile(tx, imageUrl, { projectId });
          const picture = { imageUrl: drawn, imagePrompt: order.prompt };
          await tx.update(scenes).set(picture).where(eq(scenes.id, sceneId));
          changed('scene', [sceneId]);
          await onKept(tx);
          replaced = imageUrl;
          return stored(tx, projectId, sceneId);
        }),
    });
    return { scene: value, creditBalance };
  } finally {
    // Of the two only what is nobody's by now: the one that was replaced, or the one that was drawn in vain.
    await storage.discard([replaced, drawn]);
  }
}

/** It can be deleted while it is drawn. */
async function stored(db: Db, projectId: number, sceneId: number): Promise<SceneRow> {
  const scene = await sceneById(db, projectId, sceneId);
  if (!scene) throw notFound('Scene');
  return scene;
}
