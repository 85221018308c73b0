import { isContinued, parseCue, speakerKey } from './cue.ts';
import { type ElementType, placeholders } from './element.ts';
import { plainText } from './emphasis.ts';
import { parseHeading } from './heading.ts';

/** What completion needs to know of an element. */
export interface WrittenElement {
  elementType: ElementType;
  content: string;
}

/** One entry of a list. */
export interface CompletionEntry {
  /** In capitals, as it is offered. */
  text: string;
  /** What its spellings share; typed text is compared with it. */
  key: string;
  /** How often the script has it; 0 for a default. */
  count: number;
  /** Index of the last element that has it; -1 for a default. */
  lastIndex: number;
}

export interface LocationEntry extends CompletionEntry {
  /** The intros that stood before it: "INT.", "EXT.". */
  intros: ReadonlySet<string>;
}

/**
 * What a script already says, list by list, each with what it has most often first and the defaults after.
 * Source: docs/format.md, "SmartType lists".
 */
export interface SmartLists {
  intros: readonly CompletionEntry[];
  locations: readonly LocationEntry[];
  times: readonly CompletionEntry[];
  /** Who speaks, without extensions. */
  names: readonly CompletionEntry[];
  /** With their brackets. */
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

/** Longer texts are no names; offered, they would fill the page. */
const maxEntryLength = 100;

/** What two spellings of one entry share; the space after a word counts, since it is being typed. */
export function entryKey(text: string): string {
  const key = speakerKey(text);
  return key !== '' && /\s$/.test(text) ? `${key} ` : key;
}

/** What one element says to the lists. Elements never change, so it is found out once for each. */
interface Said {
  elementType: ElementType;
  content: string;
  intro: string;
  location: string;
  time: string;
  name: string;
  nameKey: string;
  extensions: readonly string[];
  transition: string;
}

const known = new WeakMap<WrittenElement, Said>();

function saidBy(element: WrittenElement): Said {
  const found = known.get(element);
  if (found && found.content === element.content && found.elementType === element.elementType) return found;
  const said = readElement(element);
  known.set(element, said);
  return said;
}

function readElement({ elementType, content }: WrittenElement): Said {
  const nothing = {
    intro: '',
    location: '',
    time: '',
    name: '',
    nameKey: '',
    extensions: [],
    transition: '',
  };
  const said: Said = { elementType, content, ...nothing };
  // A placeholder says nothing: its text is not yet written.
  if (content === placeholders[elementType] || content.length > 10 * maxEntryLength) return said;
  if (elementType === 'scene_heading') {
    const { intro, location, timeOfDay } = parseHeading(plainText(content));
    return { ...said, intro, location, time: timeOfDay };
  }
  if (elementType === 'character') {
    const { name, extensions } = parseCue(content);
    return { ...said, name, nameKey: entryKey(name), extensions: extensions.map(closed) };
  }
  return elementType === 'transition' ? { ...said, transition: plainText(content).trim() } : said;
}

/** "(V.O." → "(V.O.)" */
function closed(extension: string): string {
  return extension.endsWith(')') ? extension : `${extension})`;
}

/** Who speaks in a cue, as the lists know the name; "" for other elements and for nobody. */
export function speakerIn(element: WrittenElement): { name: string; key: string } {
  const { name, nameKey } = saidBy(element);
  return { name: name.toUpperCase(), key: nameKey };
}

/** What lists were made of. */
const sources = new WeakMap<SmartLists, { elements: readonly WrittenElement[]; except: number }>();

/**
 * The lists of a script, without what the line being written says itself, which stands at `except`. Lists made
 * before are given back as long as nothing else has changed. Elements that were in a script before cost a look
 * each, so that a script of thousands can be listed anew after every edit.
 */
export function smartListsOf(
  elements: readonly WrittenElement[],
  except = elements.length,
  previous: SmartLists | null = null,
): SmartLists {
  if (previous && isMadeOf(previous, elements, except)) return previous;
  const lists = listsOf(elements, except);
  sources.set(lists, { elements, except });
  return lists;
}

function isMadeOf(lists: SmartLists, elements: readonly WrittenElement[], except: number): boolean {
  const source = sources.get(lists);
  if (!source || source.except !== except || source.elements.length !== elements.length) return false;
  return elements.every((element, index) => index === except || element === source.elements[index]);
}

function listsOf(elements: readonly WrittenElement[], except: number): SmartLists {
  const intros = new Tally();
  const locations = new Tally();
  const times = new Tally();
  const names = new Tally();
  const extensions = new Tally();
  const transitions = new Tally();
  const introsOf = new Map<string, Set<string>>();
  elements.forEach((element, index) => {
    if (index === except || element.elementType === 'action' || element.elementType === 'dialogue') return;
    const said = saidBy(element);
    intros.add(said.intro, index);
    times.add(said.time, index);
    names.add(said.name, index);
    for (const extension of said.extensions) extensions.add(extension, index);
    transitions.add(said.transition, index);
    const key = locations.add(said.location, index);
    if (key === null) return;
    const before = introsOf.get(key) ?? new Set();
    introsOf.set(key, before.add(said.intro));
  });
  return {
    intros: intros.listed(defaultIntros),
    locations: locations
      .listed([])
      .map((entry) => ({ ...entry, intros: introsOf.get(entry.key) ?? new Set<string>() })),
    times: trusted(times.listed(defaultTimes)),
    names: names.listed([]),
    extensions: extensions.listed(defaultExtensions),
    transitions: transitions.listed(defaultTransitions),
  };
}

/** A time of day that is no default and stands once may be the last part of a place: it is offered last. */
function trusted(times: CompletionEntry[]): CompletionEntry[] {
  const isTrusted = ({ text, count }: CompletionEntry) => count > 1 || defaultTimes.includes(text);
  return [...times.filter(isTrusted), ...times.filter((entry) => !isTrusted(entry))];
}

/** Whether an extension is a spelling of (CONT'D). */
export function saysContinued(extension: string): boolean {
  return isContinued(`X ${extension}`);
}

/** Counts the spellings of one kind of entry. */
class Tally {
  readonly #entries = new Map<string, CompletionEntry>();
  /** Key by text: the same texts come again and again. */
  readonly #keys = new Map<string, string>();

  /** The entry's key; null for a text that is none. */
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

  /** The most frequent first, among equals the one that came last; defaults that are missing after. */
  listed(defaults: readonly string[]): CompletionEntry[] {
    const own = [...this.#entries.values()].sort((a, b) => b.count - a.count || b.lastIndex - a.lastIndex);
    const missing = defaults
      .map((text) => ({ text, key: entryKey(text), count: 0, lastIndex: -1 }))
      .filter(({ key }) => !this.#entries.has(key));
    return [...own, ...missing];
  }
}
