import {
  AudioSample,
  AudioSampleSource,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny';
import { type MixClip, mixBlocks } from '#engines/sound/mix/mixing.ts';
import { fileSampleRate } from '#engines/sound/sound.ts';
import { decodeSound } from '#web/audio/decodeSound.ts';
import { gainOfVolume } from '#web/audio/readClip.ts';
import { FileGenerationError } from '#web/backgroundTasks/useFileGeneration.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { loadStoredFile } from '#web/lib/storedFile.ts';
import { type Animatic, type AnimaticShot, shotAt } from './animatic.ts';
import { type DrawnPicture, drawFrame, frameHeight, frameWidth } from './drawFrame.ts';
import { PatchedFile } from './patchedFile.ts';
import { AnimaticPictures } from './pictures.ts';
import { VideoFrames } from './videoFrames.ts';

const framesPerSecond = 24;
/** Pictures that stand nearly still need little. */
const videoBitsPerSecond = 2_500_000;
const audioBitsPerSecond = 128_000;

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
  const { video, audio, isMp4 } = await codecs();
  const format = isMp4 ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat();
  const file = new PatchedFile();
  const output = new Output({
    format,
    target: new StreamTarget(file.writable, { chunked: true, chunkSize: 2 ** 20 }),
  });
  const canvas = document.createElement('canvas');
  canvas.width = frameWidth;
  canvas.height = frameHeight;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('There is no canvas');
  const frames = new CanvasSource(canvas, { codec: video, bitrate: videoBitsPerSecond });
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

/** MP4 where the browser can make both its parts, since more programs open it; WebM otherwise. */
async function codecs() {
  const size = { width: frameWidth, height: frameHeight, bitrate: videoBitsPerSecond };
  const voice = { numberOfChannels: 1, sampleRate: fileSampleRate, bitrate: audioBitsPerSecond };
  const canEncode = typeof VideoEncoder !== 'undefined';
  const avc = canEncode ? await getFirstEncodableVideoCodec(['avc'], size) : null;
  const aac = avc ? await getFirstEncodableAudioCodec(['aac'], voice) : null;
  if (avc && aac) return { video: avc, audio: aac, isMp4: true };
  const video = canEncode ? await getFirstEncodableVideoCodec(['vp9', 'vp8', 'av1'], size) : null;
  if (video) return { video, audio: await getFirstEncodableAudioCodec(['opus'], voice), isMp4: false };
  throw new FileGenerationError(
    'This browser cannot make films. The animatic plays all the same; to export it, open this page in a current Chrome, Edge, Safari or Firefox on a computer.',
  );
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
