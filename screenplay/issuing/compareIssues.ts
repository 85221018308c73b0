import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { piecesOn } from '../layout/pieces.ts';
import type { Pagination } from '../layout/types.ts';
import { longestIncreasingSubsequence } from '../longestIncreasingSubsequence.ts';
import { numberedStretches } from '../printing/chooseScenes.ts';
import { partsOfRange } from '../production/pageLabels.ts';
import { revisionMarksOf } from '../revisions/revisedText.ts';
import { activeSetOf, type RevisionSet } from '../revisions/revisionSets.ts';
import { noSet, setsOfLines } from '../revisions/shownMarks.ts';
import type {
  ChangeMemo,
  IssuedPage,
  IssuedScene,
  IssuedScript,
  MemoPage,
  MemoScene,
  PageChange,
  SceneChange,
} from './changeMemo.ts';

/** Return the revision that is issued: the active one, or the last; null without revisions. */
export function revisionToIssue({ revisions }: Pick<ScriptFormat, 'revisions'>): RevisionSet | null {
  return revisions ? (activeSetOf(revisions) ?? revisions.sets.at(-1) ?? null) : null;
}

/**
 * Return what an issue of a script changes. `issued` has its pages and scenes, `previous` those of
 * the issue before, null if this is the first one.
 */
export function changeMemoOf(
  pagination: Pagination,
  issued: IssuedScript,
  previous: IssuedScript | null,
): ChangeMemo {
  const set = revisionToIssue(pagination.format);
  const marks = new Map((set?.marks ?? []).map((mark) => [mark, 0]));
  const isMarked = issued.pages.map((_, index) => hasMarks(pagination, index, marks));
  const isFirst = previous === null && !isMarked.includes(true);
  const scenes = changedScenes(pagination, issued, previous, marks);
  if (isFirst || set?.isFullDraft) return { isFullDraft: true, pages: [], scenes: isFirst ? [] : scenes };
  const before = previous?.pages ?? lockedLabels(pagination);
  return { isFullDraft: false, pages: changedPages(issued.pages, before, isMarked, set !== null), scenes };
}

/** Marks of the issued revision. */
type Marks = ReadonlyMap<number, number>;

function hasMarks(pagination: Pagination, pageIndex: number, marks: Marks): boolean {
  return piecesOn(pagination, pageIndex).some(({ elementIndex, lines }) => {
    const element = pagination.elements[elementIndex] as ScriptElement;
    return setsOfLines({ element, lines }, marks).some((each) => each !== noSet);
  });
}

/** Page of an earlier state. Its digest is null if only its label is known. */
type EarlierPage = Pick<IssuedPage, 'label'> & { digest: string | null };

/** Return the labels that were issued when the pages were locked; null if they are not locked. */
function lockedLabels({ format: { pageLock } }: Pagination): EarlierPage[] | null {
  return pageLock ? pageLock.labels.map((label) => ({ label, digest: null })) : null;
}

function changedPages(
  pages: readonly IssuedPage[],
  previous: readonly EarlierPage[] | null,
  isMarked: readonly boolean[],
  hasSet: boolean,
): MemoPage[] {
  const before = new Map(previous?.map(({ label, digest }) => [label, digest]));
  const typeOf = ({ label, digest }: IssuedPage, index: number): PageChange | null => {
    if (previous && !before.has(label)) return isRange(label) ? 'omitted' : 'new';
    if (isMarked[index]) return 'changed';
    const earlier = before.get(label) ?? null;
    if (earlier === null || earlier === digest) return null;
    return hasSet ? 'moved' : 'changed';
  };
  const types = pages.map(typeOf);
  const memo: MemoPage[] = [];
  const omittedLabels = omittedAfter(pages, previous ?? []);
  for (const label of omittedLabels.get(-1) ?? []) memo.push({ label, type: 'omitted' });
  for (const [index, { label }] of pages.entries()) {
    const omitted = omittedLabels.get(index) ?? [];
    const isBeforeOther = types[index + 1] === 'new' || omitted.length > 0;
    const type = types[index] ?? (isBeforeOther ? 'adjacent' : null);
    if (type) memo.push({ label, type });
    for (const each of omitted) memo.push({ label: each, type: 'omitted' });
  }
  return memo;
}

const isRange = (label: string) => partsOfRange(label)[0] !== partsOfRange(label)[1];

/**
 * Return the labels that are gone and in no range, by the index of the page before them; -1 if
 * there is none.
 */
function omittedAfter(pages: readonly IssuedPage[], previous: readonly EarlierPage[]): Map<number, string[]> {
  const firsts = previous.map(({ label }) => partsOfRange(label)[0]);
  const lasts = previous.map(({ label }) => partsOfRange(label)[1]);
  /** Index of the present page by the index of an earlier one. */
  const places = new Map<number, number>();
  for (const [index, { label }] of pages.entries()) {
    const [first, last] = partsOfRange(label);
    const from = firsts.indexOf(first);
    for (let at = from; from >= 0 && at <= lasts.indexOf(last); at++) places.set(at, index);
  }
  const labels = new Map<number, string[]>();
  let last = -1;
  for (const [at, { label }] of previous.entries()) {
    const index = places.get(at);
    if (index === undefined) labels.set(last, [...(labels.get(last) ?? []), label]);
    else last = index;
  }
  return labels;
}

function changedScenes(
  { elements, format }: Pagination,
  { scenes }: IssuedScript,
  previous: IssuedScript | null,
  marks: Marks,
): MemoScene[] {
  const keyOf = format.sceneLock ? numberKeys() : headingKeys();
  const before = new Map(previous?.scenes.map((scene) => [keyOf(scene), scene]));
  const keyNow = format.sceneLock ? numberKeys() : headingKeys();
  const keys = scenes.map(keyNow);
  const isMoved = movedScenes(keys, [...before.keys()]);
  const issuedNumbers = previous ? null : (format.sceneLock?.issued ?? null);
  const typeOf = (scene: IssuedScene, index: number, isMarked: boolean): SceneChange | null => {
    const earlier = before.get(keys[index] as string);
    const isNew = previous ? !earlier : issuedNumbers !== null && !issuedNumbers.includes(scene.number);
    if (isNew) return 'new';
    const isChanged = isMarked || (earlier !== undefined && earlier.digest !== scene.digest);
    if (scene.isOmitted && (earlier ? !earlier.isOmitted : isMarked)) return 'omitted';
    return isChanged ? 'changed' : isMoved[index] ? 'moved' : null;
  };
  const stretches = numberedStretches(elements);
  const present = scenes.flatMap((scene, index): MemoScene[] => {
    const { from = 0, to = 0 } = stretches[index] ?? {};
    const type = typeOf(scene, index, elements.slice(from, to).some(hasMark(marks)));
    return type ? [{ number: scene.number, heading: scene.heading, type }] : [];
  });
  const known = new Set(keys);
  const deleted = [...before].flatMap(([key, { number, heading, isOmitted }]): MemoScene[] =>
    known.has(key) || isOmitted ? [] : [{ number, heading, type: 'omitted' }],
  );
  return [...present, ...deleted];
}

const hasMark = (marks: Marks) => (element: ScriptElement) => {
  const { runs, deletions } = revisionMarksOf(element);
  return runs.some(([, , mark]) => marks.has(mark)) || deletions.some(([, mark]) => marks.has(mark));
};

/** Identify scenes by their locked numbers. */
function numberKeys() {
  return ({ number }: IssuedScene) => number.toUpperCase();
}

/** Identify scenes by heading, because numbers change with each inserted scene. */
function headingKeys() {
  const counts = new Map<string, number>();
  return ({ heading }: IssuedScene) => {
    const count = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, count);
    return `${heading} ${count}`;
  };
}

/** Return for each scene whether it has another place among those that were there before. */
function movedScenes(keys: readonly string[], before: readonly string[]): boolean[] {
  const places = new Map(before.map((key, index) => [key, index]));
  const known = keys.flatMap((key, index) => {
    const place = places.get(key);
    return place === undefined ? [] : [{ index, place }];
  });
  const inOrder = new Set(longestIncreasingSubsequence(known.map(({ place }) => place)));
  const moved = keys.map(() => false);
  for (const [at, { index }] of known.entries()) if (!inOrder.has(at)) moved[index] = true;
  return moved;
}
