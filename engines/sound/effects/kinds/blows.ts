import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { brownNoise, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, applySwell, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, sumSignals } from '../craft/signal.ts';
import { modalTone, sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

export const blowRecipes = {
  glassBreak: {
    label: 'breaking glass',
    words: wordsOf(
      'glass break, glass shatter, breaking glass, shatter, shattering, shattered, shattering - glass, shattered - glass, shatters - glass, smashing - glass, window break, smashes - window, smash, smashing, window - shatter, broken glass, bottle break, bottle - shatter, glass - shatter, glass - smash, glass - break, breaks - glass, drops - glass, plate smash, plate - shatter, vase - shatter',
    ),
    nature: 'event',
    seconds: 1.6,
    everySeconds: 2,
    make: ({ seconds, strength, dice }) => {
      const crack = applyDecay(highPass(whiteNoise(seconds, dice), 1800), 0.0006, 0.02 + strength * 0.02);
      const shards = scatterGrains(seconds, 110, dice, (_dice, second) =>
        amplify(
          modalTone(0.25, [
            { hz: dice.between(2400, 9500), gain: 0.6, halfLifeSeconds: dice.between(0.008, 0.04) },
            { hz: dice.between(2400, 9500), gain: 0.4, halfLifeSeconds: 0.012 },
          ]),
          dice.next() ** 2 * Math.exp(-second * (4 - strength * 1.5)),
        ),
      );
      return sumSignals(crack, [shards, 0.6]);
    },
  },
  gunshot: {
    label: 'a gunshot',
    words: wordsOf(
      'gun, gunshot, shot, pistol, rifle, fires - gun, fires - shot, shoot, shooting, bullet, shots ring out, gunfire, revolver, shotgun, fires - pistol',
    ),
    nature: 'event',
    seconds: 1.8,
    everySeconds: 0.75,
    make: ({ seconds, strength, dice }) => {
      const bang = applyDecay(
        lowPass(
          whiteNoise(seconds, dice),
          piecewiseLinear([
            [0, 9000],
            [0.05, 3000],
            [0.5, 500],
            [seconds, 300],
          ]),
        ),
        0.0005,
        0.035 + strength * 0.03,
      );
      const body = applyDecay(
        sine(
          seconds,
          piecewiseLinear([
            [0, 160],
            [0.15, 50],
            [seconds, 40],
          ]),
        ),
        0.001,
        0.05,
      );
      const tail = applyDecay(lowPass(brownNoise(seconds, dice), 700), 0.02, 0.22);
      return sumSignals(bang, [body, 0.7], [tail, 0.35]);
    },
  },
  explosion: {
    label: 'an explosion',
    words: wordsOf(
      'explosion, explode, exploding, blast, bomb, detonate, detonation, grenade, blows up, blown up, boom',
    ),
    nature: 'event',
    seconds: 4.5,
    everySeconds: 4.5,
    make: ({ seconds, strength, dice }) => {
      const blast = applyDecay(
        lowPass(
          whiteNoise(seconds, dice),
          piecewiseLinear([
            [0, 5000],
            [0.2, 900],
            [1.2, 220],
            [seconds, 90],
          ]),
        ),
        0.003,
        0.3 + strength * 0.3,
      );
      const deep = applyDecay(
        sine(
          seconds,
          piecewiseLinear([
            [0, 75],
            [0.5, 38],
            [seconds, 24],
          ]),
        ),
        0.004,
        0.35,
      );
      const debris = applyDecay(
        scatterGrains(seconds, 26, dice, () =>
          applyDecay(bandPass(whiteNoise(0.06, dice), dice.between(500, 3000), 2), 0.001, 0.01),
        ),
        0.4,
        0.7,
      );
      return sumSignals(blast, [deep, 0.9], [debris, 0.25]);
    },
  },
  punch: {
    label: 'a blow',
    words: wordsOf('punch, hit, hitting, slap, slapping, blow, strikes, kick, beats him, fist, smack, whack'),
    nature: 'event',
    seconds: 0.35,
    everySeconds: 0.5,
    make: ({ seconds, strength, dice }) => {
      const flesh = applyDecay(lowPass(whiteNoise(seconds, dice), 1200 + strength * 1500), 0.001, 0.015);
      return sumSignals(flesh, [
        applyDecay(
          sine(
            seconds,
            piecewiseLinear([
              [0, 140],
              [0.1, 60],
              [seconds, 50],
            ]),
          ),
          0.002,
          0.03,
        ),
        0.9,
      ]);
    },
  },
  thud: {
    label: 'something heavy that falls',
    words: wordsOf(
      'thud, thump, falls to the, body falls, collapse, drops to the, hits the floor, hits the ground, heavy object, falls, fall down, topple, tumble',
    ),
    nature: 'event',
    seconds: 0.7,
    everySeconds: 1,
    make: ({ seconds, strength, dice }) => {
      const low = applyDecay(
        sine(
          seconds,
          piecewiseLinear([
            [0, 95],
            [0.12, 48],
            [seconds, 42],
          ]),
        ),
        0.002,
        0.07 + strength * 0.04,
      );
      const body = applyDecay(lowPass(whiteNoise(seconds, dice), 500 + strength * 500), 0.002, 0.03);
      mixIn(low, body, 0, 0.8);
      mixIn(low, body, 0.13, 0.25);
      return low;
    },
  },
  drum: {
    label: 'a drum',
    words: wordsOf('drum, drumbeat, drum roll, drumming, tom-tom, timpani, percussion, bass drum, gong'),
    nature: 'rhythm',
    seconds: 0.8,
    everySeconds: 0.75,
    make: ({ seconds, strength, dice }) => {
      const skin = applyDecay(
        sine(
          seconds,
          piecewiseLinear([
            [0, 135],
            [0.06, 92],
            [seconds, 84],
          ]),
        ),
        0.002,
        0.1,
      );
      mixIn(
        skin,
        modalTone(seconds, [
          { hz: 148, gain: 0.4, halfLifeSeconds: 0.06 },
          { hz: 205, gain: 0.2, halfLifeSeconds: 0.04 },
        ]),
      );
      mixIn(
        skin,
        applyDecay(bandPass(whiteNoise(0.05, dice), 900 + strength * 1500, 1), 0.0008, 0.006),
        0,
        0.6,
      );
      return skin;
    },
  },
  whoosh: {
    label: 'a whoosh',
    words: wordsOf(
      'whoosh, swoosh, swish, swing, swipe, rush of air, whip, whirl, throws, hurls, flies past, arrow',
    ),
    nature: 'event',
    seconds: 0.8,
    everySeconds: 1.1,
    make: ({ seconds, strength, dice }) => {
      const sweep = piecewiseLinear([
        [0, 300],
        [seconds * 0.55, 1400 + strength * 1800],
        [seconds, 400],
      ]);
      return applySwell(bandPass(whiteNoise(seconds, dice), sweep, 1.6), seconds, 2);
    },
  },
  metalClang: {
    label: 'metal that rings',
    words: wordsOf(
      'clang, clanging, clank, clanking, chain, sword, hammer blow, blacksmith, hammering, anvil, metal clang, metal clank',
    ),
    nature: 'event',
    seconds: 1.4,
    everySeconds: 1.1,
    make: ({ seconds, strength, dice }) => {
      const base = dice.between(380, 620);
      const ring = modalTone(
        seconds,
        [1, 1.58, 2.24, 2.92, 4.15, 5.43].map((ratio, index) => ({
          hz: base * ratio * dice.between(0.98, 1.02),
          gain: 0.8 / (1 + index * 0.4),
          halfLifeSeconds: (0.16 + strength * 0.12) / (1 + index * 0.5),
        })),
      );
      const hit = applyDecay(highPass(whiteNoise(0.02, dice), 2000), 0.0005, 0.003);
      return applyEnvelope(sumSignals(ring, [hit, 0.7]), [
        [0, 0],
        [0.001, 1],
        [seconds * 0.8, 1],
        [seconds, 0],
      ]);
    },
  },
} satisfies Record<string, EffectRecipe>;
