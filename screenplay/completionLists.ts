import { parseCue, speakerKey } from './cue.ts';
import type { ScriptElement } from './element.ts';
import {
  isActionType,
  isCueType,
  isDialogueType,
  isHeadingType,
  isTransitionType,
} from './elementTypes/predicates.ts';
import { elementTypeTable } from './elementTypes/table.ts';
import { plainText } from './emphasis.ts';
import { parseHeading } from './heading.ts';
import { isContinuation } from './language/cueExtensions.ts';
import type { OfferedWords } from './language/offeredWords.ts';

/** Fields of an element that completion reads. */
export type WrittenElement = Pick<ScriptElement, 'elementType' | 'content'>;

export interface CompletionEntry {
  /** Upper-case text, as offered. */
  text: string;
  /** Key shared by all spellings of the entry. Typed text is compared with it. */
  key: string;
  /** Number of occurrences in the script; 0 for a default. */
  count: number;
  /** Index of the last element with this entry; -1 for a default. */
  lastIndex: number;
}

export interface LocationEntry extends CompletionEntry {
  /** The intros used with this location: "INT.", "EXT.". */
  intros: ReadonlySet<string>;
}

/**
 * Completion lists of a script. Each list starts with the most frequent entries of the script and
 * ends with the defaults. Source: docs/format.md, "SmartType lists".
 */
export interface SmartLists {
  intros: readonly CompletionEntry[];
  locations: readonly LocationEntry[];
  times: readonly CompletionEntry[];
  /** Speakers, without extensions. */
  names: readonly CompletionEntry[];
  /** With parentheses. */
  extensions: readonly CompletionEntry[];
  transitions: readonly CompletionEntry[];
}

// Source: docs/format.md, "SmartType lists" (Final Draft 12).
const defaultIntros = ['INT.', 'EXT.', 'INT./EXT.', 'I/E.'];
const defaultTimes = [
  'DAY',
  'NIGHT',
  'AFTERNOON',
  'MORNING',
  'EVENING',
  'LATER',
  'MOMENTS LATER',
  'CONTINUOUS',
  'THE NEXT DAY',
  'MAGIC HOUR',
  'DAWN',
  'DUSK',
  'SAME',
];
const defaultExtensions = ['(V.O.)', '(O.S.)', '(O.C.)', "(CONT'D)", '(SUBTITLE)'];
export const defaultTransitions: readonly string[] = [
  'CUT TO:',
  'FADE IN:',
  'FADE OUT.',
  'FADE TO:',
  'DISSOLVE TO:',
  'BACK TO:',
  'MATCH CUT TO:',
  'JUMP CUT TO:',
  'FADE TO BLACK.',
  'SMASH CUT TO:',
  'CUT TO BLACK.',
  'TIME CUT:',
];

const englishWords: OfferedWords = {
  intros: defaultIntros,
  times: defaultTimes,
  extensions: defaultExtensions,
  transitions: defaultTransitions,
};

/** Longer texts are not offered: they are not names, and they would fill the page. */
const maxEntryLength = 100;

/**
 * Return the key that spellings of one entry share. A trailing space is kept, because a word is
 * being typed after it.
 */
export function entryKey(text: string): string {
  const key = speakerKey(text);
  return key !== '' && /\s$/.test(text) ? `${key} ` : key;
}

/**
 * List entries found in one element. They are computed once per element, because elements are
 * immutable.
 */
interface ListedEntries extends WrittenElement {
  intro: string;
  location: string;
  time: string;
  name: string;
  nameKey: string;
  extensions: readonly string[];
  transition: string;
}

const entryCache = new WeakMap<WrittenElement, ListedEntries>();

function entriesIn(element: WrittenElement): ListedEntries {
  const found = entryCache.get(element);
  if (found && found.content === element.content && found.elementType === element.elementType) return found;
  const entries = readElement(element);
  entryCache.set(element, entries);
  return entries;
}

function readElement({ elementType, content }: WrittenElement): ListedEntries {
  const noEntries = {
    intro: '',
    location: '',
    time: '',
    name: '',
    nameKey: '',
    extensions: [],
    transition: '',
  };
  const entries: ListedEntries = { elementType, content, ...noEntries };
  // Ignore placeholders: their text has not been written yet.
  if (content === elementTypeTable[elementType].placeholder || content.length > 10 * maxEntryLength)
    return entries;
  if (isHeadingType(elementType)) {
    const { intro, location, timeOfDay } = parseHeading(plainText(content));
    return { ...entries, intro, location, time: timeOfDay };
  }
  if (isCueType(elementType)) {
    const { name, extensions } = parseCue(content);
    return { ...entries, name, nameKey: entryKey(name), extensions: extensions.map(withClosingParenthesis) };
  }
  return isTransitionType(elementType) ? { ...entries, transition: plainText(content).trim() } : entries;
}

/** "(V.O." → "(V.O.)" */
function withClosingParenthesis(extension: string): string {
  return extension.endsWith(')') ? extension : `${extension})`;
}

/**
 * Return the speaker of a cue as listed; empty strings for other elements and cues without a name.
 */
export function speakerIn(element: WrittenElement): { name: string; key: string } {
  const { name, nameKey } = entriesIn(element);
  return { name: name.toUpperCase(), key: nameKey };
}

/** Input from which lists were built. */
interface ListSource {
  elements: readonly WrittenElement[];
  except: number;
  offered: OfferedWords;
}

const sources = new WeakMap<SmartLists, ListSource>();

/**
 * Return the completion lists of a script, ignoring the line being written at index `except`.
 * `previous` is returned if no other element has changed. `offered`: the words of the script's
 * language; null: English. Parsed elements are cached, so rebuilding
 * the lists after every edit is fast even for thousands of elements.
 */
export function smartListsOf(
  elements: readonly WrittenElement[],
  except = elements.length,
  previous: SmartLists | null = null,
  offered: OfferedWords | null = null,
): SmartLists {
  const source = { elements, except, offered: offered ?? englishWords };
  if (previous && isBuiltFrom(previous, source)) return previous;
  const lists = listsOf(source);
  sources.set(lists, source);
  return lists;
}

function isBuiltFrom(lists: SmartLists, { elements, except, offered }: ListSource): boolean {
  const source = sources.get(lists);
  if (!source || source.except !== except || source.offered !== offered) return false;
  if (source.elements.length !== elements.length) return false;
  return elements.every((element, index) => index === except || element === source.elements[index]);
}

function listsOf({ elements, except, offered }: ListSource): SmartLists {
  const intros = new Tally();
  const locations = new Tally();
  const times = new Tally();
  const names = new Tally();
  const extensions = new Tally();
  const transitions = new Tally();
  const introsOf = new Map<string, Set<string>>();
  elements.forEach((element, index) => {
    if (index === except || isActionType(element.elementType) || isDialogueType(element.elementType)) return;
    const entries = entriesIn(element);
    intros.add(entries.intro, index);
    times.add(entries.time, index);
    names.add(entries.name, index);
    for (const extension of entries.extensions) extensions.add(extension, index);
    transitions.add(entries.transition, index);
    const key = locations.add(entries.location, index);
    if (key === null) return;
    const before = introsOf.get(key) ?? new Set();
    introsOf.set(key, before.add(entries.intro));
  });
  return {
    intros: intros.withDefaults(offered.intros),
    locations: locations
      .withDefaults([])
      .map((entry) => ({ ...entry, intros: introsOf.get(entry.key) ?? new Set<string>() })),
    times: withDoubtfulTimesLast(times.withDefaults(offered.times), offered.times),
    names: names.withDefaults([]),
    extensions: extensions.withDefaults(offered.extensions),
    transitions: transitions.withDefaults(offered.transitions),
  };
}

/**
 * Move doubtful times of day to the end: one that is not a default and occurs once may be part of a
 * location.
 */
function withDoubtfulTimesLast(times: CompletionEntry[], defaults: readonly string[]): CompletionEntry[] {
  const isReliable = ({ text, count }: CompletionEntry) => count > 1 || defaults.includes(text);
  return [...times.filter(isReliable), ...times.filter((entry) => !isReliable(entry))];
}

/** Return whether an extension is a spelling of (CONT'D). */
export function isContinuedExtension(extension: string): boolean {
  return isContinuation(extension);
}

/** Counter of the spellings of one kind of entry. */
class Tally {
  readonly #entries = new Map<string, CompletionEntry>();
  /** Key by text. Most texts occur many times, so keys are cached. */
  readonly #keys = new Map<string, string>();

  /** Count a text and return its key; null for a text that is not an entry. */
  add(text: string, index: number): string | null {
    if (text === '' || text.length > maxEntryLength) return null;
    const key = this.#keys.get(text) ?? entryKey(text);
    this.#keys.set(text, key);
    const entry = this.#entries.get(key);
    if (entry) {
      entry.count++;
      entry.lastIndex = index;
    } else this.#entries.set(key, { text: text.toUpperCase(), key, count: 1, lastIndex: index });
    return key;
  }

  /**
   * Return the most frequent entries first and, among equals, the latest; then the missing
   * defaults.
   */
  withDefaults(defaults: readonly string[]): CompletionEntry[] {
    const found = [...this.#entries.values()].sort((a, b) => b.count - a.count || b.lastIndex - a.lastIndex);
    const missing = defaults
      .map((text) => ({ text, key: entryKey(text), count: 0, lastIndex: -1 }))
      .filter(({ key }) => !this.#entries.has(key));
    return [...found, ...missing];
  }
}
