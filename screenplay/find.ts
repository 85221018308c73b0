/*
 * Finding in a script. What is searched is the text as it is printed, without marks of emphasis; offsets count in
 * it. Capitals, the two kinds of quotation marks and all white space read the same, unless case is to match.
 */
import type { ElementType } from './element.ts';
import { plainText } from './emphasis.ts';

/** What a search needs to know of an element. Elements are not changed, but replaced by other objects. */
export interface FindableElement {
  id: number;
  elementType: ElementType;
  content: string;
}

/** A place in the script; offsets into the element's plain text. */
export interface Match {
  elementId: number;
  start: number;
  end: number;
}

export interface FindOptions {
  matchCase?: boolean;
  /** Only where no letter or digit goes on before or after. */
  wholeWord?: boolean;
}

/** A text made comparable, and for each of its units where it came from. */
interface Folded {
  text: string;
  /** Offset in the original text by offset in `text`, and its length at the end; null where they are the same. */
  offsets: Uint32Array | null;
}

interface Searchable {
  plain: string;
  /** Made when first asked for. */
  exact: Folded | null;
  folded: Folded | null;
}

const searchables = new WeakMap<FindableElement, Searchable>();

/** All places of the query, in script order, not overlapping; none for an empty query. Never throws. */
export function findIn(
  elements: readonly FindableElement[],
  query: string,
  { matchCase = false, wholeWord = false }: FindOptions = {},
): Match[] {
  const wanted = fold(query, matchCase).text;
  const matches: Match[] = [];
  if (wanted === '') return matches;
  for (const element of elements) {
    const searchable = searchableOf(element);
    const { text, offsets } = foldedOf(searchable, matchCase);
    let at = text.indexOf(wanted);
    while (at >= 0) {
      const end = at + wanted.length;
      const found = placeOf(searchable.plain, offsets, at, end);
      if (found && (!wholeWord || isWhole(searchable.plain, found))) {
        matches.push({ elementId: element.id, ...found });
        at = text.indexOf(wanted, end);
      } else {
        at = text.indexOf(wanted, at + 1);
      }
    }
  }
  return matches;
}

/** An element's text as it is printed and searched. */
export function searchedText(element: FindableElement): string {
  return searchableOf(element).plain;
}

function searchableOf(element: FindableElement): Searchable {
  let searchable = searchables.get(element);
  if (!searchable) {
    searchable = { plain: plainText(element.content), exact: null, folded: null };
    searchables.set(element, searchable);
  }
  return searchable;
}

function foldedOf(searchable: Searchable, matchCase: boolean): Folded {
  const kind = matchCase ? 'exact' : 'folded';
  searchable[kind] ??= fold(searchable.plain, matchCase);
  return searchable[kind];
}

/** Where a stretch of folded text came from; null where it begins or ends inside a character. */
function placeOf(
  plain: string,
  offsets: Uint32Array | null,
  from: number,
  to: number,
): { start: number; end: number } | null {
  let start = from;
  let end = to;
  if (offsets) {
    start = offsets[from] ?? plain.length;
    end = offsets[to] ?? plain.length;
    if (from > 0 && offsets[from - 1] === start) return null;
    if (offsets[to - 1] === end) return null;
  }
  return isInsidePair(plain, start) || isInsidePair(plain, end) ? null : { start, end };
}

function isInsidePair(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
}

const wordEnd = /[\p{L}\p{N}\p{M}_]$/u;
const wordStart = /^[\p{L}\p{N}\p{M}_]/u;

function isWhole(plain: string, { start, end }: { start: number; end: number }): boolean {
  const found = plain.slice(start, end);
  const goesOnBefore = wordStart.test(found) && wordEnd.test(plain.slice(Math.max(0, start - 2), start));
  return !goesOnBefore && !(wordEnd.test(found) && wordStart.test(plain.slice(end, end + 2)));
}

const ordinary = /^[!-~ ]*$/;
const lookalikes = /[\s‘’“”]/g;

/** Signs that a keyboard has no key for read as those it has; the length stays. */
function lookalike(sign: string): string {
  if (sign === '‘' || sign === '’') return "'";
  return sign === '“' || sign === '”' ? '"' : ' ';
}

function fold(text: string, matchCase: boolean): Folded {
  if (ordinary.test(text)) return { text: matchCase ? text : text.toLowerCase(), offsets: null };
  const spaced = text.replace(lookalikes, lookalike);
  if (matchCase) return { text: spaced, offsets: null };
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  let isShifted = false;
  for (const char of spaced) {
    const small = smallOf(char);
    if (small.length !== char.length) isShifted = true;
    parts.push(small);
    // A pair that stays a pair keeps two places; whatever grew or shrank stands at one.
    for (let unit = 0; unit < small.length; unit++) {
      offsets.push(small.length === char.length ? at + unit : at);
    }
    at += char.length;
  }
  offsets.push(at);
  return { text: parts.join(''), offsets: isShifted ? Uint32Array.from(offsets) : null };
}

const dotAbove = '\u0307';

/** ß and ss, final and other sigma, the Turkish letters i: each reads as its kind, as in Unicode's full folding. */
function smallOf(char: string): string {
  const small = char.toUpperCase().toLowerCase();
  return small.length === 2 && small.endsWith(dotAbove) ? small.charAt(0) : small;
}
