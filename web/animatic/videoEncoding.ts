import {
  type AudioCodec,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  NullTarget,
  Output,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { fileSampleRate } from '#engines/sound/sound.ts';
import { FileGenerationError } from '#web/backgroundTasks/useFileGeneration.ts';
import type { Animatic } from './animatic.ts';
import { drawFrame, frameHeight, frameWidth } from './drawFrame.ts';

export const framesPerSecond = 24;
/** Pictures that stand nearly still need little. */
const videoBitsPerSecond = 2_500_000;
export const audioBitsPerSecond = 128_000;
/** Frames that are encoded to measure how fast the browser is. */
const measuredFrames = 16;

interface Codecs {
  video: VideoCodec;
  /** Null: the browser has no encoder for sound. */
  audio: AudioCodec | null;
  isMp4: boolean;
}

/**
 * Choose MP4 where the browser can make both its parts, because more programs open it; WebM
 * otherwise. VP8 is first there: Firefox encodes it many times faster than VP9.
 */
export async function chooseCodecs(): Promise<Codecs> {
  const size = { width: frameWidth, height: frameHeight, bitrate: videoBitsPerSecond };
  const voice = { numberOfChannels: 1, sampleRate: fileSampleRate, bitrate: audioBitsPerSecond };
  const canEncode = typeof VideoEncoder !== 'undefined' && !isWebKitOnLinux(navigator.userAgent);
  const avc = canEncode ? await getFirstEncodableVideoCodec(['avc'], size) : null;
  const aac = avc ? await getFirstEncodableAudioCodec(['aac'], voice) : null;
  if (avc && aac) return { video: avc, audio: aac, isMp4: true };
  const video = canEncode ? await getFirstEncodableVideoCodec(['vp8', 'vp9', 'av1'], size) : null;
  if (video) return { video, audio: await getFirstEncodableAudioCodec(['opus'], voice), isMp4: false };
  throw new FileGenerationError(
    'This browser cannot make films. The animatic plays all the same; to export it, open this page in a current Chrome, Edge, Safari or Firefox on a computer.',
  );
}

/** Return whether this is a browser on WebKitGTK, whose page crashes while it encodes video. */
export function isWebKitOnLinux(userAgent: string): boolean {
  return /Linux.*AppleWebKit/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent);
}

export function videoFormat(isMp4: boolean): Mp4OutputFormat | WebMOutputFormat {
  return isMp4 ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat();
}

/** Return a source of frames for a film that is not watched while it is made. */
export function frameSource(canvas: HTMLCanvasElement, video: VideoCodec): CanvasSource {
  return new CanvasSource(canvas, {
    codec: video,
    bitrate: videoBitsPerSecond,
    latencyMode: video === 'vp9' || video === 'av1' ? 'realtime' : 'quality',
  });
}

export function videoCanvas(): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = frameWidth;
  canvas.height = frameHeight;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('There is no canvas');
  return { canvas, context };
}

/**
 * Encode some frames of an animatic, and return how many seconds the whole film takes in this
 * browser. Rejects with FileGenerationError if it cannot make films.
 */
export async function estimateExportSeconds(animatic: Animatic, signal: AbortSignal): Promise<number> {
  const { video, isMp4 } = await chooseCodecs();
  const { canvas, context } = videoCanvas();
  const output = new Output({ format: videoFormat(isMp4), target: new NullTarget() });
  const frames = frameSource(canvas, video);
  output.addVideoTrack(frames, { frameRate: framesPerSecond });
  const startedMs = performance.now();
  try {
    await output.start();
    for (let frame = 0; frame < measuredFrames; frame++) {
      signal.throwIfAborted();
      const second = (frame / measuredFrames) * animatic.seconds;
      drawFrame(context, { animatic, second, pictureOf: () => null, hasCaptions: true });
      await frames.add(frame / framesPerSecond, 1 / framesPerSecond);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  const secondsPerFrame = (performance.now() - startedMs) / 1000 / measuredFrames;
  return secondsPerFrame * animatic.seconds * framesPerSecond;
}
