import { eq } from 'drizzle-orm';
import { requireAi } from '#server/ai/access.ts';
import type { CallOptions } from '#server/ai/calls.ts';
import { conceptOrder, nearestRatio } from '#server/ai/prompts/concept.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import type { generateConceptImage } from '#shared/contract/concept.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { drawPicture } from './drawing.service.ts';
import { projectRow } from './projects.service.ts';

/** Draw the concept image of a project and replace the previous one. */
export async function drawAndStoreConceptImage(
  { db, ai, storage }: PictureDeps,
  where: { projectId: number; userId: string },
  input: HandlerInput<typeof generateConceptImage>['body'],
  making: CallOptions,
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
