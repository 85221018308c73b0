import { eq } from 'drizzle-orm';
import { requireAi } from '#server/ai/access.ts';
import type { Ai, Making } from '#server/ai/calls.ts';
import { portraitOrder } from '#server/ai/prompts/portrait.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { drawPicture } from '#server/projects/drawing.service.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import type { Storage } from '#server/storage/storage.ts';
import { characterById } from './characters.queries.ts';

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

/** Draws the portrait of a character and puts it in the place of the one before. */
export async function drawAvatar(
  { db, ai, storage }: Parts,
  where: { projectId: number; userId: string },
  characterId: number,
  making: Making,
) {
  const project = await projectRow(db, where.projectId);
  requireAi(project.aiAccess, 'read');
  const order = portraitOrder(project, await stored(db, characterId));
  const place = {
    rowId: characterId,
    about: { characterId },
    put: async ({ tx, changed }: ProjectChange, avatarUrl: string) => {
      const { avatarUrl: replaced } = await stored(tx, characterId);
      const avatar = { avatarUrl, avatarPrompt: order.prompt };
      await tx.update(characters).set(avatar).where(eq(characters.id, characterId));
      changed('character', [characterId]);
      return { replaced, kept: null };
    },
  };
  const { creditBalance } = await drawPicture({ ai, storage }, where, order, place, making);
  return { character: await stored(db, characterId), creditBalance };
}

/** It can be deleted while it is drawn. */
async function stored(db: Db, characterId: number) {
  const character = await characterById(db, characterId);
  if (!character) throw notFound('Character');
  return character;
}
