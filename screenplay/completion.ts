import {
  type CompletionEntry,
  entryKey,
  isContinuedExtension,
  type SmartLists,
  speakerIn,
  type WrittenElement,
} from './completionLists.ts';
import type { ElementType } from './element.ts';
import { isCueType, isHeadingType, isTransitionType } from './elementTypes/predicates.ts';
import { introWords, parseHeading } from './heading.ts';
import { foreignHeadingStartOf } from './language/foreignHeading.ts';

export type CompletionKind = 'intro' | 'location' | 'time' | 'name' | 'extension' | 'transition';

export interface CompletionOption {
  /** Text of the line after the option is accepted. The text of an intro ends with a space. */
  text: string;
  kind: CompletionKind;
}

/** Options that can replace text[from, to]. The caret then goes after the inserted text. */
export interface Completions {
  from: number;
  to: number;
  options: CompletionOption[];
}

export interface CompletionInput {
  type: ElementType;
  text: string;
  /** Offset into `text`. */
  caret: number;
  lists: SmartLists;
  elements: readonly WrittenElement[];
  /**
   * Position of the line in `elements`. `elements` may contain the line itself; only earlier ones
   * count.
   */
  index: number;
  /** Character names, including characters without dialogue. */
  cast?: readonly string[];
  /**
   * Whether (CONT'D) is printed automatically. It is then not offered, because it is displayed and
   * not stored.
   */
  continuesAutomatically?: boolean;
}

const maxOptions = 8;
/** Number of elements above a line in which a speaker counts as recent. */
const recentElements = 400;

/**
 * Return the completions of the line being typed, best first. Return no options when the text is
 * already complete or no entry starts with it. Keys such as Enter then keep their usual meaning,
 * and the list does not cover a new, longer name.
 */
export function completionsFor(input: CompletionInput): Completions {
  const { type, text, caret } = input;
  if (text.includes('\n')) return noCompletions(caret);
  if (isHeadingType(type)) return completeHeading(input);
  if (isCueType(type)) return completeCue(input);
  if (isTransitionType(type)) return completeTransition(input);
  return noCompletions(caret);
}

function noCompletions(caret: number): Completions {
  return { from: caret, to: caret, options: [] };
}

const intro = new RegExp(`^\\s*${introWords}(?:\\. *| +)`, 'i');
// The last dash between white space, and the typed beginning of the time of day.
const lastDash = /^(.*\S\s+[-–—]{1,2}\s+)(.*)$/;

/** Complete a heading: intro, then location, then time of day. */
function completeHeading({ text, caret, lists }: CompletionInput): Completions {
  const head = text.slice(0, caret);
  const after = text.slice(caret);
  const start = head.length - head.trimStart().length;
  const opening = openingOf(head, start);
  // "INT." alone is complete; "INT./" can still become "INT./EXT."
  const intros = matching(head.slice(start), lists.intros);
  if (opening === '' || opening === head.trimEnd() || intros.length > 0) {
    if (head.trim() === '' || after.trim() !== '') return noCompletions(caret);
    const options = intros.map((entry) => `${entry.text} `);
    return { from: start, to: text.length, options: toOptions(options, 'intro') };
  }
  const rest = head.slice(opening.length);
  const isBeforeTime = /^\s+[-–—]/.test(after);
  if (after.trim() !== '' && !isBeforeTime) return noCompletions(caret);
  const known = locationsFor(parseHeading(`${opening}X`).intro, lists);
  const dash = isBeforeTime ? null : lastDash.exec(rest);
  if (!dash) {
    const options = matching(rest, known).map((entry) => entry.text);
    return { from: opening.length, to: caret, options: toOptions(options, 'location') };
  }
  const [, place = '', typed = ''] = dash;
  const from = opening.length + place.length;
  const times = matching(typed, lists.times).map((entry) => entry.text);
  // A location may itself contain a dash: "HOUSE - KITCHEN".
  const longer = matching(rest, known).map((entry) => entry.text.slice(place.length));
  const options = [...toOptions(times, 'time'), ...toOptions(longer, 'location')];
  const isComplete = isListed(typed, lists.times) || isListed(rest, known);
  return { from, to: caret, options: isComplete ? [] : options.slice(0, maxOptions) };
}

/** Return the beginning of a heading with the white space around it; "" before it is complete. */
function openingOf(head: string, start: number): string {
  const english = intro.exec(head)?.[0];
  const foreign = english === undefined ? foreignHeadingStartOf(head.slice(start)) : null;
  return english ?? (foreign === null ? '' : head.slice(0, start + foreign.length));
}

/** Return all locations, those already used with this intro first. */
function locationsFor(introText: string, { locations }: SmartLists): CompletionEntry[] {
  const isSame = ({ intros }: { intros: ReadonlySet<string> }) => intros.has(introText);
  return [...locations.filter(isSame), ...locations.filter((entry) => !isSame(entry))];
}

function completeCue(input: CompletionInput): Completions {
  const { text, caret, lists, continuesAutomatically = true } = input;
  const head = text.slice(0, caret);
  const after = text.slice(caret);
  const bracket = /^(.*\S)\s*(\([^()]*)$/.exec(head);
  if (bracket) {
    if (!/^\)?\s*$/.test(after)) return noCompletions(caret);
    const [, before = '', typed = ''] = bracket;
    const existingKey = entryKey(before);
    const candidates = lists.extensions.filter(
      ({ text: each, key }) =>
        !existingKey.includes(key) && !(continuesAutomatically && isContinuedExtension(each)),
    );
    const options = matching(typed, candidates).map((entry) => entry.text);
    const to = after.startsWith(')') ? caret + 1 : caret;
    return { from: caret - typed.length, to, options: toOptions(options, 'extension') };
  }
  if (head.includes('(') || !/^\s*(?:\(|$)/.test(after)) return noCompletions(caret);
  const from = head.length - head.trimStart().length;
  const typed = head.slice(from);
  const names = namesFor(input);
  const options = matching(typed, names);
  const isIncomplete = options.length < maxOptions && typed !== '' && !isListed(typed, names);
  // After the names that start with the typed text, list those with a later word that starts with
  // it.
  const laterWordMatches = isIncomplete ? names.filter(({ key }) => key.includes(` ${entryKey(typed)}`)) : [];
  const all = [...new Set([...options, ...laterWordMatches].map((entry) => entry.text))].slice(0, maxOptions);
  return { from, to: caret, options: toOptions(all, 'name') };
}

/**
 * Order the names: the other speaker of a two-person scene, other recent speakers, speakers by
 * number of cues, characters without dialogue.
 */
function namesFor({ lists, elements, index, cast = [] }: CompletionInput): CompletionEntry[] {
  const recent = recentSpeakers(elements, index);
  const other = recent.order.find((key) => key !== recent.present);
  const keys = other === undefined ? recent.order : [other, ...recent.order.filter((key) => key !== other)];
  const byKey = new Map(lists.names.map((entry) => [entry.key, entry]));
  const spoken = keys.flatMap((key) => byKey.get(key) ?? []);
  const first = new Set(spoken);
  const silent = cast
    .map((name) => ({ text: name.toUpperCase(), key: entryKey(name.trim()), count: 0, lastIndex: -1 }))
    .filter(({ key }) => key !== '' && !byKey.has(key));
  return [...spoken, ...lists.names.filter((entry) => !first.has(entry)), ...silent];
}

/**
 * Return the keys of the speakers above a line, latest first, and the latest one in the current
 * scene.
 */
function recentSpeakers(
  elements: readonly WrittenElement[],
  index: number,
): { order: string[]; present: string | null } {
  const order = new Set<string>();
  let present: string | null = null;
  let isSameScene = true;
  for (let at = index - 1; at >= Math.max(0, index - recentElements); at--) {
    const element = elements[at];
    if (isHeadingType(element?.elementType)) isSameScene = false;
    if (!isCueType(element?.elementType)) continue;
    const { key } = speakerIn(element);
    if (key === '') continue;
    if (isSameScene) present ??= key;
    order.add(key);
  }
  return { order: [...order], present };
}

function completeTransition({ text, caret, lists }: CompletionInput): Completions {
  const head = text.slice(0, caret);
  if (head.trim() === '' || text.slice(caret).trim() !== '') return noCompletions(caret);
  const from = head.length - head.trimStart().length;
  const options = matching(head.slice(from), lists.transitions).map((entry) => entry.text);
  return { from, to: text.length, options: toOptions(options, 'transition') };
}

/** Return the entries that start with the typed text; none when the text is already an entry. */
function matching(typed: string, entries: readonly CompletionEntry[]): CompletionEntry[] {
  if (isListed(typed, entries)) return [];
  const key = entryKey(typed);
  return entries.filter((entry) => entry.key.startsWith(key)).slice(0, maxOptions);
}

function isListed(typed: string, entries: readonly CompletionEntry[]): boolean {
  const key = entryKey(typed).trimEnd();
  return key !== '' && entries.some((entry) => entry.key === key);
}

function toOptions(texts: readonly string[], kind: CompletionKind): CompletionOption[] {
  return texts.map((text) => ({ text, kind }));
}

/**
 * Return whether an option extends the typed text. Such an option can be accepted without being
 * selected first.
 */
export function extendsTypedText(typed: string, { text }: CompletionOption): boolean {
  return typed.trim() !== '' && entryKey(text).startsWith(entryKey(typed));
}

/** Return the line after accepting an option. */
export function withCompletion(
  text: string,
  { from, to }: Completions,
  option: CompletionOption,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + option.text + text.slice(to), caret: from + option.text.length };
}
