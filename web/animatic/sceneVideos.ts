import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import type { AnimaticShot } from './animatic.ts';
import type { DrawnPicture } from './drawFrame.ts';

/**
 * Maximum drift from the clock before a video is corrected; less is not visible, while the
 * correction would be.
 */
const maxDriftSeconds = 0.25;
/** A place short of the end, where there is still a frame. */
const lastFrameSeconds = 0.05;
/** As HTMLMediaElement counts it: there is a frame to be drawn. */
const hasFrame = 2;

/** The part of a video element that is needed. */
export type ShotVideo = Pick<
  HTMLVideoElement,
  | 'play'
  | 'pause'
  | 'currentTime'
  | 'duration'
  | 'paused'
  | 'seeking'
  | 'readyState'
  | 'videoWidth'
  | 'videoHeight'
>;

/**
 * Prepare the video at an address; `onFrame` reports another available frame, `onError` that none
 * will come.
 */
export type OpenVideo = (address: string, onFrame: () => void, onError: () => void) => OpenedVideo;

interface OpenedVideo {
  video: ShotVideo;
  source: CanvasImageSource;
  /** Release its resources. */
  close: () => void;
}

const ofBrowser: OpenVideo = (address, onFrame, onError) => {
  const video = document.createElement('video');
  // The sound is the read; the video's own made-up sound is muted.
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  for (const event of ['loadeddata', 'seeked']) video.addEventListener(event, onFrame);
  video.addEventListener('error', onError);
  video.src = hrefOf(address);
  const close = () => {
    for (const event of ['loadeddata', 'seeked']) video.removeEventListener(event, onFrame);
    video.removeEventListener('error', onError);
    video.removeAttribute('src');
    video.load();
  };
  return { video, source: video, close };
};

/**
 * Videos of scenes in place of their pictures, synchronised with the clock of the read. A video
 * shorter than its shot stops at its last frame; a longer one is cut.
 */
export class SceneVideos {
  readonly #onFrame: () => void;
  readonly #open: OpenVideo;
  readonly #opened = new Map<string, OpenedVideo>();
  readonly #broken = new Set<string>();

  /** @param onFrame what is drawn has changed, though the time has not */
  constructor(onFrame: () => void, open: OpenVideo = ofBrowser) {
    this.#onFrame = onFrame;
    this.#open = open;
  }

  /** Show the shot at that second, prepare the next one, and release all others. */
  show(
    shot: AnimaticShot | null,
    next: AnimaticShot | undefined,
    { second, isPlaying }: { second: number; isPlaying: boolean },
  ): void {
    const address = shot?.videoUrl ?? null;
    const needed = new Set([address, next?.videoUrl ?? null]);
    for (const [each, { video, close }] of this.#opened) {
      if (each !== address && !video.paused) video.pause();
      if (needed.has(each)) continue;
      close();
      this.#opened.delete(each);
    }
    for (const each of needed) if (each !== null) this.#ready(each);
    const video = address === null ? undefined : this.#opened.get(address)?.video;
    if (shot && video) follow(video, second - shot.startSeconds, isPlaying);
  }

  /** Return the current frame of a shot's video, or null without one: its picture is shown then. */
  frameOf({ videoUrl }: AnimaticShot): DrawnPicture | null {
    const opened = videoUrl === null ? undefined : this.#opened.get(videoUrl);
    if (!opened || opened.video.readyState < hasFrame) return null;
    const { videoWidth: width, videoHeight: height } = opened.video;
    return { source: opened.source, width, height, isMoving: true };
  }

  close(): void {
    for (const { video, close } of this.#opened.values()) {
      video.pause();
      close();
    }
    this.#opened.clear();
  }

  #ready(address: string): void {
    if (this.#opened.has(address) || this.#broken.has(address)) return;
    const onError = () => {
      this.#broken.add(address);
      this.#opened.delete(address);
      logFailure('A video of the animatic was left out', new Error(address));
      this.#onFrame();
    };
    this.#opened.set(address, this.#open(address, this.#onFrame, onError));
  }
}

function follow(video: ShotVideo, second: number, isPlaying: boolean): void {
  const end = Number.isFinite(video.duration) ? Math.max(0, video.duration - lastFrameSeconds) : null;
  const isOver = end !== null && second >= end;
  const place = isOver ? end : Math.max(0, second);
  const drift = Math.abs(video.currentTime - place);
  const runs = isPlaying && !isOver;
  if (drift > (runs ? maxDriftSeconds : 0.001) && !video.seeking && end !== null) video.currentTime = place;
  if (runs && video.paused)
    video.play().catch((error: unknown) => {
      // A pause before the start aborts it; any other error falls back to a picture every quarter
      // of a second.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        logFailure('A video of the animatic does not play', error);
    });
  if (!runs && !video.paused) video.pause();
}
