import type { Dice } from '#screenplay/dice.ts';
import { amplify, mixIn, silence } from './signal.ts';

/** Fade in over the attack, then halve the level after each half-life. In place. */
export function applyDecay<S extends Float32Array>(
  signal: S,
  attackSeconds: number,
  halfLifeSeconds: number,
): S {
  return amplify(signal, (second) =>
    second < attackSeconds ? second / attackSeconds : 0.5 ** ((second - attackSeconds) / halfLifeSeconds),
  );
}

/** Apply gains that change linearly between points; times in seconds, ascending. In place. */
export function applyEnvelope<S extends Float32Array>(
  signal: S,
  points: readonly [second: number, gain: number][],
): S {
  return amplify(signal, piecewiseLinear(points));
}

/** Return a function that interpolates linearly between points. */
export function piecewiseLinear(points: readonly [second: number, value: number][]) {
  return (second: number) => {
    const next = points.findIndex(([at]) => at > second);
    if (next < 0) return points.at(-1)?.[1] ?? 0;
    const [after, before] = [points[next], points[next - 1]];
    if (!after || !before) return after?.[1] ?? 0;
    const share = (second - before[0]) / (after[0] - before[0]);
    return before[1] + (after[1] - before[1]) * share;
  };
}

/** Swell and fade in one arch over the whole length, for sounds that pass by. In place. */
export function applySwell<S extends Float32Array>(signal: S, seconds: number, sharpness = 1): S {
  return amplify(
    signal,
    (second) => Math.sin(Math.PI * Math.min(1, Math.max(0, second / seconds))) ** sharpness,
  );
}

/** Scatter many small sounds randomly, `perSecond` on average. Each is generated separately. */
export function scatterGrains(
  seconds: number,
  perSecond: number,
  dice: Dice,
  grain: (dice: Dice, second: number) => Float32Array,
) {
  const field = silence(seconds);
  let second = -Math.log(1 - dice.next()) / perSecond;
  while (second < seconds) {
    mixIn(field, grain(dice, second), second);
    second += Math.max(0.0005, -Math.log(1 - dice.next()) / perSecond);
  }
  return field;
}
