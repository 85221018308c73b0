import type { ScriptElement } from './element.ts';
import { isCueType, isSpeechType } from './elementTypes/predicates.ts';
import { plainText } from './emphasis.ts';
import { isContinuation } from './language/cueExtensions.ts';

/** Parsed cue: the speaker's name and the parenthesised extensions after it. */
export interface Cue {
  /** "" for a cue without a name. */
  name: string;
  /** With parentheses, as typed: "(V.O.)", "(CONT'D)", "(INTO PHONE)". */
  extensions: string[];
}

/** Fields of an element from which its speaker is determined. */
export interface SpokenElement extends Pick<ScriptElement, 'elementType' | 'content'> {
  /** The speaker that was set explicitly. If missing, the cue above determines the speaker. */
  characterName?: string | null | undefined;
}

// The second alternative is an unclosed parenthesis.
const extensionPattern = /[(（][^()（）]*[)）]|[(（][^()（）]*$/g;

/**
 * Split the content of a cue into name and extensions. A closing ^ (Fountain's right column) is
 * dropped.
 */
export function parseCue(content: string): Cue {
  const text = plainText(content).replace(/\s+/g, ' ').trim().replace(/ ?\^$/, '');
  const name = text.replace(extensionPattern, ' ').replace(/\s+/g, ' ').trim();
  return { name, extensions: text.match(extensionPattern) ?? [] };
}

export function writeCue({ name, extensions }: Cue): string {
  return [name, ...extensions].join(' ');
}

/**
 * Return whether a cue already contains (CONT'D) in any spelling, so that it is not printed twice.
 */
export function isContinued(content: string): boolean {
  return parseCue(content).extensions.some(isContinuation);
}

const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
/** Hyphens that look like the one on keyboards. */
const hyphens = /[\u2010\u2011\uFE63\uFF0D]/g;
const isAscii = /^[ -~]*$/;

/**
 * Return the key that all spellings of a name share. It ignores case, the kind of apostrophe and
 * hyphen, runs of white space, invisible characters and how accents are encoded. Two names are the
 * same exactly when their keys are equal.
 */
export function speakerKey(name: string): string {
  const visible = isAscii.test(name)
    ? name
    : name.replace(invisible, '').normalize('NFC').replace(/[‘’ʼ]/g, "'").replace(hyphens, '-');
  // Some upper-case letters consist of a letter and a combining accent.
  return visible.replace(/\s+/g, ' ').trim().toUpperCase().normalize('NFC');
}

/** Return whether two names are the same, ignoring extensions. */
export function isSameSpeaker(a: string, b: string): boolean {
  return speakerKey(parseCue(a).name) === speakerKey(parseCue(b).name);
}

/** "TOBIAS REHN" → "Tobias Rehn". */
export function toTitleCase(name: string): string {
  // The Turkish İ becomes i, and stays at the start of a word.
  return name
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/(^|[\s'’-])\p{L}/gu, (start, _separator, at) =>
      name.startsWith('İ', at + start.length - 1) ? `${start.slice(0, -1)}İ` : start.toUpperCase(),
    );
}

/**
 * Find the character that a name in the script refers to, ignoring case and extensions. Candidates,
 * in this order: an equal name, the first name that contains the other, the first that starts with
 * the same word. The rule is given by docs/spec/script.md.
 */
export function characterNamed<Named extends { name: string }>(
  characters: readonly Named[],
  name: string,
): Named | undefined {
  const searchedKey = speakerKey(parseCue(name).name);
  if (searchedKey === '') return undefined;
  const known = characters
    .map((character) => ({ character, key: speakerKey(parseCue(character.name).name) }))
    .filter(({ key }) => key !== '');
  const [firstWord] = searchedKey.split(' ');
  const found =
    known.find(({ key }) => key === searchedKey) ??
    known.find(({ key }) => key.includes(searchedKey) || searchedKey.includes(key)) ??
    known.find(({ key }) => key.split(' ')[0] === firstWord);
  return found?.character;
}

/**
 * Return the names of the speaking characters in order of appearance, each in its most frequent
 * spelling.
 */
export function characterNamesOf(elements: readonly SpokenElement[]): string[] {
  // A script has hundreds of cues but few different ones.
  const cues = new Map<string, number>();
  for (const { elementType, content } of elements) {
    if (isCueType(elementType)) cues.set(content, (cues.get(content) ?? 0) + 1);
  }
  const spellings = new Map<string, Map<string, number>>();
  for (const [content, count] of cues) {
    const { name } = parseCue(content);
    const key = speakerKey(name);
    if (key === '') continue;
    const counts = spellings.get(key) ?? new Map<string, number>();
    spellings.set(key, counts.set(name, (counts.get(name) ?? 0) + count));
  }
  return [...spellings.values()].map(preferredSpelling);
}

/** Return the first of the most frequent names. */
function preferredSpelling(counts: Map<string, number>): string {
  let best = '';
  for (const [name, count] of counts) if (best === '' || count > (counts.get(best) ?? 0)) best = name;
  return best;
}

/**
 * Return the speaker of each element: the name in a cue; for dialogue and parentheticals their own
 * `characterName` or else the name of the cue above. All other elements have null and end the
 * speech.
 */
export function speakersOf(elements: readonly SpokenElement[]): (string | null)[] {
  let speaker: string | null = null;
  return elements.map(({ elementType, content, characterName }) => {
    if (isCueType(elementType)) {
      speaker = parseCue(content).name || null;
      return speaker;
    }
    if (isSpeechType(elementType)) {
      return (characterName && parseCue(characterName).name) || speaker;
    }
    speaker = null;
    return null;
  });
}

/**
 * Return for each element whether it is a cue, parenthetical or dialogue of the character (decision
 * OQ-60). `joint` maps the key of a joint cue to the keys of its speakers.
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
