import { castOf, type SpeakingPart } from './cast.ts';
import { type SpokenElement, speakerKey } from './cue.ts';
import { stretchesOf } from './stretches.ts';

/* Names of speakers that are probably no person of their own (docs/decisions/0049). Precision comes first: what is not
   all but certain is not asked. */

/** Why a name looks doubtful, and what it may be. */
export type DoubtfulCue = {
  /** As most cues spell it, and its speakerKey. */
  name: string;
  key: string;
  speeches: number;
  /** Index of the element with which the first speech begins. */
  at: number;
} & (
  | {
      type: 'joint';
      /** Those who speak together, as their own cues name them. */
      people: readonly string[];
    }
  | {
      type: 'variant';
      /** `spelling` differs in signs alone, `misspelt` in one letter; `extension` has (V.O.) or the like as part of the name. */
      why: 'spelling' | 'misspelt' | 'extension';
      /** Whose name it is. */
      of: string;
      ofSpeeches: number;
      /** What belongs in brackets behind the name: "(O.S.)"; "" for nothing. */
      extension: string;
    }
);

type ScriptElements = readonly (SpokenElement & { sceneId?: number | null | undefined })[];

/** Who speaks, with what is needed to compare. */
interface Speaker extends SpeakingPart {
  key: string;
  scenes: Set<number>;
  /** Keys of those who speak directly before or after them within a scene. */
  neighbours: Set<string>;
}

/**
 * Elements in script order → the names to ask about, in order of appearance. Takes time in proportion to the script and
 * to the number of names.
 */
export function doubtfulCues(elements: ScriptElements): DoubtfulCue[] {
  const speakers = speakersWithPlaces(elements);
  const doubtful = new Map<string, DoubtfulCue>();
  for (const speaker of speakers.values()) {
    const found = jointCue(speaker, speakers) ?? extensionInName(speaker, speakers);
    if (found) doubtful.set(speaker.key, found);
  }
  for (const found of [...sameBesideSigns(speakers), ...misspelt(speakers, elements)])
    if (!doubtful.has(found.key) && !isDoubtfulItself(found, doubtful)) doubtful.set(found.key, found);
  return [...doubtful.values()].sort((a, b) => a.at - b.at);
}

/** What it would become is itself asked about: one question at a time. */
function isDoubtfulItself(found: DoubtfulCue, doubtful: ReadonlyMap<string, DoubtfulCue>): boolean {
  return found.type === 'variant' && doubtful.has(speakerKey(found.of));
}

function speakersWithPlaces(elements: ScriptElements): Map<string, Speaker> {
  const speakers = new Map<string, Speaker>();
  const begins = new Map<number, Speaker>();
  for (const [key, part] of castOf(elements)) {
    if (key === '') continue;
    const speaker = { ...part, key, scenes: new Set<number>(), neighbours: new Set<string>() };
    speakers.set(key, speaker);
    for (const index of part.speeches) begins.set(index, speaker);
  }
  for (const [scene, { from, to }] of stretchesOf(elements).entries()) {
    let before: Speaker | undefined;
    for (let index = from; index < to; index++) {
      const speaker = begins.get(index);
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

const byWord = /\s+(?:AND|UND|ET|Y|E|EN|OG|OCH)\s+|\s*[&+,]\s*(?:(?:AND|UND|ET|Y)\s+)?/;

/** All of whom it is made are speakers of their own. A slash may also stand between two names of one person. */
function jointCue(speaker: Speaker, speakers: ReadonlyMap<string, Speaker>): DoubtfulCue | null {
  const slashed = speaker.key.includes('/');
  const names = speaker.key
    .split(slashed ? /\s*\/\s*/ : byWord)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length < 2) return null;
  const people = names.map((name) => speakers.get(name));
  if (people.includes(undefined) || new Set(people).size < people.length) return null;
  const known = people as Speaker[];
  if (slashed && !known.every((one) => known.some((other) => other !== one && meet(one, other)))) return null;
  return { ...common(speaker), type: 'joint', people: known.map(({ name }) => name) };
}

function meet(one: Speaker, other: Speaker): boolean {
  for (const scene of one.scenes) if (other.scenes.has(scene)) return true;
  return false;
}

/** What stands in brackets behind a name, where somebody forgot the brackets. */
const extensions: readonly [RegExp, string][] = [
  [/(?:\s+|\s*[-–—,:]\s*)V\.? ?O\.?$/, '(V.O.)'],
  [/(?:\s+|\s*[-–—,:]\s*)O\.? ?S\.?$/, '(O.S.)'],
  [/(?:\s+|\s*[-–—,:]\s*)O\.? ?C\.?$/, '(O.C.)'],
  [/(?:\s+|\s*[-–—,:]\s*)(?:CONT['’]?D\.?|CONTINUED)$/, ''],
  [/\s*:$/, ''],
  [/['’]S VOICE$/, '(V.O.)'],
];

function extensionInName(speaker: Speaker, speakers: ReadonlyMap<string, Speaker>): DoubtfulCue | null {
  for (const [pattern, extension] of extensions) {
    if (!pattern.test(speaker.key)) continue;
    const of = speakers.get(speaker.key.replace(pattern, '').trim());
    if (of) return variant(speaker, of, 'extension', extension);
  }
  return null;
}

/** DR. MARTIN and DR MARTIN, MARY-ANN and MARY ANN. Figures keep their spaces: COP 1 1 is not COP 11. */
function* sameBesideSigns(speakers: ReadonlyMap<string, Speaker>): Generator<DoubtfulCue> {
  const groups = new Map<string, Speaker[]>();
  for (const speaker of speakers.values()) {
    const letters = speaker.key
      .replace(/[^\p{L}\p{M}\p{N}#\s]+/gu, (signs) => (/^['.]+$/.test(signs) ? '' : ' '))
      .replace(/#\s*(?=\d)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const form = /\p{N}/u.test(letters) ? letters : letters.replaceAll(' ', '');
    // A slash or a sign between two names means something.
    if (form.length < 2 || /[/&+]/.test(speaker.key)) continue;
    groups.set(form, [...(groups.get(form) ?? []), speaker]);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const [of, ...others] = group.toSorted((a, b) => b.speeches.length - a.speeches.length);
    for (const other of others) if (of) yield variant(other, of, 'spelling', '');
  }
}

/** Names shorter than that differ in one letter by chance. */
const minMisspeltLength = 5;
const maxMisspeltSpeeches = 3;
/** The right spelling is at least so many times as frequent. */
const timesAsFrequent = 5;

/**
 * A rare name that is one letter off a frequent one, in scenes in which that one speaks too, never next to it (nobody
 * answers themselves), and that no action and no speech knows.
 */
function* misspelt(speakers: ReadonlyMap<string, Speaker>, elements: ScriptElements): Generator<DoubtfulCue> {
  const byShorter = new Map<string, Speaker[]>();
  for (const speaker of speakers.values()) {
    if (speaker.key.length < minMisspeltLength || speaker.key.length > 40) continue;
    for (const shorter of shortened(speaker.key)) {
      const all = byShorter.get(shorter);
      if (all) all.push(speaker);
      else byShorter.set(shorter, [speaker]);
    }
  }
  let told: string | null = null;
  for (const rare of speakers.values()) {
    if (rare.speeches.length > maxMisspeltSpeeches || rare.key.length < minMisspeltLength) continue;
    if (rare.key.length > 40) continue;
    const near = new Set(shortened(rare.key).flatMap((shorter) => byShorter.get(shorter) ?? []));
    const right = [...near].filter(
      (other) =>
        other !== rare &&
        other.speeches.length >= timesAsFrequent * rare.speeches.length &&
        isSlip(rare.key, other.key) &&
        [...rare.scenes].every((scene) => other.scenes.has(scene)) &&
        !rare.neighbours.has(other.key),
    );
    // Two that it may be are none.
    if (right.length !== 1) continue;
    told ??= ` ${toldText(elements)} `;
    if (told.includes(` ${onlyWords(rare.key)} `)) continue;
    yield variant(rare, right[0] as Speaker, 'misspelt', '');
  }
}

/** The name itself, and all that it is without one of its letters: names one letter apart share one of these. */
function shortened(key: string): string[] {
  const all = new Set([key]);
  for (let at = 0; at < key.length; at++) all.add(key.slice(0, at) + key.slice(at + 1));
  return [...all];
}

/** Whether two names differ by one slip of the hand within a long word: not in a figure, a plural or a last vowel. */
function isSlip(rare: string, right: string): boolean {
  const a = rare.split(' ');
  const b = right.split(' ');
  if (a.length !== b.length) return false;
  const different = a.flatMap((word, index) => (word === b[index] ? [] : [[word, b[index] ?? ''] as const]));
  const [words] = different;
  if (different.length !== 1 || !words) return false;
  const [x, y] = words;
  if (Math.min(x.length, y.length) < 4 || /\p{N}|#/u.test(x + y)) return false;
  if (!isOneSlip(x, y)) return false;
  if (x.slice(0, -1) === y || y.slice(0, -1) === x) {
    const last = (x.length > y.length ? x : y).at(-1) ?? '';
    // GUARD and GUARDS, ERIC and ERICA; a doubled letter is a slip.
    return last === (x.length > y.length ? y : x).at(-1);
  }
  // MARIA and MARIO; JULIA and JULIE.
  return x.length !== y.length || x.slice(0, -1) !== y.slice(0, -1);
}

/** One letter more, one other letter, or two that changed places. */
function isOneSlip(x: string, y: string): boolean {
  let from = 0;
  while (from < x.length && x[from] === y[from]) from++;
  let back = 0;
  while (back < Math.min(x.length, y.length) - from && x.at(-1 - back) === y.at(-1 - back)) back++;
  const [restX, restY] = [x.slice(from, x.length - back), y.slice(from, y.length - back)];
  if (restX.length + restY.length === 1 || (restX.length === 1 && restY.length === 1)) return true;
  return restX.length === 2 && restY.length === 2 && restX[0] === restY[1] && restX[1] === restY[0];
}

/** All action and dialogue as words in capitals. */
function toldText(elements: ScriptElements): string {
  return elements
    .filter(({ elementType }) => elementType === 'action' || elementType === 'dialogue')
    .map(({ content }) => onlyWords(content))
    .join(' | ');
}

function onlyWords(text: string): string {
  return speakerKey(text)
    .replace(/'S\b/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function common({ name, key, speeches }: Speaker) {
  return { name, key, speeches: speeches.length, at: speeches[0] ?? 0 };
}

function variant(
  speaker: Speaker,
  of: Speaker,
  why: 'spelling' | 'misspelt' | 'extension',
  extension: string,
): DoubtfulCue {
  return {
    ...common(speaker),
    type: 'variant',
    why,
    of: of.name,
    ofSpeeches: of.speeches.length,
    extension,
  };
}
