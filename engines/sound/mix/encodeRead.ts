import { fileSampleRate } from '../sound.ts';
import type { SoundChapter } from './chapter.ts';
import { mixBlocks } from './mixing.ts';
import { type MixPart, ReadMix } from './readMix.ts';

/** Encodes samples as mono MP3 at the sample rate of all files. */
export interface SampleEncoder {
  /** The result may be in the encoder's memory, and the next call may overwrite it. */
  encode: (channels: [Float32Array]) => Uint8Array;
  /** Return the last frames. */
  finalize: () => Uint8Array;
}

/**
 * Mix a read and encode it as MP3 in pieces. Encoded pieces are passed on and released, so memory
 * depends only on what plays at once. Returns the chapters.
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
