import type { Dice } from '#screenplay/dice.ts';
import { bandPass, lowPass } from '../craft/filter.ts';
import { pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, applySwell, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, type OverTime, silence, sumSignals } from '../craft/signal.ts';
import { falling, harmonics, modalTone, sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

/** Return the sound of cylinders that fire slightly unevenly. `hz` is the firing rate. */
export function motor(seconds: number, hz: OverTime, dice: Dice, roughness = 0.5) {
  const uneven = smoothRandom(dice, 18, 1 - 0.05 * roughness, 1 + 0.05 * roughness);
  const firing = (second: number) => (typeof hz === 'number' ? hz : hz(second)) * uneven(second);
  const pulses = harmonics(seconds, firing, falling(14, 0.8));
  const half = harmonics(seconds, (second) => firing(second) / 2, [0.6, 0.3, 0.5, 0.2]);
  const breath = bandPass(pinkNoise(seconds, dice), 900, 0.8);
  return lowPass(sumSignals(pulses, [half, 0.7], [breath, 0.8]), 1400);
}

export const carRecipes = {
  carEngine: {
    label: 'a car engine',
    words: wordsOf(
      'engine, motor, car, car engine, truck, lorry, van, engine idles, idling, car starts, engine starts, revs, revving, motorcycle, motorbike, bus, taxi, tractor, drives, driving, vehicle',
    ),
    nature: 'bed',
    seconds: 6,
    make: ({ seconds, strength, tempo, dice }) => {
      const idle = (26 + strength * 26) * tempo;
      const starting = Math.min(0.9, seconds / 4);
      const speed = piecewiseLinear([
        [0, 9],
        [starting, 11],
        [starting + 0.25, idle * 1.7],
        [starting + 0.9, idle],
        [seconds, idle * 1.02],
      ]);
      return applyEnvelope(motor(seconds, speed, dice, 0.8), [
        [0, 0.35],
        [starting, 0.45],
        [starting + 0.2, 1],
        [seconds, 0.8],
      ]);
    },
  },
  carPass: {
    label: 'a car that passes',
    words: wordsOf(
      'car pass, car passes by, car - pass, passes by, drives by, drives past, car drive past, pass by, passing car, drive-by, car speeds by, speeds past, speeds away, roars past, truck pass, truck passes by, whizzes by, zooms past',
    ),
    nature: 'event',
    seconds: 5,
    everySeconds: 4,
    make: ({ seconds, strength, tempo, dice }) => {
      const middle = seconds * 0.45;
      /** Doppler effect: higher while it approaches, lower once it has passed. */
      const shift = (second: number) => 1 - 0.1 * Math.tanh(((second - middle) * 2.2 * tempo) / 1.2);
      const tyres = bandPass(pinkNoise(seconds, dice), (second) => 1100 * shift(second), 0.7);
      const engine = motor(seconds, (second) => (62 + strength * 40) * shift(second), dice);
      const both = sumSignals(tyres, [engine, 0.35]);
      return amplify(both, (second) => 1 / (1 + ((second - middle) * 2.4 * tempo) ** 2));
    },
  },
  carBrake: {
    label: 'squealing tyres',
    words: wordsOf(
      'brake, braking, brakes hard, tyre, tire, tires screech, screech, screeching, screeching brakes, screeches to a halt, skid, skidding, squeal, squealing tires',
    ),
    nature: 'event',
    seconds: 1.8,
    everySeconds: 2.4,
    make: ({ seconds, strength, dice }) => {
      const tremble = smoothRandom(dice, 30, 0.96, 1.04);
      const slide = piecewiseLinear([
        [0, 1],
        [seconds * 0.7, 0.9],
        [seconds, 0.62],
      ]);
      const tone = (hz: number) =>
        harmonics(seconds, (second) => hz * tremble(second) * slide(second), falling(7, 0.9));
      const rubber = bandPass(whiteNoise(seconds, dice), 1400, 2);
      const squeal = sumSignals(tone(830), [tone(1127), 0.7], [rubber, 0.8 + strength]);
      return applyEnvelope(squeal, [
        [0, 0],
        [0.06, 1],
        [seconds * 0.75, 0.8],
        [seconds, 0],
      ]);
    },
  },
  carHorn: {
    label: 'a car horn',
    words: wordsOf('car horn, honk, honking, horn, hoot, beeps - horn, toot, blares - horn, tooting'),
    nature: 'event',
    seconds: 0.7,
    everySeconds: 1.0,
    make: ({ seconds, strength }) => {
      const horn = sumSignals(harmonics(seconds, 415, falling(12, 0.7)), [
        harmonics(seconds, 522, falling(12, 0.7)),
        0.9,
      ]);
      return applyEnvelope(lowPass(horn, 3500 + strength * 2000), [
        [0, 0],
        [0.02, 1],
        [seconds - 0.04, 0.95],
        [seconds, 0],
      ]);
    },
  },
  carDoor: {
    label: 'a car door',
    words: wordsOf('car door, car doors slam, car door slam, slams - car door, taxi door, trunk, boot lid'),
    nature: 'event',
    seconds: 0.6,
    everySeconds: 0.9,
    make: ({ seconds, dice }) => {
      const sound = applyDecay(lowPass(whiteNoise(seconds, dice), 380), 0.002, 0.045);
      mixIn(
        sound,
        modalTone(0.4, [
          { hz: 72, gain: 0.9, halfLifeSeconds: 0.05 },
          { hz: 161, gain: 0.5, halfLifeSeconds: 0.03 },
          { hz: 1240, gain: 0.12, halfLifeSeconds: 0.02 },
        ]),
        0.004,
        0.6,
      );
      return sound;
    },
  },
  carCrash: {
    label: 'a crash of metal and glass',
    words: wordsOf('crash, car crash, crashing, collision, collide, smash into, wreck, crumple'),
    nature: 'event',
    seconds: 2.4,
    everySeconds: 3,
    make: ({ seconds, dice }) => {
      const blow = applyDecay(lowPass(whiteNoise(seconds, dice), 700), 0.002, 0.1);
      const metal = scatterGrains(0.8, 40, dice, () =>
        modalTone(0.3, [
          { hz: dice.between(250, 900), gain: 0.5, halfLifeSeconds: 0.03 },
          { hz: dice.between(1200, 3200), gain: 0.4, halfLifeSeconds: 0.04 },
        ]),
      );
      const glass = scatterGrains(Math.min(1.6, seconds), 60, dice, () =>
        modalTone(0.1, [{ hz: dice.between(3000, 8000), gain: dice.next() ** 2, halfLifeSeconds: 0.015 }]),
      );
      mixIn(blow, applyDecay(metal, 0.002, 0.2), 0.01, 0.35);
      mixIn(blow, applyDecay(glass, 0.05, 0.35), 0.12, 0.3);
      return blow;
    },
  },
  bicycle: {
    label: 'a bicycle bell',
    words: wordsOf('bicycle, bike, bicycle bell, bike bell, cyclist'),
    nature: 'event',
    seconds: 1.1,
    everySeconds: 1.5,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      for (let hit = 0; hit < 7; hit++) {
        const ring = modalTone(0.6, [
          { hz: 2650 * dice.between(0.998, 1.002), gain: 0.7, halfLifeSeconds: 0.09 },
          { hz: 5230, gain: 0.4, halfLifeSeconds: 0.05 },
        ]);
        mixIn(sound, ring, hit * 0.06, hit === 3 ? 0.3 : 1);
      }
      return sound;
    },
  },
  traffic: {
    label: 'traffic',
    words: wordsOf('traffic, highway, motorway, freeway, busy road, rush hour, cars passing, intersection'),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) => {
      const floor = lowPass(pinkNoise(seconds, dice), 420);
      const passing = scatterGrains(seconds, 0.35 + strength * 0.5, dice, () => {
        const length = dice.between(2, 4);
        return applySwell(bandPass(pinkNoise(length, dice), dice.between(500, 1100), 0.7), length, 2);
      });
      const low = amplify(sine(seconds, 47), smoothRandom(dice, 0.7, 0, 0.2));
      return sumSignals(floor, [passing, 0.9], [low, 0.25]);
    },
  },
} satisfies Record<string, EffectRecipe>;
