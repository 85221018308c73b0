import { castOf, type JointCues, peopleOfCue, wordsIn } from '../cast.ts';
import { parseCue, type SpokenElement, speakerKey, speakersOf } from '../cue.ts';
import { stretchesOf } from '../stretches.ts';
import { NameFinder } from './names.ts';

/** An element as the counting of parts reads it. Texts are looked at again only where the object is another one. */
export type CountedElement = SpokenElement & { sceneId?: number | null | undefined };

/** What one person of a script has in it. Scenes are indexes into `scenes` of CastFacts, in order. */
export interface PartFacts {
  key: string;
  name: string;
  speeches: number;
  words: number;
  /** Of all words that are spoken; 0 to 1. */
  share: number;
  /** Scenes in which they speak. */
  speaking: readonly number[];
  /** Scenes in which the action names them and they say nothing. */
  silent: readonly number[];
  /** By the key of somebody else: scenes in which both speak. */
  together: ReadonlyMap<string, number>;
  /** By the key of somebody else: how often one of the two speaks directly after the other within a scene. */
  turns: ReadonlyMap<string, number>;
}

/** A scene as the parts are placed in it. */
export interface CastScene {
  sceneId: number | null;
  /** Index of its first element. */
  from: number;
  /** The text before the first heading, which no count of scenes counts (decision OQ-99). */
  isOpening: boolean;
}

/** Who has which part in a script. Made by castFacts; nothing in it changes. */
export interface CastFacts {
  scenes: readonly CastScene[];
  /** By speakerKey: who speaks, in order of appearance, then who is listed and says nothing. */
  parts: ReadonlyMap<string, PartFacts>;
  /** Spoken by all. */
  words: number;
}

interface Counting {
  key: string;
  name: string;
  speeches: number;
  words: number;
  speaking: number[];
  silent: number[];
  together: Map<string, number>;
  turns: Map<string, number>;
}

/** What an action line says of people stays as long as the line and the names do. */
export interface NamesInAction {
  signature: string;
  finder: NameFinder;
  found: WeakMap<object, readonly string[]>;
}

export interface CastFactsOptions {
  /** Names of the character list: some say nothing in the script. */
  listed?: readonly string[];
  joint?: JointCues;
  /** Of the script as it was before. */
  memo?: { names: NamesInAction | null };
}

/**
 * Elements in script order → the part of everybody, in one pass over them; with the `memo` of the time before, action
 * is searched for names only where it has changed. A speech as castOf counts it. The words of a speech of several count
 * for each of them, and once for the script.
 */
export function castFacts(
  elements: readonly CountedElement[],
  { listed = [], joint = new Map(), memo }: CastFactsOptions = {},
): CastFacts {
  const parts = new Map<string, Counting>();
  const cast = castOf(elements);
  for (const [key, { name }] of cast) {
    for (const each of peopleOfCue(key, joint)) {
      if (each !== '' && !parts.has(each)) parts.set(each, newPart(each, cast.get(each)?.name ?? each));
    }
    if (!joint.has(key) && parts.has(key)) (parts.get(key) as Counting).name = name;
  }
  for (const each of listed) {
    const { name } = parseCue(each);
    const key = speakerKey(name);
    if (key !== '' && !parts.has(key) && !joint.has(key)) parts.set(key, newPart(key, name));
  }
  const names = namesInAction(parts, memo);
  const speakers = speakersOf(elements);
  const begins = new Map<number, string>();
  for (const [key, { speeches }] of cast) for (const index of speeches) begins.set(index, key);

  const stretches = stretchesOf(elements);
  let total = 0;
  for (const [scene, { from, to }] of stretches.entries()) {
    const speaking = new Set<string>();
    const seen = new Set<string>();
    let before: readonly string[] = [];
    for (let index = from; index < to; index++) {
      const element = elements[index] as CountedElement;
      if (element.elementType === 'action') for (const key of namedIn(element, names)) seen.add(key);
      const begun = begins.get(index);
      if (begun !== undefined) {
        const now = peopleOfCue(begun, joint);
        for (const key of now) {
          const part = parts.get(key);
          if (!part) continue;
          part.speeches++;
          speaking.add(key);
          for (const other of before) if (!now.includes(other)) countTurn(parts, key, other);
        }
        before = now;
      }
      const speaker = speakers[index];
      if (element.elementType !== 'dialogue' || speaker == null) continue;
      const words = wordsIn(element.content);
      total += words;
      const key = speakerKey(speaker);
      for (const each of peopleOfCue(key, joint)) {
        const part = parts.get(each);
        if (part) part.words += words;
      }
    }
    const isOpening = isOpeningAt(elements[from]);
    placeInScene(parts, scene, { speaking, seen, isOpening });
  }
  return {
    scenes: stretches.map(({ sceneId, from }) => ({
      sceneId,
      from,
      isOpening: isOpeningAt(elements[from]),
    })),
    parts: new Map(
      [...parts].map(([key, part]) => [key, { ...part, share: total === 0 ? 0 : part.words / total }]),
    ),
    words: total,
  };
}

/** How many scenes are among these places in `scenes` of the facts. */
export function scenesAmong({ scenes }: Pick<CastFacts, 'scenes'>, places: readonly number[]): number {
  return places.filter((place) => scenes[place]?.isOpening === false).length;
}

/** Keys of the parts, the largest first: by words, then by speeches, then by scenes; else as they appear. */
export function sortedByPartSize(parts: Iterable<PartFacts>): PartFacts[] {
  const present = ({ speaking, silent }: PartFacts) => speaking.length + silent.length;
  return [...parts].sort((a, b) => b.words - a.words || b.speeches - a.speeches || present(b) - present(a));
}

function isOpeningAt(first: CountedElement | undefined): boolean {
  return first?.elementType !== 'scene_heading';
}

function newPart(key: string, name: string): Counting {
  return {
    key,
    name,
    speeches: 0,
    words: 0,
    speaking: [],
    silent: [],
    together: new Map(),
    turns: new Map(),
  };
}

function countTurn(parts: ReadonlyMap<string, Counting>, a: string, b: string): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const turns = parts.get(one)?.turns;
    turns?.set(other, (turns.get(other) ?? 0) + 1);
  }
}

function placeInScene(
  parts: ReadonlyMap<string, Counting>,
  scene: number,
  {
    speaking,
    seen,
    isOpening,
  }: { speaking: ReadonlySet<string>; seen: ReadonlySet<string>; isOpening: boolean },
): void {
  for (const key of speaking) {
    const part = parts.get(key);
    part?.speaking.push(scene);
    if (isOpening) continue;
    for (const other of speaking)
      if (other !== key) part?.together.set(other, (part.together.get(other) ?? 0) + 1);
  }
  for (const key of seen) if (!speaking.has(key)) parts.get(key)?.silent.push(scene);
}

function namesInAction(parts: ReadonlyMap<string, Counting>, memo: CastFactsOptions['memo']): NamesInAction {
  const signature = [...parts.values()].map(({ name }) => name).join('\n');
  if (memo?.names?.signature === signature) return memo.names;
  const finder = new NameFinder(new Map([...parts].map(([key, { name }]) => [key, name])));
  const names: NamesInAction = { signature, finder, found: new WeakMap() };
  if (memo) memo.names = names;
  return names;
}

function namedIn(element: CountedElement, { finder, found }: NamesInAction): readonly string[] {
  const known = found.get(element);
  if (known) return known;
  const keys = [...new Set(finder.in(element.content).map(({ key }) => key))];
  found.set(element, keys);
  return keys;
}
