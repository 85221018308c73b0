import { fileSampleRate, type Sound } from '../sound.ts';
import { applyGain, gainOf } from './level.ts';
import { applyLimiter } from './limiter.ts';
import { LoudnessMeter } from './loudness.ts';

/** How loud every file is, in LUFS (docs/spec/audio.md); what has little but peaks may stay below. */
export const fileLoudness = -16;
/** How high the wave of every file may rise, in dBTP. */
export const fileTruePeak = -1;
/** What is left below that: an MP3 does not give back each wave as it was. */
const codingHeadroom = 0.7;

const ceiling = gainOf(fileTruePeak - codingHeadroom);
/** Near enough, in LU. */
const tolerance = 0.1;
/** More than that is not asked of the limiter, in dB: what is mere peaks would be flattened. */
const maxLimiting = 12;

/** As loud as every file is, and within its peak. Silence stays silence. */
export function normaliseLoudness(sound: Sound): Sound {
  return atLevel(sound, levelFor([sound]));
}

/** So many decibels louder, and within the peak of a file. */
export function atLevel(sound: Sound, decibels: number): Sound {
  return applyLimiter(applyGain(sound, decibels), ceiling);
}

/**
 * The decibels for `atLevel` that make a sound as loud as every file is, where it comes in parts that each begin and end in
 * silence. The limiter takes loudness away, so the level is tried and mended. 0 for silence.
 */
export function levelFor(parts: readonly Sound[]): number {
  const first = fileLoudness - loudnessAt(parts, null);
  if (!Number.isFinite(first)) return 0;
  let level = first;
  for (let round = 0; round < 8; round++) {
    const missing = fileLoudness - loudnessAt(parts, level);
    if (Math.abs(missing) <= tolerance) break;
    level = Math.min(first + maxLimiting, level + missing);
  }
  return level;
}

function loudnessAt(parts: readonly Sound[], level: number | null): number {
  const meter = new LoudnessMeter(parts[0]?.sampleRate ?? fileSampleRate);
  for (const part of parts) meter.add((level === null ? part : atLevel(part, level)).samples);
  return meter.loudness;
}
