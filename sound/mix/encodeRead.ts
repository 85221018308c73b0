import { fileSampleRate } from '../sound.ts';
import type { SoundChapter } from './chapter.ts';
import { mixBlocks } from './mixing.ts';
import { type MixPart, ReadMix } from './readMix.ts';

/** What makes MP3 of samples, at the rate of all files and with one channel. */
export interface SampleEncoder {
  /** What it returns may lie in its own memory, and be written over by the next call. */
  encode: (channels: [Float32Array]) => Uint8Array;
  /** The last frames. */
  finalize: () => Uint8Array;
}

/**
 * Mixes a read and encodes it as MP3, piece by piece: what was encoded is handed on and forgotten, so that a whole script
 * takes no more memory than what sounds at once. Returns the chapters.
 */
export async function encodeRead(
  parts: AsyncIterable<MixPart>,
  encoder: SampleEncoder,
  onPiece: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<SoundChapter[]> {
  const read = new ReadMix();
  const keep = (encoded: Uint8Array) => {
    if (encoded.length > 0) onPiece(new Uint8Array(encoded));
  };
  for await (const block of mixBlocks(read.clips(parts), { sampleRate: fileSampleRate }))
    keep(encoder.encode([block]));
  keep(encoder.finalize());
  return read.chapters;
}
