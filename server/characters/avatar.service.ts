import { eq } from 'drizzle-orm';
import { requireAi } from '#server/ai/access.ts';
import type { Ai } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { portraitOrder } from '#server/ai/prompts/portrait.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { dropFile, keepFile, type Storage } from '#server/storage/storage.ts';
import { characterById } from './characters.queries.ts';

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

interface Making {
  requestId: string;
  /** Aborted when the writer goes away. */
  signal: AbortSignal;
  /** In the transaction that keeps the portrait, so once for each. */
  onKept(tx: Db): Promise<void>;
}

/**
 * Draws the portrait of a character and puts it in the place of the one before. As with the concept image the file is
 * nobody's until the transaction that charges gives it to the project, and a call that fails leaves none.
 */
export async function drawAvatar(
  { db, ai, storage }: Parts,
  where: { projectId: number; userId: string },
  characterId: number,
  { requestId, signal, onKept }: Making,
) {
  const { projectId } = where;
  const project = await projectRow(db, projectId);
  requireAi(project.aiAccess, 'read');
  const order = portraitOrder(project, await stored(db, characterId));
  let drawn = '';
  let replaced: string | null = null;
  try {
    const { value, creditBalance } = await ai.draw('image_generation', order, {
      ...{ ...where, requestId, signal, about: { characterId } },
      prepare: async ({ bytes, mediaType }) => {
        if (!isOfType(bytes, mediaType)) throw new ModelFailure('garbled');
        drawn = await storage.put(bytes, mediaType);
      },
      keep: (outer) =>
        changeProject(outer, where, async ({ tx, changed }) => {
          const { avatarUrl } = await stored(tx, characterId);
          await keepFile(tx, drawn, { projectId });
          await dropFile(tx, avatarUrl, { projectId });
          const avatar = { avatarUrl: drawn, avatarPrompt: order.prompt };
          await tx.update(characters).set(avatar).where(eq(characters.id, characterId));
          changed('character', [characterId]);
          await onKept(tx);
          replaced = avatarUrl;
          return { characterId };
        }),
    });
    // A request id is the caller's own: one that drew somebody else has nothing to say about this character.
    if (value.characterId !== characterId) throw conflict('This request id was used for something else.');
    return { character: await stored(db, characterId), creditBalance };
  } finally {
    // Of the two only what is nobody's by now: the one that was replaced, or the one that was drawn in vain.
    await storage.discard([replaced, drawn]);
  }
}

async function stored(db: Db, characterId: number) {
  const character = await characterById(db, characterId);
  if (!character) throw notFound('Character');
  return character;
}
