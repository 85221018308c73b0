import {
  type CompletionEntry,
  entryKey,
  type SmartLists,
  saysContinued,
  speakerIn,
  type WrittenElement,
} from './completionLists.ts';
import type { ElementType } from './element.ts';
import { parseHeading } from './heading.ts';

export type CompletionKind = 'intro' | 'location' | 'time' | 'name' | 'extension' | 'transition';

export interface CompletionOption {
  /** What stands in the line once it is accepted; an intro brings the space after it. */
  text: string;
  kind: CompletionKind;
}

/** What could stand in place of text[from, to]. The caret goes after it. */
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
  /** Place of the line in `elements`, which may hold it: those before it stand above. */
  index: number;
  /** Names of characters, also of those who have not spoken yet. */
  cast?: readonly string[];
  /** Whether (CONT'D) is printed by itself; it is then never offered, since it is shown and not stored. */
  continuesAutomatically?: boolean;
}

const maxOffered = 8;
/** How far above a line somebody counts as having spoken recently. */
const recentElements = 400;

/**
 * What a line being typed could become, best first. A text that is complete already, and one that nothing begins
 * with, offers nothing, so that the keys keep their meaning and a longer new name is never in the way.
 */
export function completionsFor(input: CompletionInput): Completions {
  const { type, text, caret } = input;
  if (text.includes('\n')) return nothing(caret);
  if (type === 'scene_heading') return forHeading(input);
  if (type === 'character') return forCue(input);
  if (type === 'transition') return forTransition(input);
  return nothing(caret);
}

function nothing(caret: number): Completions {
  return { from: caret, to: caret, options: [] };
}

const intro = /^\s*(?:(?:INT|EXT|EST)(?:\.? ?\/ ?(?:INT|EXT|EST))?|I\/E|E\/I)(?:\. *| +)/i;
// The last dash with white space on both sides, and what is typed of a time after it.
const lastDash = /^(.*\S\s+[-–—]{1,2}\s+)(.*)$/;

/** INT. → location → time of day. */
function forHeading({ text, caret, lists }: CompletionInput): Completions {
  const head = text.slice(0, caret);
  const after = text.slice(caret);
  const opening = intro.exec(head)?.[0] ?? '';
  const start = head.length - head.trimStart().length;
  // "INT." alone is complete; "INT./" goes on to "INT./EXT."
  const intros = matching(head.slice(start), lists.intros);
  if (opening === '' || opening === head.trimEnd() || intros.length > 0) {
    if (head.trim() === '' || after.trim() !== '') return nothing(caret);
    const options = intros.map((entry) => `${entry.text} `);
    return { from: start, to: text.length, options: asOptions(options, 'intro') };
  }
  const rest = head.slice(opening.length);
  const isBeforeTime = /^\s+[-–—]/.test(after);
  if (after.trim() !== '' && !isBeforeTime) return nothing(caret);
  const known = locationsFor(parseHeading(`${opening}X`).intro, lists);
  const dash = isBeforeTime ? null : lastDash.exec(rest);
  if (!dash) {
    const options = matching(rest, known).map((entry) => entry.text);
    return { from: opening.length, to: caret, options: asOptions(options, 'location') };
  }
  const [, place = '', typed = ''] = dash;
  const from = opening.length + place.length;
  const times = matching(typed, lists.times).map((entry) => entry.text);
  // A place may itself hold a dash: "HOUSE - KITCHEN".
  const longer = matching(rest, known).map((entry) => entry.text.slice(place.length));
  const options = [...asOptions(times, 'time'), ...asOptions(longer, 'location')];
  const isComplete = isListed(typed, lists.times) || isListed(rest, known);
  return { from, to: caret, options: isComplete ? [] : options.slice(0, maxOffered) };
}

/** Those known with this intro first. */
function locationsFor(introText: string, { locations }: SmartLists): CompletionEntry[] {
  const isSame = ({ intros }: { intros: ReadonlySet<string> }) => intros.has(introText);
  return [...locations.filter(isSame), ...locations.filter((entry) => !isSame(entry))];
}

function forCue(input: CompletionInput): Completions {
  const { text, caret, lists, continuesAutomatically = true } = input;
  const head = text.slice(0, caret);
  const after = text.slice(caret);
  const bracket = /^(.*\S)\s*(\([^()]*)$/.exec(head);
  if (bracket) {
    if (!/^\)?\s*$/.test(after)) return nothing(caret);
    const [, before = '', typed = ''] = bracket;
    const there = entryKey(before);
    const offered = lists.extensions.filter(
      ({ text: each, key }) => !there.includes(key) && !(continuesAutomatically && saysContinued(each)),
    );
    const options = matching(typed, offered).map((entry) => entry.text);
    const to = after.startsWith(')') ? caret + 1 : caret;
    return { from: caret - typed.length, to, options: asOptions(options, 'extension') };
  }
  if (head.includes('(') || !/^\s*(?:\(|$)/.test(after)) return nothing(caret);
  const from = head.length - head.trimStart().length;
  const typed = head.slice(from);
  const names = namesFor(input);
  const options = matching(typed, names);
  const isShort = options.length < maxOffered && typed !== '' && !isListed(typed, names);
  // After the names that begin so, those in which a later word does.
  const later = isShort ? names.filter(({ key }) => key.includes(` ${entryKey(typed)}`)) : [];
  const all = [...new Set([...options, ...later].map((entry) => entry.text))].slice(0, maxOffered);
  return { from, to: caret, options: asOptions(all, 'name') };
}

/** The other speaker of a two-hander, then who spoke lately, then who speaks most, then who has not spoken. */
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

/** Keys of the speakers above a line, the last first; and who of them is speaking in this scene. */
function recentSpeakers(
  elements: readonly WrittenElement[],
  index: number,
): { order: string[]; present: string | null } {
  const order = new Set<string>();
  let present: string | null = null;
  let isSameScene = true;
  for (let at = index - 1; at >= Math.max(0, index - recentElements); at--) {
    const element = elements[at];
    if (element?.elementType === 'scene_heading') isSameScene = false;
    if (element?.elementType !== 'character') continue;
    const { key } = speakerIn(element);
    if (key === '') continue;
    if (isSameScene) present ??= key;
    order.add(key);
  }
  return { order: [...order], present };
}

function forTransition({ text, caret, lists }: CompletionInput): Completions {
  const head = text.slice(0, caret);
  if (head.trim() === '' || text.slice(caret).trim() !== '') return nothing(caret);
  const from = head.length - head.trimStart().length;
  const options = matching(head.slice(from), lists.transitions).map((entry) => entry.text);
  return { from, to: text.length, options: asOptions(options, 'transition') };
}

/** What begins with the typed text; nothing where that is an entry already. */
function matching(typed: string, entries: readonly CompletionEntry[]): CompletionEntry[] {
  if (isListed(typed, entries)) return [];
  const key = entryKey(typed);
  return entries.filter((entry) => entry.key.startsWith(key)).slice(0, maxOffered);
}

function isListed(typed: string, entries: readonly CompletionEntry[]): boolean {
  const key = entryKey(typed).trimEnd();
  return key !== '' && entries.some((entry) => entry.key === key);
}

function asOptions(texts: readonly string[], kind: CompletionKind): CompletionOption[] {
  return texts.map((text) => ({ text, kind }));
}

/** Whether an option only goes on with what is typed: it may then be accepted without being chosen first. */
export function extendsTypedText(typed: string, { text }: CompletionOption): boolean {
  return typed.trim() !== '' && entryKey(text).startsWith(entryKey(typed));
}

/** The line with an option accepted. */
export function withCompletion(
  text: string,
  { from, to }: Completions,
  option: CompletionOption,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + option.text + text.slice(to), caret: from + option.text.length };
}
