import { diceOf } from '#screenplay/dice.ts';
import { applyFades } from '../dsp/fade.ts';
import { normaliseLoudness } from '../dsp/normalise.ts';
import { fileSampleRate, type Sound } from '../sound.ts';
import { highPass } from './craft/filter.ts';
import { mixIn, silence } from './craft/signal.ts';
import { describeLayer } from './description.ts';
import { effectRecipes } from './kinds/kinds.ts';
import { plainManner } from './modifiers.ts';
import { companionOf, maxEffectSeconds, minEffectSeconds, naturalSeconds, placeLayers } from './placing.ts';
import { type EffectLayer, type EffectReading, readEffect } from './reading.ts';
import { renderLayer } from './rendering.ts';

export interface EffectOptions {
  /** 0.5 to 22. Default: the natural length of what is described. */
  seconds?: number;
  /**
   * 0 to 1: how literally the description is taken. Below 0.5, a matching background sound is
   * added, and numbers that the text does not state vary by one.
   */
  influence?: number;
}

export interface Effect {
  sound: Sound;
  /** Plain descriptions of the sounds in it. */
  made: string[];
  /**
   * Whether no part of the description is known. The sound is then the nearest known one, or the
   * quiet of a room.
   */
  unknown: boolean;
  /**
   * Label of the nearest known sound for an unknown one; null if there is none or everything is
   * known.
   */
  nearest: string | null;
  /** Words of the description that name a sound that cannot be made. */
  missing: string[];
}

const defaultInfluence = 0.5;

/**
 * Make the sound for a description. The same words, length and influence give the same sound. Never
 * throws.
 */
export function effectFor(
  text: string,
  { seconds, influence = defaultInfluence }: EffectOptions = {},
): Effect {
  const reading = readEffect(text);
  const length = Math.min(maxEffectSeconds, Math.max(minEffectSeconds, seconds ?? naturalSeconds(reading)));
  const freedom = Math.max(0, 0.5 - influence) * 2;
  const layers = layersOf(reading, freedom);
  const placings = placeLayers(layers, length, freedom, diceOf(`${text}/places/${influence}`));
  const mixed = silence(length);
  for (const [index, placing] of placings.entries()) {
    const dice = diceOf(`${text}/${placing.layer.kind}/${index}`);
    mixIn(mixed, renderLayer(placing, length, { space: reading.space, mood: reading.mood, dice }));
  }
  // Remove frequencies below hearing, which would use up the level of the rest.
  const audible = { samples: highPass(mixed, 25), sampleRate: fileSampleRate };
  const nearest = reading.missing[0];
  return {
    sound: applyFades(normaliseLoudness(applyFades(audible, 0.002, 0.06)), 0.002, 0.02),
    made: placings.map(describeLayer),
    unknown: reading.isUnknown,
    nearest: nearest ? effectRecipes[nearest.kind].label : null,
    missing: reading.missing.map(({ word }) => word),
  };
}

function layersOf({ layers }: EffectReading, freedom: number): EffectLayer[] {
  if (layers.length === 0) return [{ ...plainManner(), kind: 'roomTone', stage: 0 }];
  const companion = freedom > 0 ? companionOf(layers.map(({ kind }) => kind)) : null;
  if (!companion) return layers;
  return [
    ...layers,
    { ...plainManner(), kind: companion, stage: 0, distance: 'far', strength: 0.15 + freedom * 0.3 },
  ];
}
