import type { SoundChapter } from '#engines/sound/mix/chapter.ts';
import { cueSheet } from '#engines/sound/mix/cueSheet.ts';
import { id3Tag } from '#engines/sound/mix/id3.ts';
import type { MixPart } from '#engines/sound/mix/readMix.ts';
import { isOutOfCredits, isOverLimit } from '#web/ai/outOfCredits.ts';
import { decodeSound } from '#web/audio/decodeSound.ts';
import { GrowingFile } from '#web/audio/growingFile.ts';
import { gainOfVolume, type ReadClip } from '#web/audio/readClip.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import type { FromEncoder, ToEncoder } from './encoding.ts';

export interface ReadToExport {
  /** Written into the file. */
  title: string;
  /** Without the file extension. */
  fileName: string;
  clips: readonly ReadClip[];
}

export interface ExportProgress {
  /** Number of processed clips. `of` is their total number. */
  processed: number;
  of: number;
  /** The chapter that is being mixed. */
  chapter: string;
}

export interface ExportedRead {
  mp3: Blob;
  cue: Blob;
  fileName: string;
  seconds: number;
  chapters: SoundChapter[];
  /** Number of clips that could not be loaded or decoded, and are left out. */
  skipped: number;
}

interface ExportRun {
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

/**
 * Mix a read into one MP3 with chapters, in a worker. Rejects with the signal's reason when it is
 * cancelled.
 */
export async function exportRead(read: ReadToExport, run: ExportRun): Promise<ExportedRead> {
  run.signal.throwIfAborted();
  const worker = new Worker(new URL('./encodeRead.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await encode(read, run, worker);
  } finally {
    worker.terminate();
  }
}

function encode(
  read: ReadToExport,
  { signal, onProgress }: ExportRun,
  worker: Worker,
): Promise<ExportedRead> {
  const { promise, resolve, reject } = Promise.withResolvers<ExportedRead>();
  const file = new GrowingFile();
  const left = read.clips.values();
  let processed = 0;
  let skipped = 0;
  const tell = (message: ToEncoder, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const sendNext = async () => {
    const { value: clip } = left.next();
    if (!clip) return tell({ type: 'end' });
    onProgress({ processed: processed++, of: read.clips.length, chapter: clip.chapter });
    const part = await partOf(clip, signal);
    if (signal.aborted) return;
    if (part.isSkipped) skipped++;
    tell({ type: 'part', part }, part.sound ? [part.sound.samples.buffer] : []);
  };
  const end = (chapters: SoundChapter[]) =>
    resolve({ ...files(read, file.whole(), chapters), chapters, skipped });
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  worker.addEventListener('error', () => reject(new Error('The encoder could not be started')));
  worker.addEventListener('message', ({ data }: MessageEvent<FromEncoder>) => {
    if (data.type === 'next') sendNext().catch(reject);
    else if (data.type === 'piece') file.add(data.piece);
    else if (data.type === 'done') end(data.chapters);
    else reject(new Error(data.reason));
  });
  return promise;
}

function files({ title, fileName }: ReadToExport, sound: Blob, chapters: SoundChapter[]) {
  const seconds = chapters.at(-1)?.endSeconds ?? 0;
  const sheet = cueSheet({ title, fileName: `${fileName}.mp3`, chapters });
  return {
    mp3: new Blob([id3Tag({ title, chapters }), sound], { type: 'audio/mpeg' }),
    cue: new Blob([sheet], { type: 'application/x-cue' }),
    fileName,
    seconds,
  };
}

/**
 * Load the part of a clip. A failing clip is left out, as playback skips it. A lack of credits is
 * rethrown, because it concerns all clips.
 */
async function partOf(clip: ReadClip, signal: AbortSignal): Promise<MixPart & { isSkipped: boolean }> {
  const { silentSeconds, overlapSeconds, chapter } = clip;
  const rest = { silentSeconds, overlapSeconds, chapter, gain: gainOfVolume(clip.volume) };
  try {
    const file = await clip.load(signal);
    return { ...rest, sound: file && (await decodeSound(file)), isSkipped: false };
  } catch (error) {
    if (signal.aborted || isOutOfCredits(error) || isOverLimit(error)) throw error;
    logFailure('A clip was left out', error);
    return { ...rest, sound: null, isSkipped: true };
  }
}
