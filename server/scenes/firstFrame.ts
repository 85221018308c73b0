import { buffer } from 'node:stream/consumers';
import { WorkerThread } from '#server/lib/thread.ts';
import { fileNameOf, type Storage } from '#server/storage/storage.ts';

/** What a film begins with is no larger than the film, 720p; so it is a few hundred kilobytes, whatever was uploaded. */
export const frameSize = { maxWidth: 1280, maxHeight: 720 };

export interface FrameOrder {
  bytes: Uint8Array;
  maxWidth: number;
  maxHeight: number;
}

/** Makes the first frames of films out of pictures that are stored. */
export interface FrameWorker {
  /** A JPEG; null where the picture is gone by now, or cannot be read: then the words alone say what is shown. */
  frameOf(url: string | null): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export function frameStudio(storage: Pick<Storage, 'read'>): FrameWorker {
  const thread = new WorkerThread<FrameOrder, Uint8Array>(new URL('./firstFrame.worker.ts', import.meta.url));
  return {
    async frameOf(url) {
      const name = fileNameOf(url);
      const stored = name === null ? null : await storage.read(name);
      if (!stored) return null;
      const frame = await thread.send({ bytes: await buffer(stored), ...frameSize });
      return frame.length > 0 ? frame : null;
    },
    close: () => thread.close(),
  };
}
