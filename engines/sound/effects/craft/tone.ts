import { fileSampleRate } from '../../sound.ts';
import { type OverTime, signalOf, silence } from './signal.ts';

/** Return a pure tone. */
export function sine(seconds: number, hz: OverTime) {
  return harmonics(seconds, hz, [1]);
}

/**
 * Return a tone with overtones. `gains` has the gain of the fundamental, then of each overtone.
 * Overtones above what a file can hold are left out.
 */
export function harmonics(seconds: number, hz: OverTime, gains: readonly number[]) {
  let phase = 0;
  return signalOf(seconds, (second) => {
    const frequency = typeof hz === 'number' ? hz : hz(second);
    phase = (phase + frequency / fileSampleRate) % 1;
    let sum = 0;
    for (let index = 0; index < gains.length; index++) {
      if (frequency * (index + 1) > fileSampleRate * 0.45) break;
      sum += (gains[index] ?? 0) * Math.sin(2 * Math.PI * phase * (index + 1));
    }
    return sum;
  });
}

/**
 * Return gains that fall with a power of the overtone's number, as for a reed, a string or a
 * throat.
 */
export function falling(count: number, power = 1): number[] {
  return Array.from({ length: count }, (_, index) => 1 / (index + 1) ** power);
}

/** One resonance of a struck object. */
export interface RingMode {
  hz: number;
  gain: number;
  /** Time until it is half as loud. */
  halfLifeSeconds: number;
}

/** Return the sound of a struck object: tones that begin together and decay at separate rates. */
export function modalTone(seconds: number, modes: readonly RingMode[]) {
  const signal = silence(seconds);
  for (const { hz, gain, halfLifeSeconds } of modes) {
    if (hz > fileSampleRate * 0.45) continue;
    const turn = (2 * Math.PI * hz) / fileSampleRate;
    const loss = 0.5 ** (1 / (halfLifeSeconds * fileSampleRate));
    let level = gain;
    for (let index = 0; index < signal.length && level > 1e-5; index++, level *= loss) {
      signal[index] = (signal[index] ?? 0) + level * Math.sin(turn * index);
    }
  }
  return signal;
}
