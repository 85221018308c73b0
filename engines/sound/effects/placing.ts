import type { Dice } from '#screenplay/dice.ts';
import type { EffectKind } from './kinds/kinds.ts';
import { effectRecipes } from './kinds/kinds.ts';
import type { EffectLayer, EffectReading } from './reading.ts';

/** One layer with its times, in seconds from the start of the whole effect. */
export interface PlacedLayer {
  layer: EffectLayer;
  /** Start of each event; a bed has one. */
  starts: number[];
  /** Length of one event, or of the bed. */
  seconds: number;
}

export const minEffectSeconds = 0.5;
export const maxEffectSeconds = 22;

const leadSeconds = 0.08;
/** Overlap of successive stages. */
const crossSeconds = 0.4;

/** Return the default length of an effect. */
export function naturalSeconds({ layers }: Pick<EffectReading, 'layers'>): number {
  const stages = stagesOf(layers).map((stage) => naturalStage(stage));
  const whole = stages.reduce((sum, seconds) => sum + seconds, 0);
  return Math.min(maxEffectSeconds, Math.max(minEffectSeconds, whole || 2));
}

/**
 * Return the times of all layers for an effect of this length. Unstated counts and times vary
 * randomly, by `freedom` from 0 to 1.
 */
export function placeLayers(
  layers: EffectLayer[],
  seconds: number,
  freedom: number,
  dice: Dice,
): PlacedLayer[] {
  const stages = stagesOf(layers);
  const natural = stages.map(naturalStage);
  const whole = natural.reduce((sum, length) => sum + length, 0);
  let from = 0;
  return stages.flatMap((stage, index) => {
    const length = (seconds * (natural[index] ?? 0)) / whole;
    const to = index === stages.length - 1 ? seconds : from + length + crossSeconds;
    const result = placeStage(stage, from, Math.min(seconds, to), freedom, dice);
    from += length;
    return result;
  });
}

function stagesOf(layers: EffectLayer[]): EffectLayer[][] {
  const names = [...new Set(layers.map(({ stage }) => stage))].toSorted((one, other) => one - other);
  return names.map((name) => layers.filter(({ stage }) => stage === name));
}

function naturalStage(layers: EffectLayer[]): number {
  const beds = layers.filter(({ kind }) => effectRecipes[kind].nature !== 'event').map(naturalLayer);
  const events = layers.filter(({ kind }) => effectRecipes[kind].nature === 'event').map(naturalLayer);
  return Math.max(
    0,
    ...beds,
    events.reduce((sum, length) => sum + length, leadSeconds),
  );
}

function naturalLayer({ kind, count, tempo, stretch, seconds }: EffectLayer): number {
  if (seconds !== null) return Math.min(maxEffectSeconds, seconds);
  const recipe = effectRecipes[kind];
  if (recipe.nature === 'bed') return recipe.seconds * Math.min(1, stretch);
  const times =
    count ??
    (recipe.nature === 'rhythm' ? Math.ceil(5 / (recipe.everySeconds ?? 1)) : (recipe.defaultCount ?? 1));
  return recipe.seconds * stretch + ((times - 1) * (recipe.everySeconds ?? recipe.seconds)) / tempo + 0.2;
}

function placeStage(
  layers: EffectLayer[],
  from: number,
  to: number,
  freedom: number,
  dice: Dice,
): PlacedLayer[] {
  const events = layers.filter(({ kind }) => effectRecipes[kind].nature === 'event');
  const needed = events.reduce((sum, layer) => sum + naturalLayer(layer), 0);
  /**
   * Factor that moves events closer together when there is little room. They follow the order of
   * the text.
   */
  const squeeze = Math.min(1, (to - from - leadSeconds) / Math.max(needed, 0.01));
  let cursor = from + Math.min(leadSeconds, (to - from) / 10);
  return layers.map((layer) => {
    const { nature } = effectRecipes[layer.kind];
    const end = layer.seconds === null ? to : Math.min(to, from + layer.seconds);
    if (nature === 'bed') return { layer, starts: [from], seconds: end - from };
    const isEvent = nature === 'event';
    const result = placeEvents(layer, isEvent ? cursor : from + leadSeconds, end, freedom, dice);
    if (isEvent) cursor += naturalLayer(layer) * squeeze;
    return result;
  });
}

/**
 * Return the events of one layer. A stated number of events is moved closer together rather than
 * reduced.
 */
function placeEvents(layer: EffectLayer, from: number, to: number, freedom: number, dice: Dice): PlacedLayer {
  const recipe = effectRecipes[layer.kind];
  const seconds = Math.min(recipe.seconds * layer.stretch, Math.max(0.05, to - from));
  const interval = (recipe.everySeconds ?? recipe.seconds) / layer.tempo;
  const room = Math.max(0, to - from - seconds);
  const fitting = 1 + Math.floor(room / interval);
  const isRhythm = recipe.nature === 'rhythm' || layer.seconds !== null;
  const times =
    layer.count ?? (isRhythm ? fitting : Math.min(fitting, timesOf(recipe.defaultCount ?? 1, freedom, dice)));
  const gap = times > 1 ? Math.min(interval, room / (times - 1)) : 0;
  const isSteady = layer.kind === 'clockTick' || layer.kind === 'heartbeat';
  const unrest = isSteady ? 0.004 : 0.03 + freedom * 0.08;
  const starts = Array.from({ length: times }, (_, index) => {
    const shift = index === 0 ? 0 : gap * unrest * dice.between(-1, 1);
    return Math.max(0, Math.min(from + index * gap + shift, to - seconds * 0.5));
  });
  return { layer, starts, seconds };
}

function timesOf(interval: number, freedom: number, dice: Dice): number {
  return interval > 1 && dice.chance(freedom * 0.6) ? interval + (dice.chance(0.5) ? 1 : -1) : interval;
}

/** Return the background sound to add when the description is taken freely. */
export function companionOf(kinds: readonly EffectKind[]): EffectKind | null {
  const all = Object.entries(companions) as [EffectKind, EffectKind][];
  const [, companion] = all.find(([kind]) => kinds.includes(kind)) ?? [];
  return companion && !kinds.includes(companion) ? companion : null;
}

const companions: Partial<Record<EffectKind, EffectKind>> = {
  rain: 'wind',
  thunder: 'rain',
  wind: 'forest',
  sea: 'seagulls',
  boat: 'seagulls',
  shipHorn: 'boat',
  birds: 'forest',
  forest: 'birds',
  river: 'birds',
  owl: 'crickets',
  howl: 'wind',
  dog: 'crickets',
  fire: 'crickets',
  siren: 'city',
  carPass: 'city',
  carHorn: 'traffic',
  traffic: 'carHorn',
  city: 'crowd',
  applause: 'cheer',
  stepsSnow: 'wind',
  stepsGrass: 'birds',
  stepsGravel: 'wind',
  stepsStone: 'roomTone',
  stepsWood: 'roomTone',
  doorKnock: 'roomTone',
  doorOpen: 'roomTone',
  doorClose: 'roomTone',
  doorSlam: 'roomTone',
  doorCreak: 'roomTone',
  lock: 'roomTone',
  clockTick: 'roomTone',
  phoneRing: 'roomTone',
  phoneBuzz: 'roomTone',
  typewriter: 'roomTone',
  keyboard: 'hum',
  beep: 'hum',
  dishes: 'crowd',
  churchBell: 'birds',
  train: 'wind',
  helicopter: 'wind',
};
