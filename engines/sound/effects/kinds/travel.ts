import { bandPass, lowPass } from '../craft/filter.ts';
import { brownNoise, pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, piecewiseLinear } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, modalTone, sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';
import { motor } from './cars.ts';

export const travelRecipes = {
  train: {
    label: 'a train on its rails',
    words: wordsOf(
      'train, railway, subway, tram, railroad, rails, locomotive, metro, underground train, carriage, freight train, train pass, train - pass',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, tempo, dice }) => {
      const rumble = lowPass(brownNoise(seconds, dice), 240 + strength * 200);
      const joints = silence(seconds);
      const bogie = 0.95 / tempo;
      for (let second = 0.1; second < seconds; second += bogie) {
        for (const offset of [0, 0.13 / tempo, 0.42 / tempo, 0.55 / tempo]) {
          const clack = sumSignals(
            modalTone(0.14, [
              { hz: dice.between(155, 175), gain: 0.8, halfLifeSeconds: 0.02 },
              { hz: dice.between(880, 960), gain: 0.4, halfLifeSeconds: 0.012 },
            ]),
            [applyDecay(bandPass(whiteNoise(0.08, dice), 1800, 1.5), 0.001, 0.008), 0.8],
          );
          mixIn(joints, clack, second + offset, offset === 0 || offset > 0.4 / tempo ? 1 : 0.7);
        }
      }
      return sumSignals(joints, [rumble, 1.1]);
    },
  },
  trainHorn: {
    label: 'the horn of a train',
    words: wordsOf(
      'train horn, train whistle, locomotive whistle, train - whistle, train hoot, whistle of - train, steam whistle',
    ),
    nature: 'event',
    seconds: 2.2,
    everySeconds: 2.8,
    make: ({ seconds, dice }) => {
      const breath = bandPass(whiteNoise(seconds, dice), 1200, 1);
      const chord = [311, 370, 466].map((hz) =>
        harmonics(seconds, (second) => hz * (1 - 0.02 * Math.exp(-second * 8)), falling(9, 0.9)),
      );
      const horn = sumSignals(
        chord[0] ?? breath,
        [chord[1] ?? breath, 0.9],
        [chord[2] ?? breath, 0.9],
        [breath, 0.5],
      );
      return applyEnvelope(lowPass(horn, 3200), [
        [0, 0],
        [0.12, 1],
        [seconds - 0.3, 0.9],
        [seconds, 0],
      ]);
    },
  },
  plane: {
    label: 'a plane overhead',
    words: wordsOf(
      'plane, airplane, aeroplane, jet, aircraft, airliner, plane pass, plane flies over, plane takes off, propeller, rocket',
    ),
    nature: 'bed',
    seconds: 9,
    make: ({ seconds, strength, dice }) => {
      const middle = seconds * 0.45;
      const drop = (second: number) => 1 - 0.12 * Math.tanh((second - middle) * 0.8);
      const roar = lowPass(pinkNoise(seconds, dice), (second) => (500 + strength * 900) * drop(second));
      const whine = harmonics(seconds, (second) => 1450 * drop(second), [0.5, 0.3]);
      return amplify(
        sumSignals(roar, [whine, 0.04]),
        (second) => 0.15 + 0.85 / (1 + (((second - middle) * 5) / seconds) ** 2),
      );
    },
  },
  helicopter: {
    label: 'a helicopter',
    words: wordsOf('helicopter, chopper, rotor, drone, rotor blade'),
    nature: 'bed',
    seconds: 7,
    make: ({ seconds, tempo, dice }) => {
      const blades = 11.5 * tempo;
      const wash = lowPass(pinkNoise(seconds, dice), 900);
      const chop = amplify(
        wash,
        (second) => 0.12 + (0.5 + 0.5 * Math.sin(2 * Math.PI * blades * second)) ** 5,
      );
      return sumSignals(
        chop,
        [motor(seconds, 68 * tempo, dice, 0.2), 0.12],
        [harmonics(seconds, blades * 2, falling(6)), 0.1],
      );
    },
  },
  shipHorn: {
    label: "a ship's horn",
    words: wordsOf(
      "ship horn, ship's horn, ferry's horn, boat's horn, ferry horn, foghorn, fog horn, boat horn, horn of - ship, horn of - ferry, ship - horn, ferry - horn, ship sounds its horn, steamer",
    ),
    nature: 'event',
    seconds: 3.2,
    everySeconds: 4.2,
    make: ({ seconds, dice }) => {
      const shake = smoothRandom(dice, 6, 0.995, 1.005);
      const tone = (hz: number) => harmonics(seconds, (second) => hz * shake(second), falling(16, 0.75));
      const horn = lowPass(
        sumSignals(tone(87), [tone(110), 0.6]),
        piecewiseLinear([
          [0, 300],
          [0.4, 1400],
          [seconds, 800],
        ]),
      );
      return applyEnvelope(horn, [
        [0, 0],
        [0.25, 1],
        [seconds - 0.5, 0.9],
        [seconds, 0],
      ]);
    },
  },
  boat: {
    label: 'a boat on the water',
    words: wordsOf(
      'boat, ferry, ship, vessel, rowing boat, motorboat, oar, rowing, sailing, yacht, trawler, hull, harbour, harbor, dock, quay, pier',
    ),
    nature: 'bed',
    seconds: 9,
    make: ({ seconds, strength, dice }) => {
      const sway = smoothRandom(dice, 0.9, 0.1, 1);
      const lapping = amplify(
        bandPass(pinkNoise(seconds, dice), (second) => 350 + sway(second) * 600, 1),
        (second) => sway(second) ** 2,
      );
      return sumSignals(
        lapping,
        [motor(seconds, 17, dice, 0.9), 0.12 + strength * 0.3],
        [sine(seconds, 34), 0.06],
      );
    },
  },
  hooves: {
    label: 'hooves',
    words: wordsOf(
      'horse, hoof, hooves, gallop, galloping, trot, trotting, horses gallop, carriage horse, stallion',
    ),
    nature: 'rhythm',
    seconds: 0.55,
    everySeconds: 0.62,
    make: ({ seconds, tempo, strength, dice }) => {
      const sound = silence(seconds);
      for (const [at, gain] of [
        [0, 0.8],
        [0.11, 0.6],
        [0.2, 1],
      ] as const) {
        const clop = modalTone(0.1, [
          { hz: dice.between(420, 640), gain: 0.8, halfLifeSeconds: 0.011 },
          { hz: dice.between(1000, 1300), gain: 0.35, halfLifeSeconds: 0.006 },
        ]);
        mixIn(clop, applyDecay(lowPass(whiteNoise(0.06, dice), 400 + strength * 500), 0.001, 0.012), 0, 0.9);
        mixIn(sound, clop, at / tempo, gain);
      }
      return sound;
    },
  },
} satisfies Record<string, EffectRecipe>;
