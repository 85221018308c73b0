import type { ScriptElement } from '../element.ts';
import { parseEmphasis, type Span, type StyledText } from '../emphasis.ts';
import { alignTexts, isInsertedUnit, sourceOffsetOf } from '../textAlignment.ts';
import type { PreservedParagraph } from './preserved.ts';
import { contentOfRuns, styleOfSpan, unitsOfRuns } from './text.ts';
import { attributeOf, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/*
 * The runs of a paragraph whose text has changed since it was read. Unchanged text stays in its run
 * with every attribute and in the original characters. New text belongs to the run in which it was
 * typed.
 */

type Child = XmlRun | string | null;

export function isRun(child: Child): child is XmlRun {
  return typeof child === 'object' && child !== null;
}

/**
 * Return the current children of a paragraph: the preserved children with the current text in their
 * runs. Null if the paragraph was read without runs.
 */
export function presentChildren(element: TextOf, preserved: PreservedParagraph): (XmlRun | string)[] | null {
  const { children = [], own, recent = [] } = preserved;
  const ownChildren = own ? children.slice(...own) : children;
  if (isAsRead(element, ownChildren)) return ownChildren.filter((child) => child !== null);
  const known = recent.find(({ content }) => content === element.content);
  if (known) return known.children;
  return withText(element, children);
}

type TextOf = Pick<ScriptElement, 'elementType' | 'content'>;

/** Return the same children with another text; null if none of them is a run. */
function withText({ elementType, content }: TextOf, children: readonly Child[]): (XmlRun | string)[] | null {
  const runs = children.filter(isRun);
  if (runs.length === 0) return null;
  if (isAsRead({ elementType, content }, children)) return children.filter((child) => child !== null);
  const now = currentRunsOf(elementType, content, runs);
  let run = 0;
  return children
    .filter((child) => child !== null)
    .flatMap((child): (XmlRun | string)[] => (typeof child === 'string' ? [child] : (now[run++] ?? [])));
}

/**
 * Return the preserved content of an element after an edit of its text: the original children and
 * the current ones. The edit starts from the children before it. It starts from the original ones
 * if those match more of the text, as after an undo.
 */
export function preservedAfterEdit(
  before: TextOf,
  now: TextOf,
  preserved: PreservedParagraph,
): PreservedParagraph {
  const present = presentChildren(before, preserved);
  const { content } = now;
  const recent = preserved.recent ?? [];
  if (!present || coversText(preserved, now) || recent.some((each) => each.content === content))
    return preserved;
  const stored = preserved.children ?? [];
  const from = newUnits(now, stored) < newUnits(now, present) ? stored : present;
  const children = withText(now, from);
  if (!children) return preserved;
  const max = content.length > longText ? 1 : maxRecent;
  return { ...preserved, recent: [{ content, children }, ...recent].slice(0, max) };
}

const maxRecent = 8;
/** For texts longer than this, keep only the last edit. */
const longText = 2000;

/** Return how much of a text is in none of the runs. */
function newUnits({ elementType, content }: TextOf, children: readonly Child[]): number {
  const { text } = unitsOfRuns(elementType, children.filter(isRun));
  const places = alignTexts(foldCase(text), foldCase(parseEmphasis(content).text));
  return places.reduce((sum, place) => sum + (isInsertedUnit(place) ? 1 : 0), 0);
}

/**
 * Return whether runs have the text of the element. Files read before struck text had its own mark
 * read it as plain.
 */
function isAsRead({ elementType, content }: TextOf, children: readonly Child[]): boolean {
  const runs = children.filter(isRun);
  if (runs.length === 0) return false;
  const read = (these: readonly XmlRun[]) => contentOfRuns(elementType, these) === content;
  return read(runs) || read(runs.map(withoutStrikeout));
}

/** Return whether the original children already have the text of the element. */
export function coversText({ children = [], own }: PreservedParagraph, element: TextOf): boolean {
  return isAsRead(element, own ? children.slice(...own) : children);
}

function withoutStrikeout([text, attributes]: XmlRun): XmlRun {
  return [text, attributes.map(([name, value]) => [name, name === 'Style' ? withoutStrike(value) : value])];
}

function withoutStrike(style: string): string {
  return style
    .split('+')
    .filter((name) => name !== 'Strikeout')
    .join('+');
}

/**
 * Return the current runs for each original run: none if its text was deleted, several if style
 * changed inside it.
 */
function currentRunsOf(
  type: ScriptElement['elementType'],
  content: string,
  runs: readonly XmlRun[],
): XmlRun[][] {
  const before = unitsOfRuns(type, runs);
  const raw = runs.map(([text]) => text).join('');
  const owners = ownersOf(runs);
  const now = parseEmphasis(content);
  const places = alignTexts(foldCase(before.text), foldCase(now.text));
  const [oldStyles, newStyles] = [stylesOf(parseEmphasis(contentOfRuns(type, runs))), stylesOf(now)];
  // Keep strikeouts if the text has no mark for them: it may have been read before that mark
  // existed.
  const keepsStrikes = !content.includes('~~');
  const made: XmlRun[][] = runs.map(() => []);
  const add = (owner: number, text: string, style: Style | null) => {
    const own = made[owner] as XmlRun[];
    const [, attributes] = runs[owner] as XmlRun;
    const styledAttributes = style ? withStyle(attributes, style, keepsStrikes) : attributes;
    const last = own.at(-1);
    if (last && isSameAttributes(last[1], styledAttributes)) last[0] += text;
    else own.push([text, styledAttributes]);
  };
  const first = before.origins.find((origin) => origin >= 0) ?? raw.length;
  const last = (before.origins.findLast((origin) => origin >= 0) ?? -1) + 1;
  // Spaces at the ends, which content never has, stay next to the text they were next to.
  if (!isInsertedUnit(places[0] as number))
    for (let at = 0; at < first; at++) add(owners[at] as number, raw.charAt(at), null);
  const originAt = (at: number) => before.origins[sourceOffsetOf(places[at] as number)] ?? raw.length - 1;
  const ownerAt = Int32Array.from(places, (place, at) => {
    const origin = originAt(at);
    return owners[Math.max(0, origin < 0 ? nearest(before.origins, sourceOffsetOf(place)) : origin)] ?? 0;
  });
  const isInEditedWord = markEditedWords(now.text, places, ownerAt);
  let written = -1;
  for (let at = 0; at < now.text.length; at++) {
    const place = places[at] as number;
    const beside = sourceOffsetOf(place);
    const origin = originAt(at);
    // Do not add a bracket that the file does not have.
    if (origin < 0 && !isInsertedUnit(place)) continue;
    const owner = ownerAt[at] as number;
    const [old, style] = [styleAt(oldStyles, beside), styleAt(newStyles, at)];
    const change = isSameStyle(old, style, keepsStrikes) ? null : style;
    const isUnchanged = !isInsertedUnit(place) && before.text[beside] === now.text[at];
    // A letter that becomes two capitals is written once.
    if (isUnchanged && !isInEditedWord[at] && origin === written) continue;
    // An edited word is written as it is now; other words keep the characters of the file.
    const isOwn = isUnchanged && !isInEditedWord[at];
    add(owner, isOwn ? raw.charAt(origin) : now.text.charAt(at), change);
    written = isUnchanged ? origin : -1;
  }
  if (!isInsertedUnit(places[now.text.length - 1] as number))
    for (let at = last; at < raw.length; at++) add(owners[at] as number, raw.charAt(at), null);
  return made.map((own, index) => (own.length === 0 && runs[index]?.[0] === '' ? [runs[index]] : own));
}

/**
 * Mark the units of words with inserted text; in a word that spans runs, only the units of the run
 * with the insertion.
 */
function markEditedWords(text: string, places: Int32Array, ownerAt: Int32Array): Uint8Array {
  const isInEditedWord = new Uint8Array(text.length);
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const end = index + word.length;
    for (let from = index, to = from; from < end; from = to) {
      while (to < end && ownerAt[to] === ownerAt[from]) to++;
      if (places.subarray(from, to).some(isInsertedUnit)) isInEditedWord.fill(1, from, to);
    }
  }
  return isInEditedWord;
}

function nearest(origins: readonly number[], at: number): number {
  return origins.slice(at).find((origin) => origin >= 0) ?? origins.findLast((origin) => origin >= 0) ?? 0;
}

function ownersOf(runs: readonly XmlRun[]): number[] {
  const owners: number[] = [];
  for (const [index, [text]] of runs.entries()) for (let at = 0; at < text.length; at++) owners.push(index);
  return owners;
}

/**
 * Fold case without changing the length: headings are stored in capitals, but files have any case.
 */
function foldCase(text: string): string {
  const upper = text.toUpperCase();
  if (upper.length === text.length) return upper;
  return Array.from(text, (sign) => {
    const capital = sign.toUpperCase();
    return capital.length === sign.length ? capital : sign;
  }).join('');
}

type Style = Omit<Span, 'from' | 'to'>;

const plain: Style = { isBold: false, isItalic: false, isUnderlined: false };

function stylesOf({ text, spans }: StyledText): (Style | undefined)[] {
  const styles: (Style | undefined)[] = new Array(text.length);
  for (const span of spans) styles.fill(span, span.from, span.to);
  return styles;
}

function styleAt(styles: readonly (Style | undefined)[], at: number): Style {
  return styles[at] ?? plain;
}

function isSameStyle(one: Style, other: Style, keepsStrikes: boolean): boolean {
  return (
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic &&
    one.isUnderlined === other.isUnderlined &&
    (keepsStrikes || !one.isStruck === !other.isStruck)
  );
}

const ownStyles = new Set(['Bold', 'Italic', 'Underline']);

/** Return the attributes of a run with another style. Styles that we do not model stay. */
function withStyle(attributes: readonly Attribute[], style: Style, keepsStrikes: boolean): Attribute[] {
  const names = (attributeOf(attributes, 'Style') ?? '').split('+');
  const others = names.filter(
    (name) => name !== '' && !ownStyles.has(name) && (keepsStrikes || name !== 'Strikeout'),
  );
  const now = [styleOfSpan(style), ...others].filter((name) => name !== '').join('+');
  if (now === '') return attributes.filter(([name]) => name !== 'Style');
  if (attributeOf(attributes, 'Style') === undefined) return [...attributes, ['Style', now]];
  return attributes.map(([name, value]) => [name, name === 'Style' ? now : value]);
}

function isSameAttributes(a: readonly Attribute[], b: readonly Attribute[]): boolean {
  return (
    a.length === b.length &&
    a.every(([name, value], index) => name === b[index]?.[0] && value === b[index]?.[1])
  );
}

/**
 * Return the preserved content of an element that received the text of another: the runs of that
 * text. Null if there are none.
 */
export function preservedFromMovedText(
  source: TextOf & { preserved: PreservedParagraph },
  target: TextOf,
): PreservedParagraph | null {
  const runs = (presentChildren(source, source.preserved) ?? []).filter(isRun);
  if (runs.length === 0) return null;
  const children = currentRunsOf(target.elementType, target.content, runs).flat();
  return { children, ...(source.preserved.own && { own: [0, children.length] }) };
}

/** An element and its runs in the file. */
export interface RunsOfElement extends TextOf {
  preserved: PreservedParagraph;
  /** The runs that the writer creates from the text, for an element without preserved runs. */
  made: XmlRun[];
}

/**
 * Return the preserved content of an element that the text of another was joined to, before or
 * after its own: the runs of both. Null if neither has any. The element's own runs stay complete,
 * so that an undo finds them.
 */
export function preservedFromJoinedText(
  into: RunsOfElement,
  other: RunsOfElement,
  isBefore: boolean,
): PreservedParagraph | null {
  const otherRuns = (presentChildren(other, other.preserved) ?? []).filter(isRun);
  const stored = into.preserved.children ?? [];
  if (!stored.some(isRun) && otherRuns.length === 0) return null;
  const own: Child[] = stored.includes(null)
    ? stored.flatMap((child): Child[] => (child === null ? into.made : [child]))
    : stored.some(isRun)
      ? [...stored]
      : [...stored, ...into.made];
  const added = otherRuns.length > 0 ? otherRuns : other.made;
  const [from, end] = into.preserved.own ?? [0, own.length];
  const together = <Any>(these: readonly Any[]): (Any | XmlRun)[] =>
    isBefore ? [...added, ...these] : [...these, ...added];
  const shift = isBefore ? added.length : 0;
  const present = presentChildren(into, into.preserved) ?? into.made;
  return {
    ...into.preserved,
    children: together(own),
    own: [from + shift, end + shift],
    recent: [{ content: into.content, children: together(present) }],
  };
}

/** Add the file's default run attributes to runs that were joined from two elements. */
export function withDefaultAttributes(
  children: readonly (XmlRun | string)[],
  defaultAttributes: readonly Attribute[],
): (XmlRun | string)[] {
  return children.map((child) => {
    if (typeof child === 'string') return child;
    const lacking = defaultAttributes.filter(([name]) => attributeOf(child[1], name) === undefined);
    return lacking.length === 0 ? child : [child[0], [...lacking, ...child[1]]];
  });
}
