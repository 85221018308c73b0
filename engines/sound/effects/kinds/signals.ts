import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, modalTone, sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

export const signalRecipes = {
  phoneRing: {
    label: 'a telephone that rings',
    words: wordsOf(
      'phone, telephone, phone ring, telephone ring, phone - ring, ringing phone, rings, ringing, landline, phone call, ring',
    ),
    nature: 'event',
    defaultCount: 2,
    seconds: 2,
    everySeconds: 3.6,
    make: ({ seconds }) => {
      const bells = silence(seconds);
      for (let hit = 0; hit * 0.045 < seconds - 0.25; hit++) {
        const hz = hit % 2 === 0 ? 1320 : 1580;
        const bell = modalTone(0.22, [
          { hz, gain: 0.6, halfLifeSeconds: 0.05 },
          { hz: hz * 2.71, gain: 0.3, halfLifeSeconds: 0.025 },
        ]);
        mixIn(bells, bell, hit * 0.045);
      }
      return bells;
    },
  },
  phoneBuzz: {
    label: 'a mobile phone that buzzes',
    words: wordsOf(
      'buzz, buzzing, vibrate, vibrating, vibration, phone buzz, mobile buzz, cell phone, cellphone, mobile phone, mobile, smartphone, phone vibrate, phone - vibrate, phone - buzz, mobile - buzz, cell - buzz, text message',
    ),
    nature: 'event',
    defaultCount: 3,
    seconds: 0.5,
    everySeconds: 1.1,
    make: ({ seconds, dice }) => {
      const wobble = smoothRandom(dice, 25, 0.9, 1.1);
      const motor = harmonics(seconds, (second) => 158 * wobble(second), falling(14, 0.6));
      const table = scatterGrains(seconds, 158, dice, () =>
        applyDecay(bandPass(whiteNoise(0.01, dice), 700, 2), 0.0005, 0.002),
      );
      return applyEnvelope(sumSignals(lowPass(motor, 1800), [table, 0.35]), [
        [0, 0],
        [0.03, 1],
        [seconds - 0.05, 1],
        [seconds, 0],
      ]);
    },
  },
  dialTone: {
    label: 'a dial tone',
    words: wordsOf('dial tone, dialling tone, line goes dead, busy signal, engaged tone, dead line'),
    nature: 'bed',
    seconds: 4,
    make: ({ seconds }) => sumSignals(sine(seconds, 350), [sine(seconds, 440), 1]),
  },
  siren: {
    label: 'a siren',
    words: wordsOf(
      'siren, police siren, ambulance, police car, fire engine, fire truck, squad car, air raid, air-raid siren, wailing siren, sirens wail',
    ),
    nature: 'bed',
    seconds: 7,
    make: ({ seconds, tempo }) => {
      const pitch = (second: number) =>
        560 + 420 * (0.5 - 0.5 * Math.cos((2 * Math.PI * second * tempo) / 3.4));
      return lowPass(harmonics(seconds, pitch, falling(9, 0.8)), 3200);
    },
  },
  alarm: {
    label: 'an alarm',
    words: wordsOf(
      'alarm, alarm bell, fire alarm, burglar alarm, car alarm, smoke alarm, smoke detector, klaxon, alert, warning tone',
    ),
    nature: 'bed',
    seconds: 5,
    make: ({ seconds, tempo }) => {
      const tone = harmonics(
        seconds,
        (second) => ((second * 4 * tempo) % 1 < 0.5 ? 960 : 770),
        falling(9, 0.6),
      );
      return lowPass(tone, 4500);
    },
  },
  alarmClock: {
    label: 'an alarm clock',
    words: wordsOf('alarm clock, clock radio, wake-up alarm, alarm goes off, timer goes off, timer'),
    nature: 'rhythm',
    seconds: 0.6,
    everySeconds: 1,
    make: () => {
      const beeps = silence(0.6);
      for (let beep = 0; beep < 4; beep++) {
        mixIn(
          beeps,
          applyEnvelope(harmonics(0.07, 2050, [1, 0, 0.3]), [
            [0, 0],
            [0.004, 1],
            [0.066, 1],
            [0.07, 0],
          ]),
          beep * 0.125,
        );
      }
      return beeps;
    },
  },
  beep: {
    label: 'a beep',
    words: wordsOf(
      'beep, beeping, bleep, heart monitor, monitor, ecg, ekg, electronic, computer, elevator ding, ding, elevator, lift, scanner, sonar, notification, microwave',
    ),
    nature: 'rhythm',
    seconds: 0.25,
    everySeconds: 1,
    make: () =>
      applyEnvelope(harmonics(0.2, 980, [1, 0.1]), [
        [0, 0],
        [0.005, 1],
        [0.14, 1],
        [0.2, 0],
      ]),
  },
  clockTick: {
    label: 'a clock that ticks',
    words: wordsOf(
      'clock, tick, ticking, tick tock, clock tick, clock - tick, ticking clock, grandfather clock, pocket watch, wristwatch, metronome, time bomb',
    ),
    nature: 'rhythm',
    seconds: 0.12,
    everySeconds: 0.5,
    make: ({ index, dice }) => {
      const high = index % 2 === 0 ? 1 : 0.82;
      const tick = modalTone(0.1, [
        { hz: 3150 * high, gain: 0.6, halfLifeSeconds: 0.004 },
        { hz: 1730 * high, gain: 0.6, halfLifeSeconds: 0.007 },
        { hz: 420 * high, gain: 0.3, halfLifeSeconds: 0.01 },
      ]);
      return sumSignals(tick, [applyDecay(highPass(whiteNoise(0.01, dice), 2500), 0.0003, 0.001), 0.5]);
    },
  },
  churchBell: {
    label: 'a church bell',
    words: wordsOf(
      'bell, bell ring, church bell, church bell ring, bell toll, bells toll, toll, tolling, bell tower, chime, clock strikes, clock chime, bell - toll, chapel bell, strikes midnight, strikes twelve',
    ),
    nature: 'event',
    defaultCount: 3,
    seconds: 4.5,
    everySeconds: 2.6,
    make: ({ seconds, dice }) => {
      const strike = 262 * dice.between(0.99, 1.01);
      // Partials of a bell: hum, prime, tierce, quint, nominal and above. The tierce is minor.
      const ring = modalTone(
        seconds,
        (
          [
            [0.5, 0.6, 1.5],
            [1, 0.8, 0.9],
            [1.2, 0.7, 0.7],
            [1.5, 0.35, 0.5],
            [2, 0.9, 0.55],
            [2.67, 0.35, 0.3],
            [4.1, 0.25, 0.15],
            [5.4, 0.2, 0.08],
          ] as const
        ).map(([ratio, gain, halfLifeSeconds]) => ({ hz: strike * ratio, gain, halfLifeSeconds })),
      );
      return applyEnvelope(ring, [
        [0, 0],
        [0.002, 1],
        [seconds * 0.7, 1],
        [seconds, 0],
      ]);
    },
  },
  smallBell: {
    label: 'a small bell',
    words: wordsOf(
      'small bell, little bell, shop bell, hand bell, handbell, bell jingle, jingle, jingling, sleigh bell, desk bell, reception bell, wind chimes, school bell, bell over - door, bell above - door',
    ),
    nature: 'event',
    defaultCount: 2,
    seconds: 1.5,
    everySeconds: 1,
    make: ({ seconds, dice }) => {
      const hz = dice.between(2050, 2300);
      return modalTone(seconds, [
        { hz, gain: 0.8, halfLifeSeconds: 0.16 },
        { hz: hz * 1.003, gain: 0.5, halfLifeSeconds: 0.16 },
        { hz: hz * 2.68, gain: 0.4, halfLifeSeconds: 0.07 },
        { hz: hz * 3.9, gain: 0.2, halfLifeSeconds: 0.03 },
      ]);
    },
  },
  radioStatic: {
    label: 'static of a radio',
    words: wordsOf(
      'static, radio, radio static, white noise, television, tv, walkie-talkie, interference, radio crackle, tuning',
    ),
    nature: 'bed',
    seconds: 5,
    make: ({ seconds, dice }) => {
      const fade = smoothRandom(dice, 3, 0.3, 1);
      const hiss = amplify(bandPass(whiteNoise(seconds, dice), 1900, 0.7), fade);
      const drift = smoothRandom(dice, 0.8, 500, 2600);
      const heterodyne = amplify(sine(seconds, drift), (second) => 0.12 * (1 - fade(second)));
      const crackle = scatterGrains(seconds, 14, dice, () =>
        applyDecay(whiteNoise(0.006, dice), 0.0003, 0.001),
      );
      return sumSignals(hiss, [heterodyne, 1], [crackle, 0.7]);
    },
  },
} satisfies Record<string, EffectRecipe>;
