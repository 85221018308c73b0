import { toShownCase } from '#screenplay/elementTypes/table.ts';
import { type Match, searchedText } from '#screenplay/find.ts';
import { insertedFor, replaceIn } from '#screenplay/replace.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';

/** Fields of an element that searching reads. */
export type SearchableElement = Pick<Element, 'id' | 'elementType' | 'content' | 'typedContent' | 'version'>;

/** Text that takes the place of matches. */
export interface Replacement {
  text: string;
  /** Whether it gets the capitals of each match. */
  keepsCapitals: boolean;
}

/** Result of replacing, by element. */
export interface ReplacePlan {
  edits: ScriptEdit[];
  /** Number of matches that the edits change. */
  places: number;
  /** Elements that would become empty or too long; there are no edits for them. */
  emptied: SearchableElement[];
  overfilled: SearchableElement[];
}

/**
 * Plan the replacement of matches, given in script order. Emptied elements stay unchanged, unless
 * they are to be deleted.
 */
export function planReplacing(
  elements: ReadonlyMap<number, SearchableElement>,
  matches: readonly Match[],
  { text, keepsCapitals }: Replacement,
  deletesEmptied: boolean,
): ReplacePlan {
  const plan: ReplacePlan = { edits: [], places: 0, emptied: [], overfilled: [] };
  for (const [elementId, own] of Map.groupBy(matches, (match) => match.elementId)) {
    const element = elements.get(elementId);
    if (!element) continue;
    const replaced = replaceIn(element, own, text, keepsCapitals);
    const { id, version: baseVersion } = element;
    if (replaced.type === 'overfill') plan.overfilled.push(element);
    if (replaced.type === 'empty') plan.emptied.push(element);
    if (replaced.type === 'change') {
      plan.edits.push({ type: 'update', id, fields: { content: replaced.content }, baseVersion });
    } else if (replaced.type === 'empty' && deletesEmptied) {
      plan.edits.push({ type: 'delete', id, baseVersion });
    } else continue;
    plan.places += own.length;
  }
  return plan;
}

/** A match before and after, with some text around it. */
export interface Excerpt {
  before: string;
  found: string;
  inserted: string;
  after: string;
}

const around = 36;

export function excerptOf(element: SearchableElement, match: Match, replacement: Replacement): Excerpt {
  const { start, end } = match;
  const text = searchedText(element);
  const from = wholeFrom(text, Math.max(0, start - around));
  const to = wholeFrom(text, Math.min(text.length, end + around));
  return {
    before: `${from > 0 ? '…' : ''}${onOneLine(text.slice(from, start))}`,
    found: onOneLine(text.slice(start, end)),
    inserted: toShownCase(
      element.elementType,
      insertedFor(element, match, replacement.text, replacement.keepsCapitals),
    ),
    after: `${onOneLine(text.slice(end, to))}${to < text.length ? '…' : ''}`,
  };
}

/** Return an offset that does not split a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function onOneLine(text: string): string {
  return text.replace(/\s/g, ' ');
}
