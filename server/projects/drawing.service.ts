import type { Ai, AiDeps, CallOptions } from '#server/ai/calls.ts';
import type { ModelPicture, PictureRequest } from '#server/ai/models.ts';
import type { Storage } from '#server/storage/storage.ts';
import { type PlaceOfFile, storeMadeFile } from './madeFile.service.ts';

/** Dependencies of a service that generates a picture or speech and stores its file. */
export interface PictureDeps extends AiDeps {
  storage: Storage;
}

/** Draw a picture of a project and replace the previous one. */
export function drawPicture<T>(
  { ai, storage }: { ai: Ai; storage: Storage },
  where: { projectId: number; userId: string },
  order: PictureRequest,
  place: PlaceOfFile<ModelPicture, T>,
  options: CallOptions,
): Promise<{ kept: T; creditBalance: number }> {
  return storeMadeFile(storage, where, (call) => ai.draw('image_generation', order, call), place, options);
}
