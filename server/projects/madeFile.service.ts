import type { CallOptions, Metered, MeteredCall } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import { type FileType, isOfType } from '#server/storage/fileTypes.ts';
import { attachFile, detachFile, type Storage } from '#server/storage/storage.ts';

/** Output of a model that becomes a file: a picture, speech, a sound. */
interface Made {
  bytes: Uint8Array;
  mediaType: FileType;
}

/** Row that receives the generated file. */
export interface PlaceOfFile<V, T> {
  /** Id of that row. */
  rowId: number;
  /** Entry for the usage log. */
  about: Record<string, unknown>;
  /** Store the file's address in the row. Throws if the row was deleted. */
  put(change: ProjectChange, url: string, made: V): Promise<Put<T>>;
}

interface Put<T> {
  /** Address of the previous file. Null: there was none. */
  replaced: string | null;
  /** The answer as JSON, for this call and for repetitions of its request id. */
  kept: T;
}

/**
 * Generate a file of a project and replace the previous one. The file is stored first, without an
 * owner. The transaction that charges for it assigns it to the project. If the call fails, the file
 * is deleted.
 */
export async function storeMadeFile<V extends Made, T>(
  storage: Storage,
  where: { projectId: number; userId: string },
  make: (call: MeteredCall<V, { rowId: number; kept: T }>) => Promise<Metered<{ rowId: number; kept: T }>>,
  { rowId, about, put }: PlaceOfFile<V, T>,
  { requestId, fingerprint, signal, onKept }: CallOptions,
): Promise<{ kept: T; creditBalance: number }> {
  const owner = { projectId: where.projectId };
  let stored = '';
  let replaced: string | null = null;
  try {
    const { value, creditBalance } = await make({
      ...{ ...where, requestId, fingerprint, signal, about },
      prepare: async ({ bytes, mediaType }) => {
        if (mediaType === 'audio/mpeg' && bytes.length === 0) throw new ModelFailure('emptyAudio');
        if (!isOfType(bytes, mediaType)) throw new ModelFailure('garbled');
        stored = await storage.put(bytes, mediaType);
      },
      keep: (outer, { value: made }) =>
        changeProject(outer, where, async (change) => {
          const done = await put(change, stored, made);
          await attachFile(change.tx, stored, owner);
          await detachFile(change.tx, done.replaced, owner);
          await onKept(change.tx);
          replaced = done.replaced;
          return { rowId, kept: done.kept };
        }),
    });
    // The request id was used for another row.
    if (value.rowId !== rowId) throw usedElsewhere();
    return { kept: value.kept, creditBalance };
  } finally {
    // Delete the file that has no owner now: the replaced one, or after a failure the new one.
    await storage.discard([replaced, stored]);
  }
}
