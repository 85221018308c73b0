import type { Dice } from '#screenplay/dice.ts';
import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, applySwell, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, modalTone } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

/** Return a syllable without a word: a throat and two mouth resonances. */
function syllable(dice: Dice, pitchHz: number, seconds: number) {
  const throat = harmonics(
    seconds,
    piecewiseLinear([
      [0, pitchHz],
      [seconds, pitchHz * dice.between(0.85, 1.1)],
    ]),
    falling(14, 0.9),
  );
  const mouth = sumSignals(bandPass(throat, dice.between(350, 800), 6), [
    bandPass(throat, dice.between(1000, 2200), 8),
    0.6,
  ]);
  return applySwell(mouth, seconds, 0.7);
}

function talker(seconds: number, dice: Dice) {
  const talk = silence(seconds);
  const pitchHz = dice.chance(0.5) ? dice.between(95, 140) : dice.between(170, 240);
  for (let second = dice.between(0, 0.5); second < seconds; ) {
    const length = dice.between(0.09, 0.24);
    mixIn(talk, syllable(dice, pitchHz * dice.between(0.88, 1.15), length), second, dice.between(0.4, 1));
    second += length + (dice.chance(0.15) ? dice.between(0.2, 0.8) : 0.02);
  }
  return talk;
}

function clap(dice: Dice) {
  return applyDecay(bandPass(whiteNoise(0.04, dice), dice.between(900, 2200), 1.6), 0.0008, 0.006);
}

export const peopleRecipes = {
  crowd: {
    label: 'a murmuring crowd',
    words: wordsOf(
      'crowd, crowded, murmur, murmuring, chatter, people talking, voices, audience, restaurant, bar, pub, party, cafeteria, diner, babble, conversation, market, walla, mob, chattering',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const talkers = Math.round(5 + strength * 6);
      const sum = silence(seconds);
      for (let each = 0; each < talkers; each++) mixIn(sum, talker(seconds, dice), 0, dice.between(0.4, 1));
      const air = bandPass(pinkNoise(seconds, dice), 500, 0.6);
      return lowPass(sumSignals(sum, [air, 0.7]), 2600 + strength * 1500);
    },
  },
  applause: {
    label: 'applause',
    words: wordsOf('applause, applaud, applauding, clap, clapping, claps, ovation'),
    nature: 'bed',
    seconds: 6,
    make: ({ seconds, strength, dice }) => {
      const claps = scatterGrains(seconds, 60 + strength * 260, dice, () =>
        amplify(clap(dice), dice.between(0.2, 1)),
      );
      return applyEnvelope(claps, [
        [0, 0.1],
        [Math.min(0.8, seconds / 4), 1],
        [seconds * 0.7, 0.9],
        [seconds, 0.25],
      ]);
    },
  },
  cheer: {
    label: 'a cheering crowd',
    words: wordsOf(
      'cheer, cheering, cheering crowd, crowd cheer, crowd roar, crowd - cheer, stadium, hooray, roaring crowd',
    ),
    nature: 'bed',
    seconds: 6,
    make: ({ seconds, strength, dice }) => {
      const roar = sumSignals(bandPass(pinkNoise(seconds, dice), 750, 1.2), [
        bandPass(pinkNoise(seconds, dice), 1500, 1.5),
        0.7,
      ]);
      const whoops = scatterGrains(seconds, 4 + strength * 5, dice, () => {
        const length = dice.between(0.4, 1);
        const hz = dice.between(260, 480);
        const voice = harmonics(
          length,
          piecewiseLinear([
            [0, hz],
            [length * 0.3, hz * 1.35],
            [length, hz],
          ]),
          falling(12, 0.8),
        );
        return applySwell(bandPass(voice, dice.between(800, 1300), 2), length);
      });
      return applyEnvelope(sumSignals(roar, [whoops, 0.12]), [
        [0, 0.3],
        [seconds * 0.2, 1],
        [seconds * 0.7, 0.85],
        [seconds, 0.3],
      ]);
    },
  },
  heartbeat: {
    label: 'a heartbeat',
    words: wordsOf(
      'heartbeat, heart beat, heart, pulse, heart pounds, heart pounding, heart - beat, beating heart',
    ),
    nature: 'rhythm',
    seconds: 0.5,
    everySeconds: 0.86,
    make: ({ seconds, strength }) => {
      const thud = (hz: number) =>
        modalTone(seconds, [
          { hz, gain: 1, halfLifeSeconds: 0.035 },
          { hz: hz * 1.9, gain: 0.35 + strength * 0.3, halfLifeSeconds: 0.02 },
        ]);
      const beat = lowPass(thud(52), 260);
      mixIn(beat, lowPass(thud(64), 300), 0.24, 0.65);
      return applyEnvelope(beat, [
        [0, 0],
        [0.006, 1],
        [seconds, 1],
      ]);
    },
  },
  breath: {
    label: 'breathing',
    words: wordsOf(
      'breath, breathe, breathing, breathes, pant, panting, gasp, sigh, exhale, inhale, snore, snoring, wheeze',
    ),
    nature: 'rhythm',
    seconds: 2.2,
    everySeconds: 2.5,
    make: ({ seconds, strength, dice }) => {
      const half = seconds / 2;
      const air = (hz: number) =>
        applySwell(bandPass(whiteNoise(half * 0.9, dice), hz, 1.4), half * 0.9, 1.3);
      const sound = silence(seconds);
      mixIn(sound, air(1700 + strength * 600), 0, 0.7);
      mixIn(sound, air(1000 + strength * 300), half);
      return sound;
    },
  },
  whistle: {
    label: 'a whistle',
    words: wordsOf('whistle, whistling, whistles a tune, referee whistle, wolf whistle'),
    nature: 'event',
    seconds: 1,
    everySeconds: 1.3,
    make: ({ seconds, dice }) => {
      const bend = piecewiseLinear([
        [0, 1500],
        [0.12, 2100],
        [seconds * 0.5, 2050],
        [seconds, 2500],
      ]);
      const tone = harmonics(seconds, bend, [1, 0.05]);
      const air = bandPass(whiteNoise(seconds, dice), bend, 12);
      return applyEnvelope(sumSignals(tone, [air, 0.3]), [
        [0, 0],
        [0.05, 1],
        [seconds - 0.12, 0.9],
        [seconds, 0],
      ]);
    },
  },
  laughter: {
    label: 'laughter',
    words: wordsOf('laugh, laughter, laughing, giggle, giggling, chuckle, chuckling, cackle'),
    nature: 'event',
    seconds: 1.8,
    everySeconds: 2.4,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      const pitchHz = dice.between(160, 300);
      const times = Math.max(2, Math.floor(seconds / 0.21));
      for (let time = 0; time < times; time++) {
        mixIn(
          sound,
          syllable(dice, pitchHz * (1.2 - (0.4 * time) / times), 0.13),
          time * 0.2,
          1 - (0.6 * time) / times,
        );
        mixIn(sound, applySwell(highPass(whiteNoise(0.06, dice), 1500), 0.06), time * 0.2 - 0.03, 0.08);
      }
      return sound;
    },
  },
  scream: {
    label: 'a scream',
    words: wordsOf('scream, screaming, shriek, shrieking, yell, yelling, shout, shouting, howl of pain'),
    nature: 'event',
    seconds: 1.5,
    everySeconds: 2,
    make: ({ seconds, dice }) => {
      const shake = smoothRandom(dice, 14, 0.97, 1.03);
      const bend = piecewiseLinear([
        [0, 520],
        [0.15, 900],
        [seconds * 0.7, 860],
        [seconds, 520],
      ]);
      const throat = harmonics(seconds, (second) => bend(second) * shake(second), falling(14, 0.5));
      const mouth = sumSignals(bandPass(throat, 1250, 3), [bandPass(throat, 2900, 4), 0.8]);
      return applyEnvelope(mouth, [
        [0, 0],
        [0.08, 1],
        [seconds * 0.75, 0.9],
        [seconds, 0],
      ]);
    },
  },
} satisfies Record<string, EffectRecipe>;
