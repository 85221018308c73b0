import type { Ai, AiDeps, CallOptions } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import type { PictureRequest } from '#server/ai/models.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { dropFile, keepFile, type Storage } from '#server/storage/storage.ts';

/** What a service needs that has a picture drawn and keeps its file. */
export interface PictureDeps extends AiDeps {
  storage: Storage;
}

interface Place<T> {
  /** The row that has the picture. */
  rowId: number;
  /** For the usage log. */
  about: Record<string, unknown>;
  /** Writes the address of the picture down; throws when the row has gone. */
  put(change: ProjectChange, url: string): Promise<Put<T>>;
}

interface Put<T> {
  /** Address of the picture before. */
  replaced: string | null;
  /** What callers are answered, as JSON, now and for the same request id. */
  kept: T;
}

/**
 * Draws a picture of a project and puts it in the place of the one before. The file is stored before anything is written
 * down and belongs to nobody until the transaction that charges gives it to the project; a call that fails leaves none.
 */
export async function drawPicture<T>(
  { ai, storage }: { ai: Ai; storage: Storage },
  where: { projectId: number; userId: string },
  order: PictureRequest,
  { rowId, about, put }: Place<T>,
  { requestId, fingerprint, signal, onKept }: CallOptions,
): Promise<{ kept: T; creditBalance: number }> {
  const owner = { projectId: where.projectId };
  let drawn = '';
  let replaced: string | null = null;
  try {
    const { value, creditBalance } = await ai.draw('image_generation', order, {
      ...{ ...where, requestId, fingerprint, signal, about },
      prepare: async ({ bytes, mediaType }) => {
        if (!isOfType(bytes, mediaType)) throw new ModelFailure('garbled');
        drawn = await storage.put(bytes, mediaType);
      },
      keep: (outer) =>
        changeProject(outer, where, async (change) => {
          const done = await put(change, drawn);
          await keepFile(change.tx, drawn, owner);
          await dropFile(change.tx, done.replaced, owner);
          await onKept(change.tx);
          replaced = done.replaced;
          return { rowId, kept: done.kept };
        }),
    });
    // A request id is the caller's own: one that drew another row has nothing to say about this one.
    if (value.rowId !== rowId) throw usedElsewhere();
    return { kept: value.kept, creditBalance };
  } finally {
    // Of the two only what is nobody's by now: the one that was replaced, or the one that was drawn in vain.
    await storage.discard([replaced, drawn]);
  }
}
