import { eq } from 'drizzle-orm';
import { requireAi } from '#server/ai/access.ts';
import type { Ai, Making } from '#server/ai/calls.ts';
import { conceptOrder, nearestRatio } from '#server/ai/prompts/concept.ts';
import type { Db } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { generateConceptImage } from '#shared/contract/concept.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { drawPicture } from './drawing.service.ts';
import { projectRow } from './projects.service.ts';

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

/** Draws the concept image and puts it in the place of the one before. */
export async function drawConceptImage(
  { db, ai, storage }: Parts,
  where: { projectId: number; userId: string },
  input: HandlerInput<typeof generateConceptImage>['body'],
  making: Making,
) {
  const { projectId } = where;
  const { title, logline = null, synopsis = null, aspectRatio } = input;
  const ratio = nearestRatio(aspectRatio);
  const project = await projectRow(db, projectId);
  requireAi(project.aiAccess, 'read');

  const order = conceptOrder({ title, logline, synopsis, brief: project.brief, ratio });
  const place = {
    rowId: projectId,
    about: { ratio },
    put: async ({ tx, changed }: ProjectChange, conceptImageUrl: string) => {
      const { conceptImageUrl: replaced } = await projectRow(tx, projectId);
      const concept = {
        ...{ conceptImageUrl, conceptImagePrompt: order.prompt },
        conceptImageAspectRatio: aspectRatio,
      };
      await tx.update(projects).set(concept).where(eq(projects.id, projectId));
      changed('project', [projectId]);
      return { replaced, kept: concept };
    },
  };
  const { kept, creditBalance } = await drawPicture({ ai, storage }, where, order, place, making);
  return { ...kept, creditBalance };
}
