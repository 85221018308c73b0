/*
 * Search in a script. The searched text is the printed text without emphasis marks, and offsets
 * refer to it. Case, the two kinds of quotation marks and kinds of white space are ignored unless
 * `matchCase` is set; then only case counts.
 */
import type { ScriptElement } from './element.ts';
import { plainText } from './emphasis.ts';

/**
 * Fields of an element needed for searching. Elements are immutable, so results are cached by
 * object.
 */
export interface FindableElement extends Pick<ScriptElement, 'elementType' | 'content' | 'typedContent'> {
  id: number;
}

/** Match in an element. Offsets refer to the plain text of the element. */
export interface Match {
  elementId: number;
  start: number;
  end: number;
}

export interface FindOptions {
  matchCase?: boolean;
  /** Match only where no letter or digit precedes or follows. */
  wholeWord?: boolean;
}

/** Text normalised for comparison, with the original offsets of its code units. */
interface Folded {
  text: string;
  /**
   * Original offset of each code unit of `text`, then the original length; null when both are
   * equal.
   */
  offsets: Uint32Array | null;
}

interface Searchable {
  plain: string;
  /** Computed on first use. */
  exact: Folded | null;
  folded: Folded | null;
}

const searchables = new WeakMap<FindableElement, Searchable>();

/**
 * Find all non-overlapping matches of `query`, in script order; none for an empty query. Never
 * throws.
 */
export function findIn(
  elements: readonly FindableElement[],
  query: string,
  { matchCase = false, wholeWord = false }: FindOptions = {},
): Match[] {
  const needle = foldText(query, matchCase).text;
  const matches: Match[] = [];
  if (needle === '') return matches;
  for (const element of elements) {
    const searchable = searchableOf(element);
    const { text, offsets } = foldedOf(searchable, matchCase);
    let at = text.indexOf(needle);
    while (at >= 0) {
      const end = at + needle.length;
      const found = originalRange(searchable.plain, offsets, at, end);
      if (found && (!wholeWord || isWholeWord(searchable.plain, found))) {
        matches.push({ elementId: element.id, ...found });
        at = text.indexOf(needle, end);
      } else {
        at = text.indexOf(needle, at + 1);
      }
    }
  }
  return matches;
}

/** Return the printed and searched text of an element. */
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
  searchable[kind] ??= foldText(searchable.plain, matchCase);
  return searchable[kind];
}

/** Return the original range of a folded range; null when it begins or ends inside a character. */
function originalRange(
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

function isWholeWord(plain: string, { start, end }: { start: number; end: number }): boolean {
  const found = plain.slice(start, end);
  const continuesBefore = wordStart.test(found) && wordEnd.test(plain.slice(Math.max(0, start - 2), start));
  return !continuesBefore && !(wordEnd.test(found) && wordStart.test(plain.slice(end, end + 2)));
}

const asciiOnly = /^[!-~ ]*$/;
const typographicCharacters = /[\s‘’“”]/g;

/**
 * Replace a typographic quotation mark or special white space by its keyboard equivalent of equal
 * length.
 */
function toKeyboardCharacter(sign: string): string {
  if (sign === '‘' || sign === '’') return "'";
  return sign === '“' || sign === '”' ? '"' : ' ';
}

function foldText(text: string, matchCase: boolean): Folded {
  if (asciiOnly.test(text)) return { text: matchCase ? text : text.toLowerCase(), offsets: null };
  const spaced = text.replace(typographicCharacters, toKeyboardCharacter);
  if (matchCase) return { text: spaced, offsets: null };
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  let isShifted = false;
  for (const char of spaced) {
    const small = foldCharacter(char);
    if (small.length !== char.length) isShifted = true;
    parts.push(small);
    // A surrogate pair that stays a pair keeps two offsets. A character that changed length has
    // one.
    for (let unit = 0; unit < small.length; unit++) {
      offsets.push(small.length === char.length ? at + unit : at);
    }
    at += char.length;
  }
  offsets.push(at);
  return { text: parts.join(''), offsets: isShifted ? Uint32Array.from(offsets) : null };
}

const combiningDotAbove = '\u0307';

/**
 * Fold the case of one character as in Unicode full case folding: ß equals ss, and the forms of
 * sigma and of the Turkish i are equal.
 */
function foldCharacter(char: string): string {
  const small = char.toUpperCase().toLowerCase();
  return small.length === 2 && small.endsWith(combiningDotAbove) ? small.charAt(0) : small;
}
