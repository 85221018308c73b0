import { insertedLabels } from './insertedLabels.ts';

/**
 * Return the labels of all pages. `lockedPages` has the index of the issued label for each page,
 * and null for a page with text that no longer fits on the one before. Issued labels never change.
 * Source: docs/decisions/0109, "Labels".
 */
export function pageLabels(issued: readonly string[], lockedPages: readonly (number | null)[]): string[] {
  const taken = new Set(issued.map((label) => label.toUpperCase()));
  const labels: string[] = [];
  let from = 0;
  while (from < lockedPages.length) {
    let to = from + 1;
    while (to < lockedPages.length && lockedPages[to] === null) to++;
    // Labels of pages that are gone join the page before, or the first page of the script.
    const first = from === 0 ? 0 : (lockedPages[from] ?? 0);
    const next = lockedPages[to] ?? issued.length;
    const label = rangeLabel(issued[first] ?? `${from + 1}`, issued[next - 1]);
    labels.push(label);
    const after = issued[next];
    const overflow = insertedLabels(partsOfRange(label)[1], after && partsOfRange(after)[0], taken);
    for (let page = from + 1; page < to; page++) labels.push(overflow.next().value);
    from = to;
  }
  return labels;
}

/** Return the label of a page with that of the last page that joined it, such as 23-24. */
function rangeLabel(label: string, last: string | undefined): string {
  if (last === undefined || last === label) return label;
  return `${partsOfRange(label)[0]}-${partsOfRange(last)[1]}`;
}

/** Return the first and the last label of a range; both are the same for a single label. */
export function partsOfRange(label: string): [first: string, last: string] {
  const match = /^(\w*\d\w*)-(\w*\d\w*)$/.exec(label);
  return match ? [match[1] as string, match[2] as string] : [label, label];
}
