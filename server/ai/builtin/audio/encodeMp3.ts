import { createMp3Encoder } from 'wasm-media-encoders';
import { applyGain, decibelsOf } from '#sound/dsp/level.ts';
import { resample } from '#sound/dsp/resample.ts';
import { fileSampleRate, type Sound } from '#sound/sound.ts';

/** Every file is of one channel and a constant rate of bits (docs/spec/audio.md). */
const kilobitsPerSecond = 128;
/**
 * The encoder makes everything softer by a twentieth at this rate of bits (LAME's own setting against clipping, which cannot be
 * reached from here): what a browser decodes is 0.45 dB below what went in. Levels are set by us, so that is taken back.
 */
const encoderGain = 0.95;
/** So many samples are handed over at once: the encoder keeps room for as many as it ever got. */
const pieceLength = fileSampleRate;

/**
 * An MP3 file of sounds that follow each other. They are taken one by one, so whoever makes them while they are taken
 * holds one at a time; between two there is silence, because each is resampled by itself.
 */
export async function encodeMp3(sounds: Iterable<Sound>): Promise<Uint8Array<ArrayBuffer>> {
  // An encoder for each file: what one is left with after a file would be heard in the next.
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: fileSampleRate, channels: 1, bitrate: kilobitsPerSecond });
  const pieces: Uint8Array[] = [];
  // What it returns lies in its own memory, and is written over by the next call.
  const keep = (encoded: Uint8Array) => pieces.push(encoded.slice());
  for (const sound of sounds) {
    const { samples } = applyGain(resample(sound, fileSampleRate), decibelsOf(1 / encoderGain));
    for (let at = 0; at < samples.length; at += pieceLength)
      keep(encoder.encode([samples.subarray(at, at + pieceLength)]));
  }
  keep(encoder.finalize());
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Seconds that a file of `encodeMp3` plays; what an encoder adds at both ends is in it. */
export function mp3Seconds(file: Uint8Array): number {
  return (file.length * 8) / (kilobitsPerSecond * 1000);
}
