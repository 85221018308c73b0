import type { TextRun } from '../layout/types.ts';
import type { LabelledPage } from '../printing/printedScript.ts';
import type { ChangeMemo } from './changeMemo.ts';
import type { MemoText } from './memoText.ts';

/** Parts of an issue that a recipient can get. */
export const issueParts = ['revised', 'script', 'memo'] as const;
export type IssuePart = (typeof issueParts)[number];

/** Print of an issue. */
export interface IssuePrint {
  part: IssuePart;
  memo: MemoText;
  /** Name and day of the revision, for pages whose header does not have them; "" for none. */
  header: string;
  /** Colour of the paper of changed pages, as #rrggbb; null for white. */
  paperColor: string | null;
}

/** Return the labels of the pages to print; null for all pages. */
function labelsToPrint(part: IssuePart, { isFullDraft, pages }: ChangeMemo): ReadonlySet<string> | null {
  if (part === 'memo') return new Set();
  return part === 'script' || isFullDraft ? null : new Set(pages.map(({ label }) => label));
}

/** A page of an issue, with the colour of its paper. */
export type IssuedPrintPage = LabelledPage & { paperColor?: string };

/** Yield the pages of an issue. `pages` are those of the whole script. */
export function* issuedPages(
  pages: Iterable<LabelledPage>,
  { part, memo: { memo }, header, paperColor }: IssuePrint,
): Generator<IssuedPrintPage> {
  const printed = labelsToPrint(part, memo);
  const types = new Map(memo.pages.map(({ label, type }) => [label, type]));
  for (const page of pages) {
    if (printed && !printed.has(page.label)) continue;
    const type = types.get(page.label);
    const isRevised = type !== undefined && type !== 'adjacent';
    if (!isRevised) yield page;
    else {
      const color = paperColor === null ? {} : { paperColor };
      yield { ...page, runs: withHeader(page.runs, header), ...color };
    }
  }
}

const headerSizePoints = 8;
const headerTopPoints = 26;
const headerLeftPoints = 108;

/** Add name and day of a revision to a page, unless its header has them. */
function withHeader(runs: readonly TextRun[], header: string): TextRun[] {
  const [name = ''] = header.split(',');
  const isThere = runs.some(({ text, role }) => role === 'page-number' && text.includes(name));
  if (header === '' || isThere) return [...runs];
  const run: TextRun = {
    text: header,
    ...{ isBold: false, isItalic: false, isUnderlined: false },
    ...{ xPoints: headerLeftPoints, yPoints: headerTopPoints, sizePoints: headerSizePoints },
    ...{ role: 'page-number', elementIndex: null },
  };
  return [run, ...runs];
}
