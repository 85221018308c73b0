import { fileSampleRate } from '../../sound.ts';

/** A constant, or a function of the time in seconds from the start. */
export type OverTime = number | ((second: number) => number);

export function samplesIn(seconds: number): number {
  return Math.max(1, Math.round(seconds * fileSampleRate));
}

export function silence(seconds: number): Float32Array<ArrayBuffer> {
  return new Float32Array(samplesIn(seconds));
}

/** Compute each sample from its time in seconds. */
export function signalOf(seconds: number, sample: (second: number, index: number) => number) {
  const signal = silence(seconds);
  for (let index = 0; index < signal.length; index++) {
    signal[index] = sample(index / fileSampleRate, index);
  }
  return signal;
}

/** Add a signal to another one in place. Samples beyond its ends are dropped. */
export function mixIn(into: Float32Array, signal: Float32Array, atSecond = 0, gain = 1): void {
  const start = Math.round(atSecond * fileSampleRate);
  const first = Math.max(0, -start);
  const end = Math.min(signal.length, into.length - start);
  for (let index = first; index < end; index++) {
    into[start + index] = (into[start + index] ?? 0) + (signal[index] ?? 0) * gain;
  }
}

/** Return the sum of several signals, as long as the first. */
export function sumSignals(first: Float32Array, ...others: [signal: Float32Array, gain: number][]) {
  const sum = Float32Array.from(first);
  for (const [signal, gain] of others) mixIn(sum, signal, 0, gain);
  return sum;
}

/** Multiply a signal in place and return it. */
export function amplify<S extends Float32Array>(signal: S, gain: OverTime): S {
  for (let index = 0; index < signal.length; index++) {
    const factor = typeof gain === 'number' ? gain : gain(index / fileSampleRate);
    signal[index] = (signal[index] ?? 0) * factor;
  }
  return signal;
}

/** Return the largest absolute sample. */
export function peakAmplitude(signal: Float32Array): number {
  let peak = 0;
  for (const sample of signal) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** Return the root mean square: the level of a steady sound. */
export function rootMeanSquare(signal: Float32Array): number {
  let sum = 0;
  for (const sample of signal) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, signal.length));
}
