import { fileSampleRate } from '../../sound.ts';
import { type OverTime, signalOf, silence } from './signal.ts';

/** A pure tone. */
export function sine(seconds: number, hz: OverTime) {
  return harmonics(seconds, hz, [1]);
}

/** A tone with overtones: how strong the first, second, third … is. Those that a file cannot hold are left out. */
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

/** Overtones of a reed, a string or a throat: each one weaker by its number to some power. */
export function falling(count: number, power = 1): number[] {
  return Array.from({ length: count }, (_, index) => 1 / (index + 1) ** power);
}

/** One way that a struck thing rings. */
export interface RingMode {
  hz: number;
  gain: number;
  /** Until it is half as loud. */
  halfLifeSeconds: number;
}

/** What a struck thing sounds like: tones that begin together and die away each in its own time. */
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
