import { AudioSample, AudioSampleSource, Output, StreamTarget } from 'mediabunny';
import { type MixClip, mixBlocks } from '#engines/sound/mix/mixing.ts';
import { fileSampleRate } from '#engines/sound/sound.ts';
import { decodeSound } from '#web/audio/decodeSound.ts';
import { gainOfVolume } from '#web/audio/readClip.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { loadStoredFile } from '#web/lib/storedFile.ts';
import { type Animatic, type AnimaticShot, shotAt } from './animatic.ts';
import { type DrawnPicture, drawFrame } from './drawFrame.ts';
import { PatchedFile } from './patchedFile.ts';
import { AnimaticPictures } from './pictures.ts';
import {
  audioBitsPerSecond,
  chooseCodecs,
  frameSource,
  framesPerSecond,
  videoCanvas,
  videoFormat,
} from './videoEncoding.ts';
import { VideoFrames } from './videoFrames.ts';

export { estimateExportSeconds } from './videoEncoding.ts';

export interface AnimaticFile {
  file: Blob;
  /** With its dot. */
  extension: string;
  seconds: number;
  /** Sounds that could not be loaded or read. */
  skipped: number;
  /** Videos of scenes that could not be: their pictures are seen. */
  skippedVideos: number;
  /** The browser has no encoder for sound. */
  isSilent: boolean;
}

interface AnimaticRun {
  hasCaptions: boolean;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Encode an animatic as a film with the browser's encoders. Import this module on demand: its
 * library is as large as a screen. Rejects with the signal's reason when cancelled.
 */
export async function exportAnimatic(animatic: Animatic, run: AnimaticRun): Promise<AnimaticFile> {
  const { signal, onProgress } = run;
  const { video, audio, isMp4 } = await chooseCodecs();
  const format = videoFormat(isMp4);
  const file = new PatchedFile();
  const output = new Output({
    format,
    target: new StreamTarget(file.writable, { chunked: true, chunkSize: 2 ** 20 }),
  });
  const { canvas, context } = videoCanvas();
  const frames = frameSource(canvas, video);
  output.addVideoTrack(frames, { frameRate: framesPerSecond });
  const hasSound = audio !== null && animatic.lines.some(({ soundUrl }) => soundUrl !== null);
  const samples = hasSound ? new AudioSampleSource({ codec: audio, bitrate: audioBitsPerSecond }) : null;
  if (samples) output.addAudioTrack(samples);
  const skipped = { count: 0 };
  const sound = mixBlocks(clipsOf(animatic, skipped, signal), { sampleRate: fileSampleRate });
  const addSound = soundFor(samples, sound);
  const pictures = picturesOf(animatic, signal);
  try {
    await output.start();
    const count = Math.max(1, Math.round(animatic.seconds * framesPerSecond));
    for (let frame = 0; frame < count; frame++) {
      signal.throwIfAborted();
      const second = frame / framesPerSecond;
      if (frame % framesPerSecond === 0) {
        await addSound(second + 2);
        onProgress(frame / count);
      }
      const picture = await pictures.at(second);
      drawFrame(context, { animatic, second, pictureOf: () => picture, hasCaptions: run.hasCaptions });
      await frames.add(second, 1 / framesPerSecond);
    }
    await addSound(Number.POSITIVE_INFINITY);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    await pictures.close();
  }
  const type = isMp4 ? 'video/mp4' : 'video/webm';
  const { seconds } = animatic;
  return {
    file: file.whole(type),
    extension: format.fileExtension,
    seconds,
    skipped: skipped.count,
    skippedVideos: pictures.skippedVideos(),
    isSilent: audio === null,
  };
}

/**
 * Return the picture at each second of a film, with increasing seconds: the scene's video,
 * otherwise its picture.
 */
function picturesOf(animatic: Animatic, signal: AbortSignal) {
  const stills = new AnimaticPictures();
  const unreadable = new Set<string>();
  let open: { shot: AnimaticShot; frames: VideoFrames | null } | null = null;
  const close = async () => {
    const { frames } = open ?? {};
    open = null;
    await frames?.close();
  };
  const leftOut = (address: string, error: unknown) => {
    signal.throwIfAborted();
    logFailure('A video was left out', error);
    unreadable.add(address);
    return null;
  };
  async function frameOf(shot: AnimaticShot, address: string, second: number): Promise<DrawnPicture | null> {
    if (open?.shot !== shot) {
      await close();
      const frames = await VideoFrames.open(address, signal).catch((error) => leftOut(address, error));
      open = { shot, frames };
    }
    const frames = open?.frames;
    return (await frames?.at(second - shot.startSeconds).catch((error) => leftOut(address, error))) ?? null;
  }
  return {
    async at(second: number): Promise<DrawnPicture | null> {
      const shot = shotAt(animatic, second);
      const { videoUrl = null, imageUrl = null } = shot ?? {};
      const isVideo = shot && videoUrl !== null && !unreadable.has(videoUrl);
      const frame = isVideo ? await frameOf(shot, videoUrl, second) : null;
      return frame ?? (imageUrl === null ? null : stills.load(imageUrl));
    },
    skippedVideos: () => unreadable.size,
    close,
  };
}

/**
 * Return a function that feeds a track its sound up to a second: interleaved tracks keep little in
 * memory.
 */
function soundFor(track: AudioSampleSource | null, sound: ReturnType<typeof mixBlocks>) {
  let heardSeconds = 0;
  return async (until: number): Promise<void> => {
    while (track && heardSeconds < until) {
      const { value: block } = await sound.next();
      if (!block) return;
      const rate = { format: 'f32-planar', numberOfChannels: 1, sampleRate: fileSampleRate } as const;
      using sample = new AudioSample({ ...rate, data: block, timestamp: heardSeconds });
      await track.add(sample);
      heardSeconds += block.length / fileSampleRate;
    }
  };
}

async function* clipsOf(
  { lines }: Animatic,
  skipped: { count: number },
  signal: AbortSignal,
): AsyncGenerator<MixClip> {
  for (const { soundUrl, startSeconds, volume } of lines) {
    if (soundUrl === null) continue;
    try {
      const { samples } = await decodeSound(await loadStoredFile(soundUrl, signal));
      yield {
        startSeconds,
        samples,
        gain: gainOfVolume(volume),
        fadeInSeconds: 0.004,
        fadeOutSeconds: 0.004,
      };
    } catch (error) {
      if (signal.aborted) throw error;
      logFailure('A sound was left out', error);
      skipped.count++;
    }
  }
}
