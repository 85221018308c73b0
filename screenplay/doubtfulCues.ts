import { castOf, type SpeakingPart } from './cast.ts';
import { type SpokenElement, speakerKey } from './cue.ts';
import { isActionType, isDialogueType } from './elementTypes/predicates.ts';
import { cueWords } from './language/cueWords.ts';
import { listedWords } from './language/headingWords.ts';
import { stretchesOf } from './stretches.ts';

/*
 * Cue names that are probably not characters (docs/decisions/0049). Precision comes first: a name
 * is only reported when it is almost certainly wrong.
 */

/** Doubtful cue name with the reason and the suggested correction. */
export type DoubtfulCue = {
  /** The most frequent spelling, and its speakerKey. */
  name: string;
  key: string;
  speeches: number;
  /** Index of the element with which the first speech begins. */
  at: number;
} & (
  | {
      type: 'joint';
      /** The joint speakers, spelled as in their own cues. */
      people: readonly string[];
    }
  | {
      type: 'variant';
      /**
       * `spelling`: differs only in punctuation. `misspelt`: differs in one letter. `extension`:
       * the name contains an extension such as (V.O.).
       */
      reason: 'spelling' | 'misspelt' | 'extension';
      /** The character's correct name. */
      originalName: string;
      originalSpeeches: number;
      /** Extension that belongs in parentheses after the name: "(O.S.)"; "" for none. */
      extension: string;
    }
);

type ScriptElements = readonly (SpokenElement & { sceneId?: number | null | undefined })[];

/** Speaking character with the data needed for comparing. */
interface Speaker extends SpeakingPart {
  key: string;
  scenes: Set<number>;
  /** Keys of the characters who speak directly before or after this one within a scene. */
  neighbours: Set<string>;
}

/**
 * Return the doubtful cue names of a script in order of appearance. `elements` are in script order.
 * Takes time proportional to the script and to the number of names.
 */
export function doubtfulCues(elements: ScriptElements): DoubtfulCue[] {
  const speakers = collectSpeakers(elements);
  const doubtful = new Map<string, DoubtfulCue>();
  for (const speaker of speakers.values()) {
    const found = findJointCue(speaker, speakers) ?? findExtensionInName(speaker, speakers);
    if (found) doubtful.set(speaker.key, found);
  }
  for (const found of [...findPunctuationVariants(speakers), ...findMisspeltNames(speakers, elements)])
    if (!doubtful.has(found.key) && !isDoubtfulItself(found, doubtful)) doubtful.set(found.key, found);
  return [...doubtful.values()].sort((a, b) => a.at - b.at);
}

/** Return whether the suggested name is itself doubtful. Only one question is asked at a time. */
function isDoubtfulItself(found: DoubtfulCue, doubtful: ReadonlyMap<string, DoubtfulCue>): boolean {
  return found.type === 'variant' && doubtful.has(speakerKey(found.originalName));
}

function collectSpeakers(elements: ScriptElements): Map<string, Speaker> {
  const speakers = new Map<string, Speaker>();
  const speakerByFirstIndex = new Map<number, Speaker>();
  for (const [key, part] of castOf(elements)) {
    if (key === '') continue;
    const speaker = { ...part, key, scenes: new Set<number>(), neighbours: new Set<string>() };
    speakers.set(key, speaker);
    for (const index of part.speeches) speakerByFirstIndex.set(index, speaker);
  }
  for (const [scene, { from, to }] of stretchesOf(elements).entries()) {
    let before: Speaker | undefined;
    for (let index = from; index < to; index++) {
      const speaker = speakerByFirstIndex.get(index);
      if (!speaker) continue;
      speaker.scenes.add(scene);
      if (before && before !== speaker) {
        before.neighbours.add(speaker.key);
        speaker.neighbours.add(before.key);
      }
      before = speaker;
    }
  }
  return speakers;
}

/** Letters of Chinese and Japanese, whose words are not separated. */
const isWideLetter = /^[\u2e80-\uffef]$/;
const andWords = [...new Set(Object.values(cueWords).flatMap(({ and }) => listedWords(and))), 'OG'];
const spacedAnd = andWords.filter((word) => !isWideLetter.test(word)).join('|');
const closedAnd = andWords.filter((word) => isWideLetter.test(word)).join('');
const nameSeparator = new RegExp(
  `\\s+(?:${spacedAnd})\\s+|\\s*[&+,]\\s*(?:(?:${spacedAnd})\\s+)?|\\s*[${closedAnd}]\\s*`,
);

/**
 * Return a joint cue if all its names are speakers. With a slash, two of them must also share a
 * scene: a slash may separate two names of one person.
 */
function findJointCue(speaker: Speaker, speakers: ReadonlyMap<string, Speaker>): DoubtfulCue | null {
  const hasSlash = speaker.key.includes('/');
  const names = speaker.key
    .split(hasSlash ? /\s*\/\s*/ : nameSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length < 2) return null;
  const people = names.map((name) => speakers.get(name));
  if (people.includes(undefined) || new Set(people).size < people.length) return null;
  const known = people as Speaker[];
  if (hasSlash && !known.every((one) => known.some((other) => other !== one && shareScene(one, other))))
    return null;
  return { ...commonFields(speaker), type: 'joint', people: known.map(({ name }) => name) };
}

function shareScene(one: Speaker, other: Speaker): boolean {
  for (const scene of one.scenes) if (other.scenes.has(scene)) return true;
  return false;
}

/** Extensions written without parentheses, and their correct form. */
const extensions: readonly [RegExp, string][] = [
  [/(?:\s+|\s*[-–—,:]\s*)V\.? ?O\.?$/, '(V.O.)'],
  [/(?:\s+|\s*[-–—,:]\s*)O\.? ?S\.?$/, '(O.S.)'],
  [/(?:\s+|\s*[-–—,:]\s*)O\.? ?C\.?$/, '(O.C.)'],
  [/(?:\s+|\s*[-–—,:]\s*)(?:CONT['’]?D\.?|CONTINUED)$/, ''],
  [/\s*:$/, ''],
  [/['’]S VOICE$/, '(V.O.)'],
];

function findExtensionInName(speaker: Speaker, speakers: ReadonlyMap<string, Speaker>): DoubtfulCue | null {
  for (const [pattern, extension] of extensions) {
    if (!pattern.test(speaker.key)) continue;
    const original = speakers.get(speaker.key.replace(pattern, '').trim());
    if (original) return createVariant(speaker, original, 'extension', extension);
  }
  return null;
}

/**
 * Find names that differ only in punctuation: DR. MARTIN and DR MARTIN, MARY-ANN and MARY ANN.
 * Names with digits keep their spaces: COP 1 1 is not COP 11.
 */
function* findPunctuationVariants(speakers: ReadonlyMap<string, Speaker>): Generator<DoubtfulCue> {
  const groups = new Map<string, Speaker[]>();
  for (const speaker of speakers.values()) {
    const letters = speaker.key
      .replace(/[^\p{L}\p{M}\p{N}#\s]+/gu, (signs) => (/^['.]+$/.test(signs) ? '' : ' '))
      .replace(/#\s*(?=\d)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const form = /\p{N}/u.test(letters) ? letters : letters.replaceAll(' ', '');
    // Skip names that contain a slash, "&" or "+": there they separate two names.
    if (form.length < 2 || /[/&+]/.test(speaker.key)) continue;
    groups.set(form, [...(groups.get(form) ?? []), speaker]);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const [original, ...others] = group.toSorted((a, b) => b.speeches.length - a.speeches.length);
    for (const other of others) if (original) yield createVariant(other, original, 'spelling', '');
  }
}

/** Shorter names often differ in one letter by chance. */
const minMisspeltLength = 5;
const maxMisspeltSpeeches = 3;
/** The correct spelling has at least this many times as many speeches. */
const timesAsFrequent = 5;

/**
 * Find rare names that are one letter off a frequent one. The frequent one must speak in the same
 * scenes but never directly before or after the rare one, since nobody answers themselves. The rare
 * name must not occur in action or dialogue.
 */
function* findMisspeltNames(
  speakers: ReadonlyMap<string, Speaker>,
  elements: ScriptElements,
): Generator<DoubtfulCue> {
  const byShorter = new Map<string, Speaker[]>();
  for (const speaker of speakers.values()) {
    if (speaker.key.length < minMisspeltLength || speaker.key.length > 40) continue;
    for (const shorter of withOneLetterRemoved(speaker.key)) {
      const all = byShorter.get(shorter);
      if (all) all.push(speaker);
      else byShorter.set(shorter, [speaker]);
    }
  }
  let prose: string | null = null;
  for (const rare of speakers.values()) {
    if (rare.speeches.length > maxMisspeltSpeeches || rare.key.length < minMisspeltLength) continue;
    if (rare.key.length > 40) continue;
    const similar = new Set(
      withOneLetterRemoved(rare.key).flatMap((shorter) => byShorter.get(shorter) ?? []),
    );
    const candidates = [...similar].filter(
      (other) =>
        other !== rare &&
        other.speeches.length >= timesAsFrequent * rare.speeches.length &&
        isMisspelling(rare.key, other.key) &&
        [...rare.scenes].every((scene) => other.scenes.has(scene)) &&
        !rare.neighbours.has(other.key),
    );
    // Skip names with more than one possible correction.
    if (candidates.length !== 1) continue;
    prose ??= ` ${proseWords(elements)} `;
    if (prose.includes(` ${onlyWords(rare.key)} `)) continue;
    yield createVariant(rare, candidates[0] as Speaker, 'misspelt', '');
  }
}

/**
 * Return a key and all its variants without one letter. Keys that are one letter apart share a
 * variant.
 */
function withOneLetterRemoved(key: string): string[] {
  const all = new Set([key]);
  for (let at = 0; at < key.length; at++) all.add(key.slice(0, at) + key.slice(at + 1));
  return [...all];
}

/**
 * Return whether two names differ by one typing error in a long word. Differences in a digit, a
 * plural ending or a last vowel are not typing errors.
 */
function isMisspelling(rare: string, candidates: string): boolean {
  const a = rare.split(' ');
  const b = candidates.split(' ');
  if (a.length !== b.length) return false;
  const different = a.flatMap((word, index) => (word === b[index] ? [] : [[word, b[index] ?? ''] as const]));
  const [words] = different;
  if (different.length !== 1 || !words) return false;
  const [x, y] = words;
  if (Math.min(x.length, y.length) < 4 || /\p{N}|#/u.test(x + y)) return false;
  if (!isOneLetterOff(x, y)) return false;
  if (x.slice(0, -1) === y || y.slice(0, -1) === x) {
    const last = (x.length > y.length ? x : y).at(-1) ?? '';
    // GUARD and GUARDS or ERIC and ERICA are different names; a doubled last letter is a typing
    // error.
    return last === (x.length > y.length ? y : x).at(-1);
  }
  // MARIA and MARIO or JULIA and JULIE are different names.
  return x.length !== y.length || x.slice(0, -1) !== y.slice(0, -1);
}

/** Return whether two words differ by one added, replaced or swapped letter. */
function isOneLetterOff(x: string, y: string): boolean {
  let from = 0;
  while (from < x.length && x[from] === y[from]) from++;
  let back = 0;
  while (back < Math.min(x.length, y.length) - from && x.at(-1 - back) === y.at(-1 - back)) back++;
  const [restX, restY] = [x.slice(from, x.length - back), y.slice(from, y.length - back)];
  if (restX.length + restY.length === 1 || (restX.length === 1 && restY.length === 1)) return true;
  return restX.length === 2 && restY.length === 2 && restX[0] === restY[1] && restX[1] === restY[0];
}

/** Return the words of all action and dialogue in capitals. */
function proseWords(elements: ScriptElements): string {
  return elements
    .filter(({ elementType }) => isActionType(elementType) || isDialogueType(elementType))
    .map(({ content }) => onlyWords(content))
    .join(' | ');
}

function onlyWords(text: string): string {
  return speakerKey(text)
    .replace(/'S\b/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function commonFields({ name, key, speeches }: Speaker) {
  return { name, key, speeches: speeches.length, at: speeches[0] ?? 0 };
}

function createVariant(
  speaker: Speaker,
  original: Speaker,
  reason: 'spelling' | 'misspelt' | 'extension',
  extension: string,
): DoubtfulCue {
  return {
    ...commonFields(speaker),
    type: 'variant',
    reason,
    originalName: original.name,
    originalSpeeches: original.speeches.length,
    extension,
  };
}
