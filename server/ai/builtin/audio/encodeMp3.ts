import { createMp3Encoder } from 'wasm-media-encoders';
import { applyGain, decibelsOf } from '#engines/sound/dsp/level.ts';
import { resample } from '#engines/sound/dsp/resample.ts';
import { fileSampleRate, type Sound } from '#engines/sound/sound.ts';

/** Every file is mono with a constant bit rate (docs/spec/audio.md). */
const kilobitsPerSecond = 128;
/**
 * The encoder reduces the level by a twentieth (0.45 dB) at this bit rate. This is LAME's setting
 * against clipping, and its API does not expose it. We set the levels, so we compensate for it.
 */
const encoderGain = 0.95;
/** Samples per call. The encoder's buffer grows to the longest input it ever received. */
const pieceLength = fileSampleRate;

/**
 * Encode consecutive sounds as one MP3 file. The iterable is consumed one sound at a time, so a
 * generator needs memory for one sound only. There must be silence between two sounds, because each
 * is resampled separately.
 */
export async function encodeMp3(sounds: Iterable<Sound>): Promise<Uint8Array<ArrayBuffer>> {
  // One encoder per file: state left from one file would be audible in the next.
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: fileSampleRate, channels: 1, bitrate: kilobitsPerSecond });
  const pieces: Uint8Array[] = [];
  // The returned array is a view of the encoder's memory, which the next call overwrites.
  const keep = (encoded: Uint8Array) => pieces.push(encoded.slice());
  for (const sound of sounds) {
    const { samples } = applyGain(resample(sound, fileSampleRate), decibelsOf(1 / encoderGain));
    for (let at = 0; at < samples.length; at += pieceLength)
      keep(encoder.encode([samples.subarray(at, at + pieceLength)]));
  }
  keep(encoder.finalize());
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/**
 * Return the playing time of an `encodeMp3` file in seconds, including the encoder's padding at
 * both ends.
 */
export function mp3Seconds(file: Uint8Array): number {
  return (file.length * 8) / (kilobitsPerSecond * 1000);
}
