import type { Dice } from '#screenplay/dice.ts';
import { amplify, mixIn, silence } from './signal.ts';

/** Comes within the attack, then is half as loud after each half-life. In place. */
export function applyDecay<S extends Float32Array>(
  signal: S,
  attackSeconds: number,
  halfLifeSeconds: number,
): S {
  return amplify(signal, (second) =>
    second < attackSeconds ? second / attackSeconds : 0.5 ** ((second - attackSeconds) / halfLifeSeconds),
  );
}

/** Goes from one gain to the next by straight lines; times in seconds, rising. In place. */
export function applyEnvelope<S extends Float32Array>(
  signal: S,
  points: readonly [second: number, gain: number][],
): S {
  return amplify(signal, piecewiseLinear(points));
}

/** A value that goes from one point to the next by straight lines. */
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

/** Swells and goes in one arch over its whole length: what passes by. In place. */
export function applySwell<S extends Float32Array>(signal: S, seconds: number, sharpness = 1): S {
  return amplify(
    signal,
    (second) => Math.sin(Math.PI * Math.min(1, Math.max(0, second / seconds))) ** sharpness,
  );
}

/** Many small sounds by chance, so many a second on average; each is made anew. */
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
