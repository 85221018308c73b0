import type { ScriptElement } from '../element.ts';
import { parseEmphasis, type Span, type StyledText } from '../emphasis.ts';
import { alignTexts, isInsertedUnit, sourceOffsetOf } from '../textAlignment.ts';
import type { PreservedParagraph } from './preserved.ts';
import { contentOfRuns, styleOfSpan, unitsOfRuns } from './text.ts';
import { attributeOf, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/*
 * The runs of a paragraph, when its text has been changed since it was read: what stayed of it stays in its run with
 * every attribute, in the letters of the file, and new text belongs to the run that it was typed in.
 */

type Child = XmlRun | string | null;

export function isRun(child: Child): child is XmlRun {
  return typeof child === 'object' && child !== null;
}

/**
 * What a paragraph holds by now: the children it was read with, their runs with the text of now. Null where it was
 * read without runs.
 */
export function presentChildren(element: TextOf, kept: PreservedParagraph): (XmlRun | string)[] | null {
  const { children = [], own, recent = [] } = kept;
  const ownChildren = own ? children.slice(...own) : children;
  if (isAsRead(element, ownChildren)) return ownChildren.filter((child) => child !== null);
  const known = recent.find(({ content }) => content === element.content);
  if (known) return known.children;
  return withText(element, children);
}

type TextOf = Pick<ScriptElement, 'elementType' | 'content'>;

/** The same children with another text; null where there is no run among them. */
function withText({ elementType, content }: TextOf, children: readonly Child[]): (XmlRun | string)[] | null {
  const runs = children.filter(isRun);
  if (runs.length === 0) return null;
  if (isAsRead({ elementType, content }, children)) return children.filter((child) => child !== null);
  const now = runsAsNow(elementType, content, runs);
  let run = 0;
  return children
    .filter((child) => child !== null)
    .flatMap((child): (XmlRun | string)[] => (typeof child === 'string' ? [child] : (now[run++] ?? [])));
}

/**
 * What an element keeps after an edit of its text: the children that it was read with, and those of now. An edit starts
 * from those before it, unless those that were read say more of the text, as after an undo.
 */
export function preservedAfterEdit(
  before: TextOf,
  now: TextOf,
  kept: PreservedParagraph,
): PreservedParagraph {
  const present = presentChildren(before, kept);
  const { content } = now;
  const recent = kept.recent ?? [];
  if (!present || coversText(kept, now) || recent.some((each) => each.content === content)) return kept;
  const stored = kept.children ?? [];
  const from = newUnits(now, stored) < newUnits(now, present) ? stored : present;
  const children = withText(now, from);
  if (!children) return kept;
  const max = content.length > longText ? 1 : maxRecent;
  return { ...kept, recent: [{ content, children }, ...recent].slice(0, max) };
}

const maxRecent = 8;
/** Of a text so long only the last is kept. */
const longText = 2000;

/** How much of a text is in none of the runs. */
function newUnits({ elementType, content }: TextOf, children: readonly Child[]): number {
  const { text } = unitsOfRuns(elementType, children.filter(isRun));
  const places = alignTexts(folded(text), folded(parseEmphasis(content).text));
  return places.reduce((sum, place) => sum + (isInsertedUnit(place) ? 1 : 0), 0);
}

/** Whether runs still say what the element says. Before struck text had a mark of its own it was read as plain. */
function isAsRead({ elementType, content }: TextOf, children: readonly Child[]): boolean {
  const runs = children.filter(isRun);
  if (runs.length === 0) return false;
  const read = (these: readonly XmlRun[]) => contentOfRuns(elementType, these) === content;
  return read(runs) || read(runs.map(unstruckRun));
}

/** Whether what an element was read with needs nothing more to say what it says. */
export function coversText({ children = [], own }: PreservedParagraph, element: TextOf): boolean {
  return isAsRead(element, own ? children.slice(...own) : children);
}

function unstruckRun([text, attributes]: XmlRun): XmlRun {
  return [text, attributes.map(([name, value]) => [name, name === 'Style' ? withoutStrike(value) : value])];
}

function withoutStrike(style: string): string {
  return style
    .split('+')
    .filter((name) => name !== 'Strikeout')
    .join('+');
}

/** For each run the runs that it is by now: none where its text is gone, several where style changed in it. */
function runsAsNow(type: ScriptElement['elementType'], content: string, runs: readonly XmlRun[]): XmlRun[][] {
  const before = unitsOfRuns(type, runs);
  const raw = runs.map(([text]) => text).join('');
  const owners = ownersOf(runs);
  const now = parseEmphasis(content);
  const places = alignTexts(folded(before.text), folded(now.text));
  const [oldStyles, newStyles] = [stylesOf(parseEmphasis(contentOfRuns(type, runs))), stylesOf(now)];
  // A text that was read before there was a mark for it says nothing of strikes.
  const keepsStrikes = !content.includes('~~');
  const made: XmlRun[][] = runs.map(() => []);
  const add = (owner: number, text: string, style: Style | null) => {
    const own = made[owner] as XmlRun[];
    const [, attributes] = runs[owner] as XmlRun;
    const wanted = style ? withStyle(attributes, style, keepsStrikes) : attributes;
    const last = own.at(-1);
    if (last && isSameAttributes(last[1], wanted)) last[0] += text;
    else own.push([text, wanted]);
  };
  const first = before.origins.find((origin) => origin >= 0) ?? raw.length;
  const last = (before.origins.findLast((origin) => origin >= 0) ?? -1) + 1;
  // Spaces at the ends, which no content has, stay beside the text that they stood beside.
  if (!isInsertedUnit(places[0] as number))
    for (let at = 0; at < first; at++) add(owners[at] as number, raw.charAt(at), null);
  const originAt = (at: number) => before.origins[sourceOffsetOf(places[at] as number)] ?? raw.length - 1;
  const ownerAt = Int32Array.from(places, (place, at) => {
    const origin = originAt(at);
    return owners[Math.max(0, origin < 0 ? nearest(before.origins, sourceOffsetOf(place)) : origin)] ?? 0;
  });
  const touched = touchedIn(now.text, places, ownerAt);
  let written = -1;
  for (let at = 0; at < now.text.length; at++) {
    const place = places[at] as number;
    const beside = sourceOffsetOf(place);
    const origin = originAt(at);
    // A bracket that the file does without stays out of it.
    if (origin < 0 && !isInsertedUnit(place)) continue;
    const owner = ownerAt[at] as number;
    const [old, style] = [styleAt(oldStyles, beside), styleAt(newStyles, at)];
    const change = isSameStyle(old, style, keepsStrikes) ? null : style;
    const isKept = !isInsertedUnit(place) && before.text[beside] === now.text[at];
    // A letter whose capital is two is written once.
    if (isKept && !touched[at] && origin === written) continue;
    // A word that was written in is written as it is now; others stay in the letters of the file.
    const isOwn = isKept && !touched[at];
    add(owner, isOwn ? raw.charAt(origin) : now.text.charAt(at), change);
    written = isKept ? origin : -1;
  }
  if (!isInsertedUnit(places[now.text.length - 1] as number))
    for (let at = last; at < raw.length; at++) add(owners[at] as number, raw.charAt(at), null);
  return made.map((own, index) => (own.length === 0 && runs[index]?.[0] === '' ? [runs[index]] : own));
}

/** For each unit whether it stands in a word with something new in it, or in a run's part of such a word. */
function touchedIn(text: string, places: Int32Array, ownerAt: Int32Array): Uint8Array {
  const touched = new Uint8Array(text.length);
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const end = index + word.length;
    for (let from = index, to = from; from < end; from = to) {
      while (to < end && ownerAt[to] === ownerAt[from]) to++;
      if (places.subarray(from, to).some(isInsertedUnit)) touched.fill(1, from, to);
    }
  }
  return touched;
}

function nearest(origins: readonly number[], at: number): number {
  return origins.slice(at).find((origin) => origin >= 0) ?? origins.findLast((origin) => origin >= 0) ?? 0;
}

function ownersOf(runs: readonly XmlRun[]): number[] {
  const owners: number[] = [];
  for (const [index, [text]] of runs.entries()) for (let at = 0; at < text.length; at++) owners.push(index);
  return owners;
}

/** Case does not tell letters apart: headings are kept in capitals, and in files in any case. */
function folded(text: string): string {
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

/** The attributes of a run, in another style; what is no style of ours stays in it. */
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

/** What an element keeps that has taken over text of another: the runs of that text. Null where there are none. */
export function preservedFromMovedText(
  giver: TextOf & { kept: PreservedParagraph },
  taker: TextOf,
): PreservedParagraph | null {
  const runs = (presentChildren(giver, giver.kept) ?? []).filter(isRun);
  if (runs.length === 0) return null;
  const children = runsAsNow(taker.elementType, taker.content, runs).flat();
  return { children, ...(giver.kept.own && { own: [0, children.length] }) };
}

/** An element of which the file's runs are wanted. */
export interface RunsOfElement extends TextOf {
  kept: PreservedParagraph;
  /** As the writer makes them of its text, where it keeps none. */
  made: XmlRun[];
}

/**
 * What an element keeps that another one's text was put to, before or behind its own: the runs of both. Null where
 * neither has any. Its own stay whole, so that an undo finds them.
 */
export function preservedFromJoinedText(
  into: RunsOfElement,
  other: RunsOfElement,
  isBefore: boolean,
): PreservedParagraph | null {
  const taken = (presentChildren(other, other.kept) ?? []).filter(isRun);
  const stored = into.kept.children ?? [];
  if (!stored.some(isRun) && taken.length === 0) return null;
  const own: Child[] = stored.includes(null)
    ? stored.flatMap((child): Child[] => (child === null ? into.made : [child]))
    : stored.some(isRun)
      ? [...stored]
      : [...stored, ...into.made];
  const added = taken.length > 0 ? taken : other.made;
  const [from, end] = into.kept.own ?? [0, own.length];
  const together = <Any>(these: readonly Any[]): (Any | XmlRun)[] =>
    isBefore ? [...added, ...these] : [...these, ...added];
  const shift = isBefore ? added.length : 0;
  const present = presentChildren(into, into.kept) ?? into.made;
  return {
    ...into.kept,
    children: together(own),
    own: [from + shift, end + shift],
    recent: [{ content: into.content, children: together(present) }],
  };
}

/** Runs that came together from two elements have what the file gives every run. */
export function withDefaultAttributes(
  children: readonly (XmlRun | string)[],
  usual: readonly Attribute[],
): (XmlRun | string)[] {
  return children.map((child) => {
    if (typeof child === 'string') return child;
    const lacking = usual.filter(([name]) => attributeOf(child[1], name) === undefined);
    return lacking.length === 0 ? child : [child[0], [...lacking, ...child[1]]];
  });
}
