import type { ElementType } from './element.ts';
import { plainText } from './emphasis.ts';

/** A cue: who speaks, and what stands in brackets after the name. */
export interface Cue {
  /** "" for a cue that names nobody. */
  name: string;
  /** With their brackets, as typed: "(V.O.)", "(CONT'D)", "(INTO PHONE)". */
  extensions: string[];
}

/** What cues need to know of an element. */
export interface SpokenElement {
  elementType: ElementType;
  content: string;
  /** Who was chosen as the speaker; where it is missing, the cue above tells. */
  characterName?: string | null | undefined;
}

// The second form is a bracket that is never closed.
const group = /\([^()]*\)|\([^()]*$/g;

/** Content of a cue → name and extensions. A closing ^ (Fountain's right column) is left out. */
export function parseCue(content: string): Cue {
  const text = plainText(content).replace(/\s+/g, ' ').trim().replace(/ ?\^$/, '');
  const name = text.replace(group, ' ').replace(/\s+/g, ' ').trim();
  return { name, extensions: text.match(group) ?? [] };
}

export function writeCue({ name, extensions }: Cue): string {
  return [name, ...extensions].join(' ');
}

/** Whether a cue already says (CONT'D), in whatever spelling; print no second one. */
export function isContinued(content: string): boolean {
  return parseCue(content).extensions.some((extension) => continued.test(extension));
}

const continued = /^\(\s*cont(?:['’]?d|inued|\.)?\s*\)?$/i;

const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const isAscii = /^[ -~]*$/;

/**
 * What two spellings of one name share: case, kind of apostrophe, width of spaces, signs that nobody sees, and whether
 * an accent is a sign of its own do not count. The one rule for whether two names are the same.
 */
export function speakerKey(name: string): string {
  const seen = isAscii.test(name)
    ? name
    : name.replace(invisible, '').normalize('NFC').replace(/[‘’ʼ]/g, "'");
  // Some capitals are written as a letter and its accent.
  return seen.replace(/\s+/g, ' ').trim().toUpperCase().normalize('NFC');
}

/** Whether a name, with or without extensions, is that of a character. */
export function isSameSpeaker(a: string, b: string): boolean {
  return speakerKey(parseCue(a).name) === speakerKey(parseCue(b).name);
}

/** "TOBIAS REHN" → "Tobias Rehn". */
export function titled(name: string): string {
  return name.toLowerCase().replace(/(^|[\s'’-])\p{L}/gu, (start) => start.toUpperCase());
}

/**
 * The character whom a name in the script means: the one of that name, in whatever case and with whatever extensions;
 * else the first whose name holds it or is held by it; else the first that begins with the same word. Undefined: none.
 * The rule is that of docs/spec/script.md.
 */
export function characterNamed<Named extends { name: string }>(
  characters: readonly Named[],
  name: string,
): Named | undefined {
  const wanted = speakerKey(parseCue(name).name);
  if (wanted === '') return undefined;
  const known = characters
    .map((character) => ({ character, key: speakerKey(parseCue(character.name).name) }))
    .filter(({ key }) => key !== '');
  const [firstWord] = wanted.split(' ');
  const found =
    known.find(({ key }) => key === wanted) ??
    known.find(({ key }) => key.includes(wanted) || wanted.includes(key)) ??
    known.find(({ key }) => key.split(' ')[0] === firstWord);
  return found?.character;
}

/** The speaking characters in order of appearance, one name each: the spelling that most of their cues have. */
export function characterNamesOf(elements: readonly SpokenElement[]): string[] {
  // A script has hundreds of cues and few different ones.
  const cues = new Map<string, number>();
  for (const { elementType, content } of elements) {
    if (elementType === 'character') cues.set(content, (cues.get(content) ?? 0) + 1);
  }
  const spellings = new Map<string, Map<string, number>>();
  for (const [content, count] of cues) {
    const { name } = parseCue(content);
    const key = speakerKey(name);
    if (key === '') continue;
    const counts = spellings.get(key) ?? new Map<string, number>();
    spellings.set(key, counts.set(name, (counts.get(name) ?? 0) + count));
  }
  return [...spellings.values()].map(mostFrequent);
}

/** The first of those that occur most. */
function mostFrequent(counts: Map<string, number>): string {
  let best = '';
  for (const [name, count] of counts) if (best === '' || count > (counts.get(best) ?? 0)) best = name;
  return best;
}

/**
 * Who speaks, element by element: the name in a cue, and for the dialogue and parentheticals below it their
 * own characterName or else that name. Null for all else; action, a heading and a transition end a speech.
 */
export function speakersOf(elements: readonly SpokenElement[]): (string | null)[] {
  let speaker: string | null = null;
  return elements.map(({ elementType, content, characterName }) => {
    if (elementType === 'character') {
      speaker = parseCue(content).name || null;
      return speaker;
    }
    if (elementType === 'dialogue' || elementType === 'parenthetical') {
      return (characterName && parseCue(characterName).name) || speaker;
    }
    speaker = null;
    return null;
  });
}

/**
 * Which elements are that character's cues, parentheticals and dialogue (decision OQ-60). `joint`: by the key of a cue
 * of several people, the keys of those who speak it together.
 */
export function belongsToSpeaker(
  elements: readonly SpokenElement[],
  name: string,
  joint: ReadonlyMap<string, readonly string[]> = new Map(),
): boolean[] {
  const key = speakerKey(parseCue(name).name);
  const keys = new Map<string, string>();
  return speakersOf(elements).map((speaker) => {
    if (speaker === null || key === '') return false;
    const known = keys.get(speaker) ?? speakerKey(speaker);
    keys.set(speaker, known);
    return known === key || (joint.get(known)?.includes(key) ?? false);
  });
}
