import type { Dice } from '#screenplay/dice.ts';
import { silence } from './signal.ts';

/** Return white noise: equal power at all frequencies, a hiss. */
export function whiteNoise(seconds: number, dice: Dice) {
  const noise = silence(seconds);
  for (let index = 0; index < noise.length; index++) noise[index] = dice.next() * 2 - 1;
  return noise;
}

/**
 * Return pink noise: equal power per octave, as for water or crowds. Three-pole filter by Paul
 * Kellet.
 */
export function pinkNoise(seconds: number, dice: Dice) {
  const noise = silence(seconds);
  let [low, middle, high] = [0, 0, 0];
  for (let index = 0; index < noise.length; index++) {
    const white = dice.next() * 2 - 1;
    low = 0.99765 * low + white * 0.099046;
    middle = 0.963 * middle + white * 0.2965164;
    high = 0.57 * high + white * 1.0526913;
    noise[index] = (low + middle + high + white * 0.1848) * 0.2;
  }
  return noise;
}

/** Return brown noise: mostly low frequencies, a rumble. */
export function brownNoise(seconds: number, dice: Dice) {
  const noise = silence(seconds);
  let level = 0;
  for (let index = 0; index < noise.length; index++) {
    level = level * 0.996 + (dice.next() * 2 - 1) * 0.06;
    noise[index] = level;
  }
  return noise;
}

/**
 * Return a function that moves smoothly and randomly between two values, with `turnsPerSecond`
 * turning points. For gusts, idling engines or unsteady hands.
 */
export function smoothRandom(dice: Dice, turnsPerSecond: number, low: number, high: number) {
  const turns: number[] = [];
  const turn = (index: number) => {
    while (turns.length <= index) turns.push(dice.between(low, high));
    return turns[index] ?? low;
  };
  return (second: number) => {
    const place = Math.max(0, second * turnsPerSecond);
    const index = Math.floor(place);
    const share = place - index;
    const eased = share * share * (3 - 2 * share);
    return turn(index) * (1 - eased) + turn(index + 1) * eased;
  };
}
