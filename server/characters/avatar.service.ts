import { eq } from 'drizzle-orm';
import { requireAi } from '#server/ai/access.ts';
import type { CallOptions } from '#server/ai/calls.ts';
import { portraitOrder } from '#server/ai/prompts/portrait.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import { drawPicture } from '#server/projects/drawing.service.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { characterById } from './characters.queries.ts';

/** Draw the portrait of a character and replace the previous one. */
export async function drawAndStoreAvatar(
  { db, ai, storage }: PictureDeps,
  where: { projectId: number; userId: string },
  characterId: number,
  making: CallOptions,
) {
  const project = await projectRow(db, where.projectId);
  requireAi(project.aiAccess, 'read');
  const order = portraitOrder(project, await findOrThrow(db, characterId));
  const place = {
    rowId: characterId,
    about: { characterId },
    put: async ({ tx, changed }: ProjectChange, avatarUrl: string) => {
      const { avatarUrl: replaced } = await findOrThrow(tx, characterId);
      const avatar = { avatarUrl, avatarPrompt: order.prompt };
      await tx.update(characters).set(avatar).where(eq(characters.id, characterId));
      changed('character', [characterId]);
      return { replaced, kept: null };
    },
  };
  const { creditBalance } = await drawPicture({ ai, storage }, where, order, place, making);
  return { character: await findOrThrow(db, characterId), creditBalance };
}

/** Return the character. Throws notFound: it can be deleted during the call. */
async function findOrThrow(db: Db, characterId: number) {
  const character = await characterById(db, characterId);
  if (!character) throw notFound('Character');
  return character;
}
