import { countAround, statedSeconds } from './counts.ts';
import type { EffectSpace } from './craft/room.ts';
import { type EffectKind, effectRecipes, familyOf } from './kinds/kinds.ts';
import { type EffectMention, mentionsIn } from './mentions.ts';
import { type EffectManner, type EffectMood, modifiers, moodIn, plainManner } from './modifiers.ts';
import { type Nearest, nearestBySpelling, relatedIn } from './nearest.ts';
import { spaceIn } from './space.ts';

/** One sound of a description, with its manner. */
export interface EffectLayer extends EffectManner {
  kind: EffectKind;
  /** Layers of the same stage play at once; the next stage follows ("… then …"). From 0. */
  stage: number;
}

export interface EffectReading {
  layers: EffectLayer[];
  space: EffectSpace | null;
  mood: EffectMood;
  /** Sounds that the description names and that cannot be made. */
  missing: Nearest[];
  /**
   * Whether no part of the description is known. `layers` then has the nearest known sound, if any.
   */
  isUnknown: boolean;
}

/** Longer descriptions are cut. Valid input has at most 1,000 characters. */
const maxRead = 2000;
const maxLayers = 8;
const nextStage =
  /(?<!\p{L})(?:and then|then|followed by|after that|afterwards|finally|before (?=\p{L}+ing))(?!\p{L})/giu;

/**
 * Parse the description of a sound effect. Never throws; a description without a known sound gives
 * a reading with `isUnknown`.
 */
export function readEffect(description: string): EffectReading {
  const text = description.slice(0, maxRead).normalize('NFKC').replaceAll('’', "'").replace(/\s+/g, ' ');
  const { mentions, isNegated } = mentionsIn(text);
  const missing = relatedIn(text).filter(
    ({ word }) => !mentions.some(({ words }) => words.toLowerCase().includes(word)),
  );
  const reading = { space: spaceIn(text), mood: moodIn(text) };
  if (mentions.length > 0) return { ...reading, layers: layersOf(text, mentions), missing, isUnknown: false };
  if (isNegated) return { ...reading, layers: [layerOf('roomTone')], missing, isUnknown: false };
  const nearest = missing[0] ?? nearestBySpelling(text);
  if (!nearest) return { ...reading, layers: [], missing, isUnknown: true };
  const layer = { ...layerOf(nearest.kind), ...mannersIn(text, [{ start: 0, end: 0 }])[0] };
  return { ...reading, layers: [layer], missing: missing.length > 0 ? missing : [nearest], isUnknown: true };
}

function layerOf(kind: EffectKind): EffectLayer {
  return { ...plainManner(), kind, stage: 0 };
}

function layersOf(text: string, mentions: EffectMention[]): EffectLayer[] {
  const manners = mannersIn(text, mentions);
  const turns = [...text.matchAll(nextStage)].map(({ index }) => index);
  const layers: EffectLayer[] = [];
  for (const [index, mention] of mentions.entries()) {
    const { kind, start, end } = mention;
    const stage = turns.filter((turn) => turn < start && turn > (mentions[0]?.start ?? 0)).length;
    const same = layers.find((layer) => layer.kind === kind && layer.stage === stage);
    const count = effectRecipes[kind].nature === 'bed' ? null : countAround(text, start, end);
    if (same) same.count ??= count;
    else layers.push({ ...plainManner(), ...manners[index], kind, stage, count });
  }
  return layers.slice(0, maxLayers);
}

type Place = Pick<EffectMention, 'start' | 'end'> & { kind?: EffectKind };

/**
 * Families in which the name of a sound also sets its manner, as "drizzle" and "tiptoe" do. The
 * "close" of a closing door does not mean near.
 */
const familiesWithManner = ['weather', 'steps', 'travel'];

/** Return the manner of each mention. */
function mannersIn(text: string, mentions: Place[]): Partial<EffectManner>[] {
  const manners = mentions.map((): Partial<EffectManner> => ({}));
  for (const { words, isAdverb, manner } of modifiers) {
    for (const { index, 0: said } of text.matchAll(words.pattern)) {
      const place = { start: index, end: index + said.length };
      const target = targetOf(text, place, mentions, isAdverb);
      if (target !== null) manners[target] = { ...manner, ...manners[target] };
    }
  }
  const seconds = statedSeconds(text);
  return manners.map((manner) => ({ ...manner, seconds }));
}

/**
 * Return the index of the mention that a modifier refers to. An adjective refers to the next
 * mention in its sentence, an adverb to the last one before it. If there is none, try the other
 * direction, then the last mention before it in the text.
 */
function targetOf(text: string, place: Place, mentions: Place[], isAdverb: boolean): number | null {
  const within = mentions.findIndex(({ start, end }) => place.start >= start && place.end <= end);
  if (within >= 0) {
    const { kind } = mentions[within] as Place;
    return kind && familiesWithManner.includes(familyOf(kind)) ? within : null;
  }
  const isSameSentence = (mention: Place) =>
    !/[.;!?]/.test(text.slice(Math.min(mention.end, place.end), Math.max(mention.start, place.start)));
  const next = mentions.findIndex((mention) => mention.start >= place.end && isSameSentence(mention));
  const last = mentions.findLastIndex((mention) => mention.end <= place.start && isSameSentence(mention));
  const [first, second] = isAdverb ? [last, next] : [next, last];
  if (first >= 0) return first;
  if (second >= 0) return second;
  const before = mentions.findLastIndex((mention) => mention.end <= place.start);
  return before >= 0 ? before : mentions.length > 0 ? 0 : null;
}
