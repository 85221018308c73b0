import type { Sound } from '../sound.ts';
import { type Biquad, BiquadFilter } from './biquad.ts';

/*
 * Loudness in LUFS of one channel by ITU-R BS.1770-4. Sources: annex 1 of the recommendation, which
 * gives its filters for 48,000 samples per second. For other rates, the analogue form with the
 * formulas of libebur128.
 */

const blockSteps = 4;
/** A block of 400 ms begins at every step. */
const stepSeconds = 0.1;
/** Blocks below this are silence. */
const absoluteGate = -70;
/** Blocks this far below the mean of the others are pauses. */
const relativeGate = -10;

/** Return the first filter, which boosts high tones as a head does. */
function headFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (vh + (vb * k) / q + k * k) / a0,
    b1: (2 * (k * k - vh)) / a0,
    b2: (vh - (vb * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Return the second filter, which reduces low tones. */
function deepFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Return both weighting filters. */
export function loudnessFilters(sampleRate: number): [head: Biquad, deep: Biquad] {
  return [headFilter(sampleRate), deepFilter(sampleRate)];
}

/**
 * Measures the loudness of a sound that comes in parts. It stores one number per tenth of a second.
 */
export class LoudnessMeter {
  readonly #stepLength: number;
  readonly #filters: [BiquadFilter, BiquadFilter];
  readonly #steps: number[] = [];
  #energy = 0;
  #count = 0;

  constructor(sampleRate: number) {
    const [head, deep] = loudnessFilters(sampleRate);
    this.#filters = [new BiquadFilter(head), new BiquadFilter(deep)];
    this.#stepLength = Math.round(stepSeconds * sampleRate);
  }

  add(samples: Float32Array): void {
    const [head, deep] = this.#filters;
    for (let at = 0; at < samples.length; at++) {
      const weighted = deep.next(head.next(samples[at] as number));
      this.#energy += weighted * weighted;
      if (++this.#count < this.#stepLength) continue;
      this.#steps.push(this.#energy / this.#count);
      this.#energy = 0;
      this.#count = 0;
    }
  }

  /**
   * Gated loudness in LUFS; -Infinity for silence. A sound shorter than one block counts as one
   * block.
   */
  get loudness(): number {
    const blocks = this.#blocks().filter((energy) => lufs(energy) > absoluteGate);
    const gate = lufs(mean(blocks)) + relativeGate;
    return lufs(mean(blocks.filter((energy) => lufs(energy) > gate)));
  }

  #blocks(): number[] {
    const steps = this.#steps;
    if (steps.length < blockSteps) {
      const length = steps.length * this.#stepLength + this.#count;
      const energy = steps.reduce((sum, step) => sum + step * this.#stepLength, this.#energy);
      return length === 0 ? [] : [energy / length];
    }
    return steps.slice(blockSteps - 1).map((_, at) => mean(steps.slice(at, at + blockSteps)));
  }
}

/** Return the gated loudness in LUFS; -Infinity for silence. */
export function loudnessOf({ samples, sampleRate }: Sound): number {
  const meter = new LoudnessMeter(sampleRate);
  meter.add(samples);
  return meter.loudness;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function lufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}
