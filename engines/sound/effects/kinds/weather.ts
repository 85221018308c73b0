import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { brownNoise, pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, silence, sumSignals } from '../craft/signal.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

export const weatherRecipes = {
  rain: {
    label: 'rain',
    words:
      wordsOf(`rain, rainy, rainfall, rainstorm, drizzle, drizzling, rain hammer, rain lash, rain drum, downpour, raindrop, cloudburst, shower of rain,
      rain shower, pouring, pelting, storm, stormy`),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const hiss = highPass(lowPass(pinkNoise(seconds, dice), 5000 + strength * 5000), 700);
      const drops = scatterGrains(seconds, 60 + strength * 260, dice, () =>
        applyDecay(bandPass(whiteNoise(0.012, dice), dice.between(1800, 7000), 3), 0.0005, 0.002),
      );
      return sumSignals(hiss, [drops, 0.9 - strength * 0.4]);
    },
  },
  wind: {
    label: 'wind',
    words: wordsOf(
      'wind, windy, windswept, gust, gusty, breeze, gale, wind howl, howling wind, wind - howl, draught, blizzard, hurricane, snowstorm, storm wind',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, tempo, dice }) => {
      const gust = smoothRandom(dice, 0.6 * tempo, 0.25, 1);
      const noise = pinkNoise(seconds, dice);
      const body = lowPass(noise, (second) => 180 + gust(second) * (250 + strength * 700));
      const howl = bandPass(noise, (second) => 300 + gust(second) * (200 + strength * 500), 6);
      return amplify(sumSignals(body, [howl, strength * 1.4]), (second) => gust(second) ** 1.4);
    },
  },
  thunder: {
    label: 'thunder',
    words: wordsOf('thunder, thunderclap, thunderstorm, thunderous, lightning'),
    nature: 'event',
    seconds: 6,
    everySeconds: 6.5,
    make: ({ seconds, strength, dice }) => {
      const roll = smoothRandom(dice, 5, 0.15, 1);
      const rumble = lowPass(
        brownNoise(seconds, dice),
        piecewiseLinear([
          [0, 900],
          [0.5, 300],
          [seconds, 90],
        ]),
      );
      amplify(
        rumble,
        (second) =>
          roll(second) *
          piecewiseLinear([
            [0, 0.1],
            [0.25, 1],
            [seconds * 0.4, 0.6],
            [seconds, 0],
          ])(second),
      );
      const crack = scatterGrains(Math.min(0.5, seconds), 60, dice, () =>
        applyDecay(lowPass(whiteNoise(0.09, dice), 2600), 0.001, 0.02),
      );
      return sumSignals(rumble, [crack, strength * strength * 0.35]);
    },
  },
  snowfall: {
    label: 'falling snow',
    words: wordsOf('snowfall, snowing, falling snow, snow falls, snowflake'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, dice }) => {
      const breath = smoothRandom(dice, 0.4, 0.4, 1);
      const hush = lowPass(highPass(pinkNoise(seconds, dice), 250), 1400);
      return amplify(hush, breath);
    },
  },
  fire: {
    label: 'fire',
    words: wordsOf('fire, campfire, fireplace, bonfire, flame, blaze, crackling, crackle, hearth, burning'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const draught = smoothRandom(dice, 2.5, 0.4, 1);
      const roar = amplify(lowPass(brownNoise(seconds, dice), 160 + strength * 500), draught);
      const crackle = scatterGrains(seconds, 9 + strength * 26, dice, () =>
        amplify(
          applyDecay(
            highPass(whiteNoise(0.03, dice), dice.between(900, 3500)),
            0.0003,
            dice.between(0.001, 0.006),
          ),
          dice.next() ** 3,
        ),
      );
      return sumSignals(crackle, [roar, 0.35 + strength * 0.6]);
    },
  },
  hail: {
    label: 'hail',
    words: wordsOf('hail, hailstorm, hailstone, sleet'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) =>
      sumSignals(
        scatterGrains(seconds, 40 + strength * 120, dice, () =>
          applyDecay(bandPass(whiteNoise(0.03, dice), dice.between(1200, 4200), 7), 0.0003, 0.005),
        ),
        [highPass(pinkNoise(seconds, dice), 2500), 0.05 + strength * 0.1],
      ),
  },
  roomTone: {
    label: 'quiet of a room',
    words: wordsOf('room tone, silence, silent, quiet room, stillness, quietness, hush'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, dice }) => {
      const air = lowPass(brownNoise(seconds, dice), 400);
      return seconds > 0 ? air : silence(seconds);
    },
  },
} satisfies Record<string, EffectRecipe>;
