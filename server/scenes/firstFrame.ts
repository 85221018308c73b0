import { buffer } from 'node:stream/consumers';
import { WorkerThread } from '#server/lib/thread.ts';
import { fileNameOf, type Storage } from '#server/storage/storage.ts';

/**
 * Maximum size of a video's first frame: 720p, the size of the video. So it has some hundred
 * kilobytes, whatever was uploaded.
 */
export const frameSize = { maxWidth: 1280, maxHeight: 720 };

export interface FrameOrder {
  bytes: Uint8Array;
  maxWidth: number;
  maxHeight: number;
}

/** Creates the first frames of videos from stored pictures. */
export interface FrameWorker {
  /**
   * Return a JPEG. Null: the picture is missing or unreadable, so that only the text describes the
   * scene.
   */
  frameOf(url: string | null): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export function createFrameWorker(storage: Pick<Storage, 'read'>): FrameWorker {
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
