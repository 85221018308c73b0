import { fileSampleRate } from '../../sound.ts';
import { lowPass } from './filter.ts';

/** The surroundings of a sound. */
export type EffectSpace = 'open' | 'room' | 'hall';

/** Delays of the walls in seconds, the feedback, and the cutoff frequency of the echoes. */
const spaces = {
  open: { delays: [0.061, 0.083, 0.097], feedback: 0.25, hz: 2200 },
  room: { delays: [0.0113, 0.0137, 0.0173, 0.0199], feedback: 0.62, hz: 4500 },
  hall: { delays: [0.0437, 0.0531, 0.0613, 0.0719], feedback: 0.82, hz: 3800 },
};

/**
 * Return only the echoes, without the sound itself (Schroeder: parallel combs, then two
 * all-passes).
 */
export function echoes(signal: Float32Array, space: EffectSpace) {
  const { delays, feedback, hz } = spaces[space];
  const sum = new Float32Array(signal.length);
  for (const seconds of delays) {
    const delay = Math.round(seconds * fileSampleRate);
    const line = new Float32Array(signal.length);
    let damped = 0;
    for (let index = 0; index < signal.length; index++) {
      damped += ((line[index - delay] ?? 0) - damped) * 0.55;
      line[index] = (signal[index - delay] ?? 0) + damped * feedback;
      sum[index] = (sum[index] ?? 0) + (line[index] ?? 0) / delays.length;
    }
  }
  return lowPass(diffused(diffused(sum, 0.005), 0.0017), hz);
}

function diffused(signal: Float32Array, seconds: number) {
  const delay = Math.round(seconds * fileSampleRate);
  const result = new Float32Array(signal.length);
  for (let index = 0; index < signal.length; index++) {
    const before = (signal[index - delay] ?? 0) + 0.7 * (result[index - delay] ?? 0);
    result[index] = before - 0.7 * (signal[index] ?? 0);
  }
  return result;
}
