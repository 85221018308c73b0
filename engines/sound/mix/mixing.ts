import { BlockLimiter } from './blockLimiter.ts';

/** A sound with its start. All clips of a mix have the mix's sample rate. */
export interface MixClip {
  /** From the start of the mix. Clips must be sorted by start. */
  startSeconds: number;
  samples: Float32Array;
  /** 1 leaves the level unchanged. */
  gain: number;
  /** Fade from silence at the start and to silence at the end. */
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
}

export interface MixOptions {
  sampleRate: number;
  /** Samples per block. */
  blockLength?: number;
}

const defaultBlockLength = 8192;
/** Maximum of any sample: overlapping voices are reduced together. */
const ceiling = 0.89;

/**
 * Mix clips in blocks; the last one is shorter. Only clips that are playing are in memory. A clip
 * is requested when the block before its start is made, and released after its end. A clip that
 * comes too late starts at the current position.
 */
export async function* mixBlocks(
  clips: AsyncIterable<MixClip> | Iterable<MixClip>,
  { sampleRate, blockLength = defaultBlockLength }: MixOptions,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  const limiter = new BlockLimiter(ceiling);
  for await (const block of sumClips(clips, sampleRate, blockLength)) {
    const ready = limiter.push(block);
    if (ready) yield ready;
  }
  const last = limiter.flush();
  if (last) yield last;
}

interface PlayingClip extends MixClip {
  start: number;
}

async function* sumClips(
  clips: AsyncIterable<MixClip> | Iterable<MixClip>,
  sampleRate: number,
  blockLength: number,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  let playing: PlayingClip[] = [];
  let at = 0;
  const blockOf = (length: number) => {
    const block = new Float32Array(length);
    for (const clip of playing) mixClip(block, at, clip, sampleRate);
    at += length;
    playing = playing.filter(({ start, samples }) => start + samples.length > at);
    return block;
  };
  for await (const clip of clips) {
    const start = Math.max(at, Math.round(clip.startSeconds * sampleRate));
    while (at + blockLength <= start) yield blockOf(blockLength);
    playing.push({ ...clip, start });
  }
  const end = Math.max(at, ...playing.map(({ start, samples }) => start + samples.length));
  while (at < end) yield blockOf(Math.min(blockLength, end - at));
}

function mixClip(block: Float32Array, at: number, clip: PlayingClip, sampleRate: number): void {
  const { start, samples, gain, fadeInSeconds = 0, fadeOutSeconds = 0 } = clip;
  const [fadeIn, fadeOut] = [fadeInSeconds * sampleRate, fadeOutSeconds * sampleRate];
  const from = Math.max(start, at);
  const to = Math.min(start + samples.length, at + block.length);
  for (let place = from; place < to; place++) {
    const index = place - start;
    const rising = fadeIn > 0 ? Math.min(1, index / fadeIn) : 1;
    const falling = fadeOut > 0 ? Math.min(1, (samples.length - 1 - index) / fadeOut) : 1;
    block[place - at] = (block[place - at] as number) + (samples[index] as number) * gain * rising * falling;
  }
}
