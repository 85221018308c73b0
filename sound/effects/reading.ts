import { countAround, statedSeconds } from './counts.ts';
import type { EffectSpace } from './craft/room.ts';
import { type EffectKind, effectRecipes, familyOf } from './kinds/kinds.ts';
import { type EffectMention, mentionsIn } from './mentions.ts';
import { type EffectManner, type EffectMood, modifiers, moodIn, plainManner } from './modifiers.ts';
import { type Nearest, nearestBySpelling, relatedIn } from './nearest.ts';
import { spaceIn } from './space.ts';

/** One sound of a description, with what is said of it. */
export interface EffectLayer extends EffectManner {
  kind: EffectKind;
  /** What has the same stage is heard at once; the next stage comes after it ("… then …"). From 0. */
  stage: number;
}

export interface EffectReading {
  layers: EffectLayer[];
  space: EffectSpace | null;
  mood: EffectMood;
  /** What has a name in the description and is not made here. */
  missing: Nearest[];
  /** Nothing of the description is known; `layers` has what comes nearest, if anything does. */
  isUnknown: boolean;
}

/** Descriptions are at most 1,000 characters where they come in; an endless one is not read to its end. */
const maxRead = 2000;
const maxLayers = 8;
const nextStage =
  /(?<!\p{L})(?:and then|then|followed by|after that|afterwards|finally|before (?=\p{L}+ing))(?!\p{L})/giu;

/** Reads what somebody wants to hear. Never throws; a description without a known sound is a reading that says so. */
export function readEffect(description: string): EffectReading {
  const text = description.slice(0, maxRead).normalize('NFKC').replaceAll('’', "'").replace(/\s+/g, ' ');
  const { mentions, isRefused } = mentionsIn(text);
  const missing = relatedIn(text).filter(
    ({ word }) => !mentions.some(({ words }) => words.toLowerCase().includes(word)),
  );
  const reading = { space: spaceIn(text), mood: moodIn(text) };
  if (mentions.length > 0) return { ...reading, layers: layersOf(text, mentions), missing, isUnknown: false };
  if (isRefused) return { ...reading, layers: [layerOf('roomTone')], missing, isUnknown: false };
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

/** Their names say how, as "drizzle" and "tiptoe" do; the "close" of a door that closes says nothing. */
const telling = ['weather', 'steps', 'travel'];

/** What is said of each mention. */
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
 * Which mention words at a place are about: an adjective the next one of its sentence, an adverb the last one before it;
 * otherwise the other way round, and then whatever stands nearest.
 */
function targetOf(text: string, place: Place, mentions: Place[], isAdverb: boolean): number | null {
  const within = mentions.findIndex(({ start, end }) => place.start >= start && place.end <= end);
  if (within >= 0) {
    const { kind } = mentions[within] as Place;
    return kind && telling.includes(familyOf(kind)) ? within : null;
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
