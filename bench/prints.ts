import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { pageOf } from '#screenplay/layout/pieces.ts';
import { placePage } from '#screenplay/layout/place.ts';
import { placeTitlePages } from '#screenplay/layout/titlePage.ts';
import type { Pagination, TextRun } from '#screenplay/layout/types.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { corpusBytes } from './corpus.ts';
import type { Row } from './measure.ts';

/*
 * Compares our pages with Final Draft's for the test scripts: the page of each scene, and for every
 * page its first, second and last line, its number of slots, its page number, and whether it ends
 * with (MORE). Differences are printed.
 */
const folder = process.env.CORPUS_DIR ?? '../shared/corpus';

interface Print {
  fdx: string | null;
  fountain: string | null;
  pages: PrintedPage[];
}

interface PrintedPage {
  firstLine: string;
  secondLine: string;
  lastLine: string;
  slots?: number;
  printedNumber?: string | null;
  more?: boolean;
}

interface Truth {
  pdf: Print[];
  fdPagesJson: Print[];
  scenePages: { fdx: string; app: string; scenes: { i: number; page: string }[] }[];
}

export async function run(): Promise<Row[]> {
  const file = join(folder, 'page-truth.json');
  if (!existsSync(file)) return [];
  const truth = JSON.parse(readFileSync(file, 'utf8')) as Truth;
  return [
    ...truth.scenePages.map(({ fdx, app, scenes }) => sceneRow(fdx, app, scenes)),
    // For these only the text is known, in extraction order and enciphered.
    ...[...truth.pdf, ...truth.fdPagesJson].flatMap((print) =>
      print.fdx === null ? [] : [printRow(print.fdx, print.pages)],
    ),
  ];
}

function read(name: string): { screenplay: Screenplay; pagination: Pagination } {
  const bytes = corpusBytes(name);
  const result = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes);
  if (!result.ok) throw new Error(`${name}: ${result.message}`);
  const { screenplay } = result;
  const elements = screenplay.elements.map((element) => ({
    ...element,
    content: deciphered(element.content),
  }));
  return { screenplay, pagination: paginate(elements, screenplay.format) };
}

/** Decipher a script whose letters were replaced; these have a meaning for pagination. */
function deciphered(text: string): string {
  return text.replaceAll('(H.R.)', '(V.O.)').replaceAll("(OWEP'Z)", "(CONT'D)");
}

function sceneRow(fdx: string, app: string, scenes: { i: number; page: string }[]): Row {
  const { pagination } = read(fdx);
  const numbers: number[] = [];
  let before = 0;
  for (const { extras } of pagination.elements) {
    before += extras?.blanksBefore?.length ?? 0;
    numbers.push(before++);
  }
  const known = scenes.filter(({ i }) => numbers.includes(i));
  const right = known.filter(({ i, page }) => String(pageOf(pagination, numbers.indexOf(i)) + 1) === page);
  return row(`${fdx} (${app}): scenes on the stored page`, right.length, known.length);
}

function printRow(fdx: string, pages: readonly PrintedPage[]): Row {
  const { screenplay, pagination } = read(fdx);
  const { format, titlePage } = screenplay;
  const ours = [
    ...placeTitlePages(titlePage, format),
    ...pagination.pages.map((_, index) => placePage(pagination, index)),
  ];
  let [wanted, found] = [1, ours.length === pages.length ? 1 : 0];
  for (const [index, theirs] of pages.entries()) {
    const page = pageOfRuns(ours[index] ?? [], format.topMarginPoints, theirs);
    for (const [what, own, other] of page) {
      if (other === undefined || isUnknown(theirs, what, pages)) continue;
      wanted++;
      if (squeezed(own) === squeezed(other)) found++;
      else console.error(`  ${fdx}, page ${index + 1}, ${what}: ${own} for ${other}`);
    }
  }
  return row(`${fdx}: lines, slots and numbers as printed`, found, wanted);
}

type Compared = [what: string, own: unknown, theirs: unknown];

function pageOfRuns(runs: readonly TextRun[], topPoints: number, theirs: PrintedPage): Compared[] {
  const body = runs.filter(({ role }) => role !== 'page-number' && role !== 'scene-number');
  const heights = [...new Set(body.map(({ yPoints }) => Math.round(yPoints * 10)))].sort((a, b) => a - b);
  const line = (height: number | undefined) =>
    body
      .filter(({ yPoints }) => Math.round(yPoints * 10) === height)
      .sort((a, b) => a.xPoints - b.xPoints)
      .map(({ text }) => text)
      .join(' ');
  const last = (heights.at(-1) ?? 0) / 10;
  // Slots count from the first line where that is a repeated cue above the page.
  const above = (heights[0] ?? 0) / 10 < topPoints ? 1 : 0;
  const number = runs.filter(({ role }) => role === 'page-number').map(({ text }) => text.trim());
  return [
    ['first line', line(heights[0]), theirs.firstLine],
    ['second line', line(heights[1]), theirs.secondLine],
    ['last line', line(heights.at(-1)), theirs.lastLine],
    ['slots', Math.round((last - 9 - topPoints) / 12) + 1 + above, theirs.slots],
    ['(MORE)', body.some(({ role }) => role === 'more'), theirs.more],
    ['number', number.join('') || null, theirs.printedNumber],
  ];
}

/**
 * Telephone numbers were overwritten in the files, and in text without positions (MORE) may be
 * anywhere.
 */
function isUnknown(theirs: PrintedPage, what: string, pages: readonly PrintedPage[]): boolean {
  if (what === 'last line' && theirs === pages[0]) return /^[\d-]+$/.test(theirs.lastLine);
  return what === 'last line' && theirs.slots === undefined && theirs.more === true;
}

function squeezed(value: unknown): unknown {
  return typeof value === 'string' ? deciphered(value).replace(/\s+/g, '') : value;
}

function row(name: string, found: number, wanted: number): Row {
  return { name: `${name} (${found} of ${wanted})`, figure: (100 * found) / wanted, unit: '%', of: 'ours' };
}
