import { eq } from 'drizzle-orm';
import { requireAi } from '#server/ai/access.ts';
import type { Ai } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { conceptOrder, nearestRatio } from '#server/ai/prompts/concept.ts';
import type { Db } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { invalid } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { dropFile, keepFile, type Storage } from '#server/storage/storage.ts';
import type { generateConceptImage } from '#shared/contract/concept.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { errorTexts } from '#shared/errors.ts';
import { projectRow } from './projects.service.ts';

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

/** "2.35:1" is six; what is longer was not typed by anybody. */
const longestRatio = 20;

/**
 * Draws the concept image and puts it in the place of the one before. The file is stored before anything is written down
 * and belongs to nobody until the transaction that charges gives it to the project; a call that fails leaves none.
 */
export async function drawConceptImage(
  { db, ai, storage }: Parts,
  where: { projectId: number; userId: string },
  input: HandlerInput<typeof generateConceptImage>['body'],
  { requestId, signal, onKept }: Making,
) {
  const { projectId } = where;
  const { title, logline = null, synopsis = null, aspectRatio } = input;
  const ratio = aspectRatio.length <= longestRatio ? nearestRatio(aspectRatio) : null;
  if (!ratio) throw invalid(errorTexts.invalidBody, { aspectRatio: 'Must look like 16:9' });
  const project = await projectRow(db, projectId);
  requireAi(project.aiAccess, 'read');

  const order = conceptOrder({ title, logline, synopsis, brief: project.brief, ratio });
  let stored = '';
  let replaced: string | null = null;
  try {
    const { value, creditBalance } = await ai.draw('image_generation', order, {
      ...{ ...where, requestId, signal, about: { ratio } },
      prepare: async ({ bytes, mediaType }) => {
        if (!isOfType(bytes, mediaType)) throw new ModelFailure('garbled');
        stored = await storage.put(bytes, mediaType);
      },
      keep: (outer) =>
        changeProject(outer, where, async ({ tx, changed }) => {
          const before = await projectRow(tx, projectId);
          const concept = {
            conceptImageUrl: stored,
            conceptImagePrompt: order.prompt,
            conceptImageAspectRatio: aspectRatio,
          };
          await keepFile(tx, stored, { projectId });
          await dropFile(tx, before.conceptImageUrl, { projectId });
          await tx.update(projects).set(concept).where(eq(projects.id, projectId));
          changed('project', [projectId]);
          await onKept(tx);
          replaced = before.conceptImageUrl;
          return concept;
        }),
    });
    return { ...value, creditBalance };
  } finally {
    // Of the two only what is nobody's by now: the one that was replaced, or the one that was drawn in vain.
    await storage.discard([replaced, stored]);
  }
}
