import type { Dice } from '#screenplay/dice.ts';
import { bandPass, lowPass } from '../craft/filter.ts';
import { pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyEnvelope, applySwell, piecewiseLinear } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

/** Return the phrase of one bird: a few short notes that bend. */
function song(dice: Dice) {
  const notes = dice.whole(2, 6);
  const hz = dice.between(2300, 5200);
  const length = dice.between(0.05, 0.13);
  const bend = dice.between(0.7, 1.4);
  const phrase = silence(notes * (length + 0.06) + 0.1);
  for (let note = 0; note < notes; note++) {
    const from = hz * dice.between(0.9, 1.1);
    mixIn(
      phrase,
      applySwell(
        sine(
          length,
          piecewiseLinear([
            [0, from],
            [length, from * bend],
          ]),
        ),
        length,
      ),
      note * (length + 0.05),
    );
  }
  return phrase;
}

/** Return a cry: a throat with a mouth that opens and closes. */
function cry(
  seconds: number,
  pitch: readonly [number, number][],
  mouthHz: readonly [number, number][],
  overtones = 18,
) {
  const throat = harmonics(seconds, piecewiseLinear(pitch), falling(overtones, 0.6));
  return sumSignals(
    bandPass(throat, piecewiseLinear(mouthHz), 3),
    [bandPass(throat, 2600, 4), 0.3],
    [lowPass(throat, 500), 0.3],
  );
}

export const animalRecipes = {
  birds: {
    label: 'birdsong',
    words: wordsOf(
      'bird, birdsong, bird song, chirp, chirping, tweet, tweeting, songbird, sparrow, dawn chorus, robin, birds sing, birds chirp',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const garden = amplify(lowPass(pinkNoise(seconds, dice), 700), 0.05);
      for (let bird = 0; bird < 2 + Math.round(strength * 4); bird++) {
        const gain = dice.between(0.2, 1);
        const phrase = song(dice);
        for (let second = dice.between(0, 1.2); second < seconds; second += dice.between(0.7, 2.8)) {
          mixIn(garden, dice.chance(0.7) ? phrase : song(dice), second, gain);
        }
      }
      return garden;
    },
  },
  seagulls: {
    label: 'seagulls',
    words: wordsOf('seagull, gull, gulls cry, seabird, albatross'),
    nature: 'event',
    defaultCount: 2,
    seconds: 1.6,
    everySeconds: 1.9,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      for (let time = 0; time < 3; time++) {
        const hz = dice.between(900, 1150);
        mixIn(
          sound,
          applySwell(
            cry(
              0.4,
              [
                [0, hz],
                [0.12, hz * 1.45],
                [0.4, hz * 0.8],
              ],
              [
                [0, 1600],
                [0.4, 2200],
              ],
              8,
            ),
            0.4,
            0.7,
          ),
          time * 0.5,
        );
      }
      return sound;
    },
  },
  crow: {
    label: 'a crow',
    words: wordsOf('crow, raven, caw, cawing, magpie, rook'),
    nature: 'event',
    defaultCount: 3,
    seconds: 0.55,
    everySeconds: 0.85,
    make: ({ seconds, dice }) => {
      const rasp = smoothRandom(dice, 60, 0.3, 1);
      const caw = cry(
        seconds,
        [
          [0, 300],
          [0.1, 345],
          [seconds, 270],
        ],
        [
          [0, 1100],
          [0.2, 1500],
          [seconds, 1100],
        ],
      );
      return applySwell(amplify(caw, rasp), seconds, 0.6);
    },
  },
  owl: {
    label: 'an owl',
    words: wordsOf('owl, hooting owl, owl hoot'),
    nature: 'event',
    seconds: 1.9,
    everySeconds: 3.4,
    make: ({ seconds }) => {
      const hoot = (length: number) =>
        applySwell(
          harmonics(
            length,
            piecewiseLinear([
              [0, 370],
              [length * 0.4, 400],
              [length, 365],
            ]),
            [1, 0.15, 0.05],
          ),
          length,
          0.8,
        );
      const sound = silence(seconds);
      mixIn(sound, hoot(0.3));
      mixIn(sound, hoot(0.2), 0.6, 0.7);
      mixIn(sound, hoot(0.8), 0.9);
      return sound;
    },
  },
  crickets: {
    label: 'crickets',
    words: wordsOf('cricket, cicada, grasshopper, insect, insects at night, night sounds, night ambience'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const night = amplify(lowPass(pinkNoise(seconds, dice), 500), 0.04);
      for (let cricket = 0; cricket < 3 + Math.round(strength * 3); cricket++) {
        const hz = dice.between(3900, 5000);
        const rate = dice.between(1.4, 2.3);
        const offset = dice.next();
        const chirps = amplify(sine(seconds, hz), (second) => {
          const share = (second * rate + offset) % 1;
          return share < 0.45 ? Math.max(0, Math.sin(2 * Math.PI * 7 * (share / 0.45) * 0.5)) ** 2 : 0;
        });
        mixIn(night, chirps, 0, dice.between(0.15, 0.6));
      }
      return night;
    },
  },
  frogs: {
    label: 'frogs',
    words: wordsOf('frog, croak, croaking, toad, ribbit'),
    nature: 'rhythm',
    seconds: 0.5,
    everySeconds: 0.95,
    make: ({ seconds, dice }) => {
      const hz = dice.between(85, 130);
      return applySwell(
        bandPass(
          harmonics(seconds, hz, falling(30, 0.3)),
          piecewiseLinear([
            [0, 500],
            [seconds, 1100],
          ]),
          5,
        ),
        seconds,
        0.7,
      );
    },
  },
  dog: {
    label: 'a dog that barks',
    words: wordsOf('dog, bark, barking, hound, puppy, growl, growling, woof, dog bark'),
    nature: 'event',
    defaultCount: 3,
    seconds: 0.4,
    everySeconds: 0.55,
    make: ({ seconds, strength, dice }) => {
      const hz = (300 - strength * 150) * dice.between(0.93, 1.07);
      const bark = cry(
        seconds,
        [
          [0, hz * 0.8],
          [0.05, hz * 1.5],
          [seconds, hz * 0.6],
        ],
        [
          [0, 500],
          [0.07, 1250],
          [seconds, 500],
        ],
      );
      const breath = bandPass(whiteNoise(seconds, dice), 1300, 1);
      return applyEnvelope(sumSignals(bark, [breath, 0.45]), [
        [0, 0],
        [0.02, 1],
        [0.14, 0.7],
        [0.26, 0],
        [seconds, 0],
      ]);
    },
  },
  howl: {
    label: 'a howl',
    words: wordsOf('wolf, wolves, howl, howling, coyote, dog howl, wolf howl'),
    nature: 'event',
    seconds: 3,
    everySeconds: 3.6,
    make: ({ seconds, dice }) => {
      const shake = smoothRandom(dice, 6, 0.985, 1.015);
      const bend = piecewiseLinear([
        [0, 260],
        [0.5, 520],
        [seconds * 0.6, 560],
        [seconds, 300],
      ]);
      const voice = harmonics(seconds, (second) => bend(second) * shake(second), [1, 0.35, 0.2, 0.08, 0.04]);
      return applyEnvelope(voice, [
        [0, 0],
        [0.3, 0.9],
        [seconds * 0.7, 1],
        [seconds, 0],
      ]);
    },
  },
  cat: {
    label: 'a cat',
    words: wordsOf('cat, kitten, meow, meowing, miaow, mew, mewing'),
    nature: 'event',
    seconds: 0.9,
    everySeconds: 1.6,
    make: ({ seconds, dice }) => {
      const hz = dice.between(480, 640);
      const meow = cry(
        seconds,
        [
          [0, hz * 0.85],
          [0.2, hz * 1.2],
          [seconds, hz * 0.8],
        ],
        [
          [0, 700],
          [seconds * 0.4, 2000],
          [seconds, 800],
        ],
        12,
      );
      return applySwell(meow, seconds, 0.8);
    },
  },
  purr: {
    label: 'a cat that purrs',
    words: wordsOf('purr, purring, cat purr, cat - purr'),
    nature: 'bed',
    seconds: 5,
    make: ({ seconds, dice }) => {
      const breath = (second: number) => 0.55 + 0.45 * Math.sin(2 * Math.PI * 0.45 * second);
      const pulses = amplify(
        lowPass(whiteNoise(seconds, dice), 420),
        (second) => Math.max(0, Math.sin(2 * Math.PI * 25 * second)) ** 3,
      );
      return amplify(pulses, breath);
    },
  },
  cow: {
    label: 'a cow',
    words: wordsOf('cow, moo, mooing, cattle, bull, ox'),
    nature: 'event',
    seconds: 1.8,
    everySeconds: 2.6,
    make: ({ seconds, dice }) => {
      const hz = dice.between(105, 130);
      return applySwell(
        cry(
          seconds,
          [
            [0, hz],
            [0.4, hz * 1.35],
            [seconds, hz * 0.9],
          ],
          [
            [0, 300],
            [0.5, 650],
            [seconds, 400],
          ],
          26,
        ),
        seconds,
        0.6,
      );
    },
  },
  sheep: {
    label: 'a sheep',
    words: wordsOf('sheep, goat, lamb, bleat, bleating, baa'),
    nature: 'event',
    seconds: 1,
    everySeconds: 1.5,
    make: ({ seconds, dice }) => {
      const hz = dice.between(230, 330);
      const bleat = cry(
        seconds,
        [
          [0, hz],
          [seconds, hz * 0.9],
        ],
        [
          [0, 900],
          [0.2, 1500],
          [seconds, 1100],
        ],
      );
      return applySwell(
        amplify(bleat, (second) => 0.6 + 0.4 * Math.sin(2 * Math.PI * 9 * second)),
        seconds,
        0.6,
      );
    },
  },
  rooster: {
    label: 'a rooster',
    words: wordsOf('rooster, cockerel, cock crow, cockcrow, crowing'),
    nature: 'event',
    seconds: 1.8,
    everySeconds: 3,
    make: ({ seconds }) => {
      const pitch: [number, number][] = [
        [0, 520],
        [0.2, 780],
        [0.35, 640],
        [0.5, 900],
        [0.9, 1050],
        [seconds, 480],
      ];
      return applyEnvelope(
        cry(
          seconds,
          pitch,
          [
            [0, 1200],
            [0.6, 2200],
            [seconds, 1300],
          ],
          12,
        ),
        [
          [0, 0],
          [0.04, 0.8],
          [0.22, 0.2],
          [0.28, 0.8],
          [0.44, 0.3],
          [0.55, 1],
          [seconds * 0.8, 0.8],
          [seconds, 0],
        ],
      );
    },
  },
  bees: {
    label: 'bees',
    words: wordsOf(
      'bee, fly buzzes, flies buzz, mosquito, wasp, swarm, insects buzz, buzzing insects, hornet',
    ),
    nature: 'bed',
    seconds: 5,
    make: ({ seconds, dice }) => {
      const sum = silence(seconds);
      for (let bee = 0; bee < 4; bee++) {
        const hz = smoothRandom(dice, 2, 170, 260);
        const near = smoothRandom(dice, 0.7, 0.1, 1);
        mixIn(sum, amplify(harmonics(seconds, hz, falling(10, 0.7)), near), 0, dice.between(0.4, 1));
      }
      return bandPass(sum, 800, 0.6);
    },
  },
  wings: {
    label: 'beating wings',
    words: wordsOf('wing, flap, flapping, flutter, fluttering, pigeon, bats, wingbeat, flock, takes wing'),
    nature: 'event',
    seconds: 1.4,
    everySeconds: 1.8,
    make: ({ seconds, dice }) => {
      const air = lowPass(pinkNoise(seconds, dice), 1800);
      const beats = piecewiseLinear([
        [0, 11],
        [seconds, 8],
      ]);
      return applyEnvelope(
        amplify(air, (second) => Math.max(0, Math.sin(2 * Math.PI * beats(second) * second)) ** 2),
        [
          [0, 1],
          [seconds * 0.5, 0.8],
          [seconds, 0],
        ],
      );
    },
  },
} satisfies Record<string, EffectRecipe>;
