import { elementLabels } from '../elementTypes/table.ts';
import type { StyledText } from '../emphasis.ts';
import { styledTextOf } from '../layout/text.ts';
import type { Steps } from '../steps.ts';
import { isSameStyled } from '../styled.ts';
import { type ComparedRun, compareStyled } from './compareStyled.ts';
import { type ComparedField, compareTitlePages } from './compareTitlePages.ts';
import { type ComparisonCounts, countChanges } from './countChanges.ts';
import type { DraftElement, LabelledDraft } from './draft.ts';
import { matchDraftsInSteps } from './matchDrafts.ts';

/** A property of an element, beyond its text, that differs. */
export interface ComparedFact {
  before: string;
  after: string;
}

/**
 * Row of a comparison. A moved element has two rows: one at its old position without `after`, one
 * at its new position without `before`.
 */
export interface ComparedRow {
  type: 'same' | 'changed' | 'added' | 'removed' | 'moved';
  before: DraftElement | null;
  after: DraftElement | null;
  /** Index in the earlier draft, also of an element that was moved here; -1 if it is new. */
  beforeIndex: number;
  /** Index in the later draft, also of an element that was moved from here; -1 if it is deleted. */
  afterIndex: number;
  /** Differences of the text; null if words and styles are equal. */
  runs: ComparedRun[] | null;
  facts: ComparedFact[];
  /** Number of the moved passage; -1 if the element was not moved. */
  passage: number;
}

/** Text that was moved as one, by the rows at both positions. */
export interface MovedPassage {
  /** Index of the first row at the old position. */
  fromRow: number;
  /** Index of the first row at the new position. */
  toRow: number;
  elementCount: number;
}

/** Differences of two drafts. */
export interface Comparison {
  before: LabelledDraft;
  after: LabelledDraft;
  rows: ComparedRow[];
  passages: MovedPassage[];
  titlePage: ComparedField[];
  counts: ComparisonCounts;
}

/** Characters that are compared in one step. Elements without text take time, too. */
const stepLength = 20_000;
const elementLength = 100;

/**
 * Compare two drafts in steps. The rows with `before` are the earlier draft, those with `after` the
 * later one.
 */
export function* compareDraftsInSteps(before: LabelledDraft, after: LabelledDraft): Steps<Comparison> {
  const [old, current] = [before.elements, after.elements];
  const { afterOf, beforeOf, passageOf, passageCount } = yield* matchDraftsInSteps(old, current);
  const rows: ComparedRow[] = [];
  const passages = Array.from({ length: passageCount }, () => ({ fromRow: -1, toRow: -1, elementCount: 0 }));
  const isUnmoved = (index: number) =>
    (afterOf[index] as number) >= 0 && passageOf[afterOf[index] as number] === -1;
  let next = 0;
  let compared = 0;
  /** List the deleted and moved elements up to the next one that stayed. */
  const listOld = () => {
    for (; next < old.length && !isUnmoved(next); next++) {
      const afterIndex = afterOf[next] as number;
      const passage = afterIndex < 0 ? -1 : (passageOf[afterIndex] as number);
      const moved = passages[passage];
      if (moved && moved.fromRow < 0) moved.fromRow = rows.length;
      rows.push({
        ...{ type: moved ? 'moved' : 'removed', before: old[next] as DraftElement, after: null },
        ...{ beforeIndex: next, afterIndex, runs: null, facts: [], passage },
      });
    }
  };
  for (const [afterIndex, element] of current.entries()) {
    compared += elementLength + element.content.length;
    if (compared > stepLength) {
      compared = 0;
      yield;
    }
    // List deleted elements before the ones inserted in their place.
    listOld();
    const beforeIndex = beforeOf[afterIndex] as number;
    const passage = passageOf[afterIndex] as number;
    const other = old[beforeIndex];
    const moved = passages[passage];
    const differences = other ? differencesOf(other, element) : noDifferences;
    if (moved) {
      if (moved.toRow < 0) moved.toRow = rows.length;
      moved.elementCount++;
    }
    const isSame = differences.runs === null && differences.facts.length === 0;
    const type = moved ? 'moved' : !other ? 'added' : isSame ? 'same' : 'changed';
    const isInPlace = other !== undefined && !moved;
    rows.push({
      ...{ type, before: isInPlace ? other : null, after: element, beforeIndex, afterIndex, passage },
      ...differences,
    });
    if (isInPlace) next++;
  }
  listOld();
  const titlePage = compareTitlePages(before.titlePage, after.titlePage);
  return { before, after, rows, passages, titlePage, counts: countChanges(rows, before, after) };
}

const noDifferences: Pick<ComparedRow, 'runs' | 'facts'> = { runs: null, facts: [] };

function differencesOf(before: DraftElement, after: DraftElement): Pick<ComparedRow, 'runs' | 'facts'> {
  const [was, is]: StyledText[] = [styledTextOf(before), styledTextOf(after)];
  const runs = was && is && !isSameStyled(was, is) ? compareStyled(was, is) : null;
  return { runs: runs?.some(({ type }) => type !== 'same') ? runs : null, facts: factsOf(before, after) };
}

/** Return the properties that differ: type, alignment, column and parenthetical. */
function factsOf(before: DraftElement, after: DraftElement): ComparedFact[] {
  const typeOf = ({ originalType, elementType }: DraftElement) => originalType ?? elementLabels[elementType];
  const alignmentOf = ({ extras }: DraftElement) =>
    extras?.layout?.alignment
      ? `${extras.layout.alignment} aligned`.replace('Center', 'Centre')
      : 'default alignment';
  const columnOf = ({ dual }: DraftElement) => (dual ? `${dual} column` : 'one column');
  const parentheticalOf = ({ parenthetical }: DraftElement) => parenthetical ?? 'no parenthetical';
  return [typeOf, alignmentOf, columnOf, parentheticalOf]
    .map((read) => ({ before: read(before), after: read(after) }))
    .filter((fact) => fact.before !== fact.after);
}
