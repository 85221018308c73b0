import type { ScriptElement } from '../element.ts';
import type { Line } from '../layout/lines.ts';
import { revisionMarksOf } from './revisedText.ts';
import { activeSetOf, type Revisions, setIndexesOf } from './revisionSets.ts';

const noSets: ReadonlyMap<number, number> = new Map();
const shownSets = new WeakMap<Revisions, ReadonlyMap<number, number>>();

/** Return the index of the set of each mark that the view shows. */
export function shownSetsOf(revisions: Revisions): ReadonlyMap<number, number> {
  let shown = shownSets.get(revisions);
  if (!shown) {
    shown = computeShownSets(revisions);
    shownSets.set(revisions, shown);
  }
  return shown;
}

function computeShownSets(revisions: Revisions): ReadonlyMap<number, number> {
  const all = setIndexesOf(revisions);
  if (revisions.view === 'none') return noSets;
  if (revisions.view !== 'active') return all;
  const active = activeSetOf(revisions) ?? revisions.sets.at(-1);
  return new Map([...all].filter(([, index]) => revisions.sets[index] === active));
}

/** Lines of an element on one page. */
export interface MarkedLines {
  element: ScriptElement;
  lines: readonly Pick<Line, 'from' | 'to'>[];
}

/** Set of a line without marks. */
export const noSet = -1;

/** Return the last set that has text or a deletion on each line; `noSet` for a line without. */
export function setsOfLines({ element, lines }: MarkedLines, sets: ReadonlyMap<number, number>): number[] {
  const found = lines.map(() => noSet);
  if (!element.extras?.revised || sets.size === 0) return found;
  const { runs, deletions } = revisionMarksOf(element);
  const add = (index: number, mark: number) => {
    const set = sets.get(mark) ?? noSet;
    if (index >= 0 && set > (found[index] ?? noSet)) found[index] = set;
  };
  for (const [index, line] of lines.entries())
    for (const [from, to, mark] of runs) if (from < line.to && to > line.from) add(index, mark);
  for (const [at, mark] of deletions) add(lineBefore(lines, at), mark);
  return found;
}

/** Return the line with the letter before an offset; -1 if it is on another page. */
function lineBefore(lines: readonly Pick<Line, 'from' | 'to'>[], at: number): number {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || at > last.to + 1 || (at <= first.from && first.from > 0)) return -1;
  return Math.max(
    0,
    lines.findLastIndex(({ from }) => from < at),
  );
}

/** Return the sets of all lines of a page, with only the last one if the view says so. */
export function setsOnPage(pieces: readonly MarkedLines[], revisions: Revisions): number[][] {
  const sets = pieces.map((piece) => setsOfLines(piece, shownSetsOf(revisions)));
  if (revisions.view !== 'highest') return sets;
  const highest = Math.max(noSet, ...sets.flat());
  return sets.map((lines) => lines.map((set) => (set === highest ? set : noSet)));
}

/** Values of header fields that revisions have. */
export interface RevisionFacts {
  /** Name of the last set on the page; "" for a page without revisions. */
  collated: string;
  active: string;
  /** Day of the last revision. */
  lastRevised: string;
}

const knownFacts = new WeakMap<Revisions, Map<number, RevisionFacts>>();

/** Return the header fields of a page; the same object for equal values. */
export function revisionFactsOf(pieces: readonly MarkedLines[], revisions: Revisions): RevisionFacts {
  const all = setIndexesOf(revisions);
  const highest = Math.max(noSet, ...pieces.flatMap((piece) => setsOfLines(piece, all)));
  const known = knownFacts.get(revisions) ?? new Map<number, RevisionFacts>();
  knownFacts.set(revisions, known);
  const facts = known.get(highest) ?? factsOf(revisions, highest);
  known.set(highest, facts);
  return facts;
}

function factsOf(revisions: Revisions, highest: number): RevisionFacts {
  const active = activeSetOf(revisions) ?? revisions.sets.at(-1);
  const dated = revisions.sets.findLast(({ date }) => date !== undefined);
  return {
    collated: revisions.sets[highest]?.name ?? '',
    active: active?.name ?? '',
    lastRevised: dated?.date ? printedDate(dated.date) : '',
  };
}

function printedDate(date: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  return Number.isNaN(day.getTime())
    ? date
    : day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
