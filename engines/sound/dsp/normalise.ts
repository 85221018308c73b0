import { fileSampleRate, type Sound } from '../sound.ts';
import { applyGain, gainOf } from './level.ts';
import { applyLimiter } from './limiter.ts';
import { LoudnessMeter } from './loudness.ts';

/**
 * Loudness of every file in LUFS (docs/spec/audio.md). A sound with only peaks may stay below it.
 */
export const fileLoudness = -16;
/** Maximum true peak of every file, in dBTP. */
export const fileTruePeak = -1;
/** Headroom below that: MP3 does not reproduce every wave exactly. */
const codingHeadroom = 0.7;

const ceiling = gainOf(fileTruePeak - codingHeadroom);
/** Accepted error in LU. */
const tolerance = 0.1;
/** Maximum reduction by the limiter, in dB: more would flatten a sound with only peaks. */
const maxLimiting = 12;

/** Bring a sound to the loudness of every file, within its peak. Silence stays silence. */
export function normaliseLoudness(sound: Sound): Sound {
  return atLevel(sound, levelFor([sound]));
}

/** Apply a gain in decibels and limit to the peak of a file. */
export function atLevel(sound: Sound, decibels: number): Sound {
  return applyLimiter(applyGain(sound, decibels), ceiling);
}

/**
 * Return the decibels for `atLevel` that bring a sound to the loudness of every file. It may come
 * in parts that each begin and end in silence. The limiter reduces loudness, so the level is
 * corrected in rounds. 0 for silence.
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
