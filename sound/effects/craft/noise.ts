import type { Dice } from '#screenplay/dice.ts';
import { silence } from './signal.ts';

/** All frequencies alike: hiss. */
export function whiteNoise(seconds: number, dice: Dice) {
  const noise = silence(seconds);
  for (let index = 0; index < noise.length; index++) noise[index] = dice.next() * 2 - 1;
  return noise;
}

/** As much in each octave: water, crowds. By Paul Kellet's three poles. */
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

/** Mostly low: rumbling. */
export function brownNoise(seconds: number, dice: Dice) {
  const noise = silence(seconds);
  let level = 0;
  for (let index = 0; index < noise.length; index++) {
    level = level * 0.996 + (dice.next() * 2 - 1) * 0.06;
    noise[index] = level;
  }
  return noise;
}

/** A smooth wandering between two values, with so many turns a second: gusts, idling engines, a hand that is not steady. */
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
