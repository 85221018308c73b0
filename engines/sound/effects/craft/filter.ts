import { fileSampleRate } from '../../sound.ts';
import type { OverTime } from './signal.ts';

/** Number of samples between updates of a moving filter. */
const stepSamples = 32;

/** Remove frequencies above `hz`. A resonance of 0.7 adds no peak, a higher one does. */
export function lowPass(signal: Float32Array, hz: OverTime, resonance = 0.7) {
  return applyFilter(signal, hz, resonance, (low) => low);
}

/** Remove frequencies below `hz`. */
export function highPass(signal: Float32Array, hz: OverTime, resonance = 0.7) {
  return applyFilter(signal, hz, resonance, (_low, _band, high) => high);
}

/** Keep only frequencies around `hz`; a higher resonance keeps a narrower band. */
export function bandPass(signal: Float32Array, hz: OverTime, resonance = 1) {
  return applyFilter(signal, hz, resonance, (_low, band) => band);
}

/**
 * Apply a state-variable filter with trapezoidal integration, which stays stable while its
 * frequency moves (Zavalishin).
 */
function applyFilter(
  signal: Float32Array,
  hz: OverTime,
  resonance: number,
  output: (low: number, band: number, high: number) => number,
) {
  const result = new Float32Array(signal.length);
  const damping = 1 / resonance;
  let [first, second, tuning, scale] = [0, 0, 0, 0];
  for (let index = 0; index < signal.length; index++) {
    if (index % stepSamples === 0) {
      const frequency = typeof hz === 'number' ? hz : hz(index / fileSampleRate);
      const bounded = Math.min(Math.max(frequency, 10), fileSampleRate * 0.45);
      tuning = Math.tan((Math.PI * bounded) / fileSampleRate);
      scale = 1 / (1 + tuning * (tuning + damping));
    }
    const high = ((signal[index] ?? 0) - (tuning + damping) * first - second) * scale;
    const band = tuning * high + first;
    const low = tuning * band + second;
    first = tuning * high + band;
    second = tuning * band + low;
    result[index] = output(low, band * damping, high);
  }
  return result;
}
