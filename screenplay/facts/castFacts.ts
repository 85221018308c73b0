import { castOf, type JointCues, peopleOfCue, wordsIn } from '../cast.ts';
import { parseCue, type SpokenElement, speakerKey, speakersOf } from '../cue.ts';
import { isActionType, isDialogueType, isHeadingType } from '../elementTypes/predicates.ts';
import { stretchesOf } from '../stretches.ts';
import { NameFinder } from './names.ts';

/**
 * Element from which role sizes are counted. Elements are immutable, so results are cached by
 * object.
 */
export type CountedElement = SpokenElement & { sceneId?: number | null | undefined };

/** Role size of one character. Scenes are ascending indexes into `scenes` of CastFacts. */
export interface PartFacts {
  key: string;
  name: string;
  speeches: number;
  words: number;
  /** Share of all spoken words, from 0 to 1. */
  share: number;
  /** Scenes in which the character speaks. */
  speaking: readonly number[];
  /** Scenes in which action names the character, who does not speak there. */
  silent: readonly number[];
  /** Key of another character → number of scenes in which both speak. */
  together: ReadonlyMap<string, number>;
  /**
   * Key of another character → number of times that one speaks directly after the other within a
   * scene.
   */
  turns: ReadonlyMap<string, number>;
}

/** Scene as used by CastFacts. */
export interface CastScene {
  sceneId: number | null;
  /** Index of its first element. */
  from: number;
  /** Whether it is the opening, which does not count as a scene (decision OQ-99). */
  isOpening: boolean;
}

/** Role sizes of all characters in a script. Immutable. */
export interface CastFacts {
  scenes: readonly CastScene[];
  /** By speakerKey: speakers in order of appearance, then listed characters without dialogue. */
  parts: ReadonlyMap<string, PartFacts>;
  /** Number of words of dialogue. */
  words: number;
}

interface PartCounter {
  key: string;
  name: string;
  speeches: number;
  words: number;
  speaking: number[];
  silent: number[];
  together: Map<string, number>;
  turns: Map<string, number>;
}

/**
 * Cache of the names found in action elements, valid as long as the names of the cast do not
 * change.
 */
export interface NamesInAction {
  signature: string;
  finder: NameFinder;
  found: WeakMap<object, readonly string[]>;
}

export interface CastFactsOptions {
  /** Names of the character list, including characters without dialogue. */
  listed?: readonly string[];
  joint?: JointCues;
  /** Cache of the previous call; updated by the call. */
  memo?: { names: NamesInAction | null };
}

/**
 * Count the role sizes in one pass over the elements, which are in script order. With `memo` of the
 * previous call, only changed action is searched for names. Speeches are counted as by castOf. The
 * words of a joint speech count for each speaker, and once for the script.
 */
export function castFacts(
  elements: readonly CountedElement[],
  { listed = [], joint = new Map(), memo }: CastFactsOptions = {},
): CastFacts {
  const cast = castOf(elements);
  const parts = createParts(cast, listed, joint);
  const script: CountedScript = {
    elements,
    parts,
    joint,
    names: namesInAction(parts, memo),
    speakers: speakersOf(elements),
    speakerByFirstIndex: speakersByFirstIndex(cast),
  };
  const stretches = stretchesOf(elements);
  let total = 0;
  for (const [scene, { from, to }] of stretches.entries()) total += countScene(script, scene, { from, to });
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

/** Script with everything that is needed to count a scene. */
interface CountedScript {
  elements: readonly CountedElement[];
  parts: ReadonlyMap<string, PartCounter>;
  joint: JointCues;
  names: NamesInAction;
  /** Speaker of each element. */
  speakers: ReturnType<typeof speakersOf>;
  speakerByFirstIndex: ReadonlyMap<number, string>;
}

type Cast = ReturnType<typeof castOf>;

/** Create counters for speakers in order of appearance, then for listed characters. */
function createParts(cast: Cast, listed: readonly string[], joint: JointCues): Map<string, PartCounter> {
  const parts = new Map<string, PartCounter>();
  for (const [key, { name }] of cast) {
    for (const each of peopleOfCue(key, joint)) {
      if (each !== '' && !parts.has(each)) parts.set(each, newPart(each, cast.get(each)?.name ?? each));
    }
    if (!joint.has(key) && parts.has(key)) (parts.get(key) as PartCounter).name = name;
  }
  for (const each of listed) {
    const { name } = parseCue(each);
    const key = speakerKey(name);
    if (key !== '' && !parts.has(key) && !joint.has(key)) parts.set(key, newPart(key, name));
  }
  return parts;
}

/** Return the key of the speaker by the index at which a speech begins. */
function speakersByFirstIndex(cast: Cast): Map<number, string> {
  const keys = new Map<number, string>();
  for (const [key, { speeches }] of cast) for (const index of speeches) keys.set(index, key);
  return keys;
}

/** Count the speeches, words and names of one scene. Returns its words of dialogue. */
function countScene(
  script: CountedScript,
  scene: number,
  { from, to }: { from: number; to: number },
): number {
  const { elements, parts, joint, names, speakerByFirstIndex } = script;
  const speaking = new Set<string>();
  const seen = new Set<string>();
  let previousSpeakers: readonly string[] = [];
  let total = 0;
  for (let index = from; index < to; index++) {
    const element = elements[index] as CountedElement;
    if (isActionType(element.elementType)) for (const key of namedIn(element, names)) seen.add(key);
    const firstSpeaker = speakerByFirstIndex.get(index);
    if (firstSpeaker !== undefined) {
      const currentSpeakers = peopleOfCue(firstSpeaker, joint);
      countSpeech(parts, currentSpeakers, previousSpeakers);
      for (const key of currentSpeakers) if (parts.has(key)) speaking.add(key);
      previousSpeakers = currentSpeakers;
    }
    total += countWords(script, index);
  }
  recordScene(parts, scene, { speaking, seen, isOpening: isOpeningAt(elements[from]) });
  return total;
}

function countSpeech(
  parts: ReadonlyMap<string, PartCounter>,
  currentSpeakers: readonly string[],
  previousSpeakers: readonly string[],
): void {
  for (const key of currentSpeakers) {
    const part = parts.get(key);
    if (!part) continue;
    part.speeches++;
    for (const other of previousSpeakers) if (!currentSpeakers.includes(other)) countTurn(parts, key, other);
  }
}

/** Count the words of an element for each of its speakers. Returns 0 unless it is dialogue. */
function countWords({ elements, parts, joint, speakers }: CountedScript, index: number): number {
  const element = elements[index] as CountedElement;
  const speaker = speakers[index];
  if (!isDialogueType(element.elementType) || speaker == null) return 0;
  const words = wordsIn(element.content);
  for (const each of peopleOfCue(speakerKey(speaker), joint)) {
    const part = parts.get(each);
    if (part) part.words += words;
  }
  return words;
}

/** Count the scenes among indexes into `scenes`; the opening does not count. */
export function scenesAmong({ scenes }: Pick<CastFacts, 'scenes'>, places: readonly number[]): number {
  return places.filter((place) => scenes[place]?.isOpening === false).length;
}

/**
 * Sort by role size, largest first: by words, then speeches, then scenes. Ties keep their order.
 */
export function sortedByPartSize(parts: Iterable<PartFacts>): PartFacts[] {
  const sceneCount = ({ speaking, silent }: PartFacts) => speaking.length + silent.length;
  return [...parts].sort(
    (a, b) => b.words - a.words || b.speeches - a.speeches || sceneCount(b) - sceneCount(a),
  );
}

function isOpeningAt(first: CountedElement | undefined): boolean {
  return !isHeadingType(first?.elementType);
}

function newPart(key: string, name: string): PartCounter {
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

function countTurn(parts: ReadonlyMap<string, PartCounter>, a: string, b: string): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const turns = parts.get(one)?.turns;
    turns?.set(other, (turns.get(other) ?? 0) + 1);
  }
}

function recordScene(
  parts: ReadonlyMap<string, PartCounter>,
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

function namesInAction(
  parts: ReadonlyMap<string, PartCounter>,
  memo: CastFactsOptions['memo'],
): NamesInAction {
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
