import type { Dice } from '#screenplay/dice.ts';
import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { brownNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, modalTone } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

/** Return a blow on wood: a click, and a dull board. */
function onWood(seconds: number, strength: number, dice: Dice, lowHz = 150) {
  const board = modalTone(seconds, [
    { hz: lowHz * dice.between(0.97, 1.03), gain: 1, halfLifeSeconds: 0.03 },
    { hz: lowHz * 2.3 * dice.between(0.97, 1.03), gain: 0.6, halfLifeSeconds: 0.018 },
    { hz: lowHz * 4.1 * dice.between(0.97, 1.03), gain: 0.35, halfLifeSeconds: 0.01 },
  ]);
  const click = applyDecay(lowPass(whiteNoise(0.03, dice), 1500 + strength * 3000), 0.0006, 0.004);
  return sumSignals(board, [click, 0.4 + strength * 0.4]);
}

/** Return the sound of a latch or lock: metal parts that touch. */
function latch(seconds: number, dice: Dice, hz = 2400) {
  const ring = modalTone(seconds, [
    { hz: hz * dice.between(0.95, 1.05), gain: 0.5, halfLifeSeconds: 0.012 },
    { hz: hz * 1.7, gain: 0.35, halfLifeSeconds: 0.008 },
    { hz: hz * 0.41, gain: 0.5, halfLifeSeconds: 0.01 },
  ]);
  return sumSignals(ring, [applyDecay(highPass(whiteNoise(0.02, dice), 1500), 0.0005, 0.003), 0.6]);
}

/** Return the creak of a hinge that sticks and slips: a low, sliding tone with many overtones. */
function hinge(seconds: number, dice: Dice) {
  const slide = smoothRandom(dice, 3, 45, 140);
  const scrape = harmonics(seconds, slide, falling(24, 0.6));
  const wood = sumSignals(
    bandPass(scrape, 620, 4),
    [bandPass(scrape, 1350, 6), 0.9],
    [bandPass(scrape, 2500, 5), 0.5],
  );
  const grip = smoothRandom(dice, 7, 0.2, 1);
  return amplify(wood, (second) => grip(second) * Math.sin(Math.PI * Math.min(1, second / seconds)) ** 0.5);
}

export const doorRecipes = {
  doorKnock: {
    label: 'knocks on a door',
    words: wordsOf(
      'knock, knock at, knock on - door, knock at - door, rap on - door, rapping, rap, raps, tap on - door, pounding on - door, pounds on - door, bangs on - door',
    ),
    nature: 'event',
    defaultCount: 3,
    seconds: 0.3,
    everySeconds: 0.36,
    make: ({ seconds, strength, dice }) => onWood(seconds, strength, dice, 190 - strength * 50),
  },
  doorClose: {
    label: 'a door that closes',
    words: wordsOf(
      'door close, door - close, close - door, closing - door, door shut, door - shut, shuts - door, shut - door, pulls - door, door falls shut, lid',
    ),
    nature: 'event',
    seconds: 0.9,
    everySeconds: 1.6,
    make: ({ seconds, strength, dice }) => {
      const sound = silence(seconds);
      const air = amplify(
        lowPass(brownNoise(0.25, dice), 400),
        piecewiseLinear([
          [0, 0],
          [0.22, 1],
          [0.25, 0],
        ]),
      );
      mixIn(sound, air, 0, 0.4);
      mixIn(sound, onWood(0.4, strength, dice, 95), 0.24, 0.9);
      mixIn(sound, latch(0.1, dice), 0.29, 0.5);
      return sound;
    },
  },
  doorSlam: {
    label: 'a door that slams',
    words: wordsOf(
      'slam, slamming, slammed, slam - door, door slam, door - slam, bangs shut, door bang, door - bang, throws - door',
    ),
    nature: 'event',
    seconds: 1.3,
    everySeconds: 1.8,
    make: ({ seconds, strength, dice }) => {
      const boom = applyDecay(lowPass(brownNoise(seconds, dice), 260), 0.002, 0.09);
      const crack = applyDecay(lowPass(whiteNoise(0.25, dice), 2500 + strength * 3000), 0.001, 0.02);
      const rattle = scatterGrains(0.35, 45, dice, () => latch(0.06, dice, dice.between(1200, 3000)));
      return sumSignals(
        boom,
        [onWood(0.5, 1, dice, 75), 1.2],
        [crack, 0.9],
        [applyDecay(rattle, 0.01, 0.07), 0.12],
      );
    },
  },
  doorCreak: {
    label: 'a door that creaks',
    words: wordsOf(
      'door creak open, door - creak open, creak, creaking, creak open, creaky, squeak, squeaking, door creak, door - creak, creaky door, creak - door, squeaky door, groaning - wood, floorboard, hinge, rusty',
    ),
    nature: 'event',
    seconds: 2,
    everySeconds: 2.6,
    make: ({ seconds, tempo, dice }) => hinge(seconds / Math.min(1.5, tempo), dice),
  },
  doorOpen: {
    label: 'a door that opens',
    words: wordsOf(
      'door open, door - open, open - door, opens up, door, doorway, gate, opening - door, enters, comes in',
    ),
    nature: 'event',
    seconds: 1.4,
    everySeconds: 2,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      mixIn(sound, latch(0.1, dice, 1900), 0.02, 0.9);
      mixIn(sound, latch(0.1, dice, 1500), 0.11, 0.7);
      const air = lowPass(brownNoise(Math.max(0.3, seconds - 0.3), dice), 500);
      mixIn(
        sound,
        amplify(
          air,
          piecewiseLinear([
            [0, 0],
            [0.3, 0.8],
            [Math.max(0.4, seconds - 0.3), 0],
          ]),
        ),
        0.2,
        0.5,
      );
      mixIn(sound, hinge(Math.max(0.3, seconds - 0.5), dice), 0.25, 0.12);
      return sound;
    },
  },
  lock: {
    label: 'a key in a lock',
    words: wordsOf(
      'lock, unlock, key turn, key in - lock, turns - key, key - lock, deadbolt, bolt, padlock, door handle, handle, locks - door, unlocks - door, latch',
    ),
    nature: 'event',
    seconds: 1,
    everySeconds: 1.4,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      const teeth = scatterGrains(0.3, 40, dice, () => latch(0.03, dice, dice.between(2500, 4500)));
      mixIn(
        sound,
        applyEnvelope(teeth, [
          [0, 0.4],
          [0.3, 0.6],
        ]),
        0,
        0.35,
      );
      mixIn(sound, latch(0.1, dice, 1700), 0.5, 1);
      mixIn(sound, onWood(0.15, 0.3, dice, 320), 0.53, 0.5);
      mixIn(sound, latch(0.1, dice, 1300), 0.62, 0.7);
      return sound;
    },
  },
  doorbell: {
    label: 'a doorbell',
    words: wordsOf('doorbell, doorbell ring, door bell, rings - bell at - door, buzzer, ding dong, intercom'),
    nature: 'event',
    seconds: 2.2,
    everySeconds: 2.6,
    make: ({ seconds }) => {
      const chime = (hz: number) =>
        modalTone(seconds, [
          { hz, gain: 1, halfLifeSeconds: 0.28 },
          { hz: hz * 2.76, gain: 0.3, halfLifeSeconds: 0.12 },
          { hz: hz * 5.4, gain: 0.12, halfLifeSeconds: 0.05 },
        ]);
      const sound = chime(659.3);
      mixIn(sound, chime(523.3), 0.55);
      return sound;
    },
  },
} satisfies Record<string, EffectRecipe>;
