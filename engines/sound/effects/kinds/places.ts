import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { brownNoise, pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applySwell, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, modalTone, sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';
import { motor } from './cars.ts';

export const placeRecipes = {
  city: {
    label: 'a city',
    words: wordsOf(
      'city, city street, street, town, downtown, urban, city ambience, street noise, sidewalk cafe',
    ),
    nature: 'bed',
    seconds: 10,
    make: ({ seconds, strength, dice }) => {
      const bed = lowPass(pinkNoise(seconds, dice), 380);
      const cars = scatterGrains(seconds, 0.3 + strength * 0.3, dice, () => {
        const length = dice.between(2.5, 4.5);
        return applySwell(bandPass(pinkNoise(length, dice), dice.between(500, 1000), 0.7), length, 2);
      });
      const horns = scatterGrains(seconds, 0.12 + strength * 0.15, dice, () => {
        const length = dice.between(0.2, 0.6);
        return lowPass(
          applySwell(harmonics(length, dice.between(330, 470), falling(8, 0.8)), length, 0.3),
          1200,
        );
      });
      return sumSignals(bed, [cars, 0.7], [horns, 0.035]);
    },
  },
  forest: {
    label: 'leaves in the wind',
    words: wordsOf(
      'forest, rustling leaves, leaves rustle, leaves, trees, woods, woodland, foliage, tree, rustling trees, jungle',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const gust = smoothRandom(dice, 0.7, 0.15, 1);
      const leaves = scatterGrains(seconds, 130 + strength * 140, dice, (_dice, second) =>
        amplify(
          applyDecay(bandPass(whiteNoise(0.02, dice), dice.between(1500, 4500)), 0.002, 0.004),
          gust(second) ** 2,
        ),
      );
      return sumSignals(leaves, [amplify(lowPass(pinkNoise(seconds, dice), 900), gust), 0.25]);
    },
  },
  hum: {
    label: 'an electric hum',
    words: wordsOf(
      'hum, humming, drone note, electric hum, fluorescent, neon, neon sign, transformer, refrigerator, fridge, air conditioning, air conditioner, ventilation, fan, server room, power line, electricity, generator, amplifier',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const flicker = smoothRandom(dice, 8, 0.9, 1);
      const tone = harmonics(seconds, 100, [1, 0.5, 0.3, 0.15, 0.2, 0.08, 0.06, 0.05]);
      return sumSignals(amplify(tone, flicker), [
        bandPass(pinkNoise(seconds, dice), 700, 0.6),
        0.15 + strength * 0.2,
      ]);
    },
  },
  machine: {
    label: 'a machine at work',
    words: wordsOf(
      'machine, machinery, factory, engine room, conveyor, pump, press, washing machine, dishwasher, assembly line, mechanical, gear, robot, mill',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, tempo, dice }) => {
      const turn = 0.62 / tempo;
      const strokes = silence(seconds);
      for (let second = 0; second < seconds; second += turn) {
        mixIn(strokes, applyDecay(lowPass(whiteNoise(0.2, dice), 900), 0.004, 0.03), second);
        mixIn(
          strokes,
          modalTone(0.2, [
            { hz: 720, gain: 0.4, halfLifeSeconds: 0.025 },
            { hz: 1910, gain: 0.2, halfLifeSeconds: 0.015 },
          ]),
          second + turn * 0.5,
          0.8,
        );
        mixIn(
          strokes,
          amplify(highPass(whiteNoise(turn * 0.3, dice), 3000), (at) => 0.1 * (1 - at / turn)),
          second + turn * 0.6,
        );
      }
      return sumSignals(strokes, [motor(seconds, 48 * tempo, dice, 0.3), 0.2 + strength * 0.3]);
    },
  },
  saw: {
    label: 'a power tool',
    words: wordsOf(
      'drill, drilling, chainsaw, saw, sawing, power tool, lawnmower, lawn mower, vacuum, vacuum cleaner, hoover, blender, hairdryer, grinder',
    ),
    nature: 'bed',
    seconds: 5,
    make: ({ seconds, strength, dice }) => {
      const load = smoothRandom(dice, 2, 0.82, 1.05);
      const whine = harmonics(seconds, (second) => (170 + strength * 90) * load(second), falling(26, 0.5));
      return sumSignals(bandPass(whine, 1700, 0.6), [bandPass(whiteNoise(seconds, dice), 3000), 0.2]);
    },
  },
  underground: {
    label: 'a deep rumble',
    words: wordsOf(
      'rumble, rumbling, earthquake, avalanche, landslide, tremor, low drone, drone, ominous, dread, tension, suspense, spaceship, space',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const heave = smoothRandom(dice, 0.8, 0.4, 1);
      const deep = sumSignals(
        sine(seconds, 41),
        [sine(seconds, 43.5), 0.8],
        [harmonics(seconds, 82.4, [0.3, 0.2, 0.1]), 0.4],
      );
      return sumSignals(amplify(lowPass(brownNoise(seconds, dice), 110 + strength * 160), heave), [
        amplify(deep, heave),
        0.25,
      ]);
    },
  },
  musicBox: {
    label: 'notes of a music box',
    words: wordsOf('music box, lullaby, melody, tune, music, piano, song, jukebox'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, tempo, dice }) => {
      const scale = [523.25, 587.33, 659.25, 783.99, 880, 1046.5] as const;
      const notes = silence(seconds);
      for (let second = 0; second < seconds; second += 0.32 / tempo) {
        if (dice.chance(0.22)) continue;
        const hz = dice.pick(scale);
        mixIn(
          notes,
          modalTone(1.4, [
            { hz, gain: 0.8, halfLifeSeconds: 0.2 },
            { hz: hz * 3.01, gain: 0.25, halfLifeSeconds: 0.08 },
            { hz: hz * 6.2, gain: 0.1, halfLifeSeconds: 0.03 },
          ]),
          second,
          dice.between(0.6, 1),
        );
      }
      return notes;
    },
  },
} satisfies Record<string, EffectRecipe>;
