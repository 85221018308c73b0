import { BlockLimiter } from './blockLimiter.ts';

/** A sound at its place. All clips of a mix have the mix's rate. */
export interface MixClip {
  /** From the start of the mix; a clip never begins before the one that was given before it. */
  startSeconds: number;
  samples: Float32Array;
  /** 1 is as it is. */
  gain: number;
  /** From silence at the start, and back to it at the end. */
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
}

export interface MixOptions {
  sampleRate: number;
  /** How many samples come at once. */
  blockLength?: number;
}

const defaultBlockLength = 8192;
/** No sample rises above: where voices overlap, both are turned down together. */
const ceiling = 0.89;

/**
 * The mix in blocks, of which the last one is shorter. Only what sounds is held: a clip is asked for when the block before
 * its start is made, and let go after its end. A clip that comes too early is heard at the place that is mixed then.
 */
export async function* mixBlocks(
  clips: AsyncIterable<MixClip> | Iterable<MixClip>,
  { sampleRate, blockLength = defaultBlockLength }: MixOptions,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  const limiter = new BlockLimiter(ceiling);
  for await (const block of summed(clips, sampleRate, blockLength)) {
    const ready = limiter.push(block);
    if (ready) yield ready;
  }
  const last = limiter.flush();
  if (last) yield last;
}

interface SoundingClip extends MixClip {
  start: number;
}

async function* summed(
  clips: AsyncIterable<MixClip> | Iterable<MixClip>,
  sampleRate: number,
  blockLength: number,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  let sounding: SoundingClip[] = [];
  let at = 0;
  const blockOf = (length: number) => {
    const block = new Float32Array(length);
    for (const clip of sounding) mixClip(block, at, clip, sampleRate);
    at += length;
    sounding = sounding.filter(({ start, samples }) => start + samples.length > at);
    return block;
  };
  for await (const clip of clips) {
    const start = Math.max(at, Math.round(clip.startSeconds * sampleRate));
    while (at + blockLength <= start) yield blockOf(blockLength);
    sounding.push({ ...clip, start });
  }
  const end = Math.max(at, ...sounding.map(({ start, samples }) => start + samples.length));
  while (at < end) yield blockOf(Math.min(blockLength, end - at));
}

function mixClip(block: Float32Array, at: number, clip: SoundingClip, sampleRate: number): void {
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
