import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { defaultSceneContinueds, type ParagraphStyle, type ScriptFormat } from '#screenplay/format.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { PositionedPage, PositionedRun } from '#screenplay/pdfImport/positionedText.ts';
import { readPrintedScript } from '#screenplay/pdfImport/readPrintedScript.ts';
import { isTaggedFrontPage } from '#screenplay/pdfImport/taggedElements.ts';
import type { ParseResult, Screenplay } from '#screenplay/screenplay.ts';
import { makePdf } from '#server/exporting/pdf/makePdf.ts';
import { readPdf } from '#server/importing/pdf/readPdf.ts';
import { readPdfPages } from '#server/importing/pdf/readPdfPages.ts';
import { openBrowser } from './browser.ts';
import { corpusPath, hasCorpus } from './corpus.ts';
import { type ImportScore, scoreImport, wordsOfText } from './importScore.ts';
import type { Row } from './measure.ts';
import { afterwritingPdf } from './peers.ts';
import { printLikeBetterFountain } from './printers/betterFountain.ts';
import { printInBrowser } from './printers/browserPrint.ts';
import { elementsOfScreenplain, printLikeScreenplain } from './printers/screenplain.ts';

/*
 * Prints the test scripts in several layouts and with afterwriting, imports the PDFs, and compares
 * the elements. Our own are also read without their tags, like the prints of other programs.
 * VERBOSE=1 prints the differences, ONLY=name selects scripts, UNTAGGED=1 leaves out the tags.
 */
/**
 * Add what productions print on pages: a header, (CONTINUED), revision stars and a watermark; and
 * move everything, as a print on punched paper.
 */
function asProduction(pages: readonly PositionedPage[], titlePages: number): PositionedPage[] {
  return pages.map((page, index) => {
    if (index < titlePages) return page;
    const made = (text: string, xPoints: number, yPoints: number, more = {}): PositionedRun => {
      const style = { isBold: false, isItalic: false, isUnderlined: false, isStruck: false };
      const place = { text, xPoints, yPoints, widthPoints: text.length * 7.2, sizePoints: 12 };
      return { ...place, ...style, isRightToLeft: false, isRotated: false, tag: null, markId: 0, ...more };
    };
    const body = page.runs.filter(({ yPoints }) => yPoints > 60);
    const bottom = Math.max(81, ...body.map(({ yPoints }) => yPoints));
    const stars = [...new Set(body.map(({ yPoints }) => yPoints))].filter((_, at) => at % 3 === 0);
    const runs = [
      ...page.runs,
      made(`Pink Rev. ${index}/11/26`, 200, 45),
      ...stars.map((yPoints) => made('*', 565, yPoints)),
      ...(bottom < page.heightPoints - 90 ? [made('(CONTINUED)', 468, bottom + 24)] : []),
      made('Tobias Rehn', 250, 420, { isRotated: true, sizePoints: 60 }),
    ];
    return {
      ...page,
      runs: runs.map((run) => ({ ...run, xPoints: run.xPoints + 12, tag: null, markId: 0 })),
    };
  });
}

const layouts: [name: string, change: (script: Screenplay) => Screenplay][] = [
  ['as in the file', (script) => script],
  ['A4, numbers', (script) => withFormat(script, { paper: 'a4', sceneNumbersShown: true })],
  ['two columns, CONTINUED', (script) => withFormat(script, twoColumns)],
  ['narrow, double-spaced speeches', (script) => withFormat(script, narrow(script))],
];

const twoColumns: Partial<ScriptFormat> = {
  hasTwoColumns: true,
  sceneContinueds: { ...defaultSceneContinueds, isBottomShown: true, isTopShown: true, isNumbered: true },
};

/** Return a layout that breaks lines and pages in most elements. */
function narrow({ format }: Screenplay): Partial<ScriptFormat> {
  const styles = Object.entries(format.styles).map(([name, style]): [string, ParagraphStyle] => [
    name,
    {
      ...style,
      rightInches: Math.max(style.leftInches + 1.6, style.rightInches - 1),
      spacing: name === 'Dialogue' ? 2 : style.spacing,
    },
  ]);
  return { styles: Object.fromEntries(styles), hasExactLines: true, bottomMarginPoints: 216 };
}

function withFormat(script: Screenplay, format: Partial<Screenplay['format']>): Screenplay {
  return { ...script, format: { ...script.format, ...format } };
}

interface Sum {
  right: number;
  total: number;
  lost: number;
  /** Right if line breaks and double spaces count as a space. */
  rightWords: number;
  totalWords: number;
  files: number;
}

export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  if (!hasCorpus) return [];
  const sums = new Map<string, Sum>();
  const browser = await openBrowser();
  const names = readdirSync(corpusPath('.')).filter((name) => name.includes(process.env.ONLY ?? ''));
  for (const name of names) {
    const bytes = readFileSync(corpusPath(name));
    const parsed = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes);
    if (!parsed.ok) continue;
    for (const [layout, change] of layouts) {
      const script = change(parsed.screenplay);
      const pdf = await makePdf({ ...script, title: 'Script' });
      const pages = await readPdfPages(pdf);
      if (!process.env.UNTAGGED) add(sums, `ours, ${layout}`, name, script, readPrintedScript(pages));
      const untagged = pages.map((page) => ({
        ...page,
        runs: page.runs.map((run) => ({ ...run, tag: null, markId: 0 })),
      }));
      const read = readPrintedScript(untagged);
      add(sums, `ours without tags, ${layout}`, name, script, read);
      // Only Final Draft writes its settings into a file. Its prints have the same positions.
      if (bytes.includes('<ElementSettings')) add(sums, `Final Draft's files, ${layout}`, name, script, read);
      const titlePages = pages.filter(isTaggedFrontPage).length;
      const production = asProduction(pages, titlePages);
      add(sums, `ours without tags, ${layout}, production`, name, script, readPrintedScript(production));
    }
    const { screenplay } = parsed;
    const printedBy = (program: string, print: PositionedPage[], elements = screenplay.elements) =>
      add(sums, program, name, { ...screenplay, elements }, readPrintedScript(print));
    printedBy('placed like screenplain', printLikeScreenplain(screenplay), elementsOfScreenplain(screenplay));
    printedBy('placed like Better Fountain', printLikeBetterFountain(screenplay));
    printedBy('our web page, printed', await readPdfPages(await printInBrowser(browser, screenplay)));
    if (hasPeers && name.endsWith('.fountain')) {
      const print = printWithAfterwriting(name);
      const read = print && (await readPdf(print));
      // Its prints of some small files are empty.
      if (print && read?.ok) {
        const printed = countPrintedWords(await readPdfPages(print));
        add(sums, 'afterwriting', name, parsed.screenplay, read, printed);
      }
    }
  }
  await browser.close();
  return [...sums].flatMap(([name, { right, total, rightWords, totalWords, lost, files }]): Row[] => [
    { name: `${name}: F1 of ${files} prints`, figure: (200 * right) / total, unit: '%', of: 'ours' },
    {
      name: `${name}: the same, any white space`,
      figure: (200 * rightWords) / totalWords,
      unit: '%',
      of: 'ours',
    },
    { name: `${name}: words lost`, figure: lost, unit: 'count', of: 'ours' },
  ]);
}

function printWithAfterwriting(name: string): Uint8Array | null {
  const folder = mkdtempSync(join(tmpdir(), 'prints-'));
  try {
    afterwritingPdf(corpusPath(name), join(folder, 'print.pdf'));
    return readFileSync(join(folder, 'print.pdf'));
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Return how often each word is in a print. Other programs leave out letters and notes. */
function countPrintedWords(pages: readonly PositionedPage[]): ReadonlyMap<string, number> {
  return countWords(pages.flatMap(({ runs }) => runs.map(({ text }) => text)));
}

function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(wordsOfText)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Add the score of a print. A word is lost only if it is `printed` more often than it was read.
 */
function add(
  sums: Map<string, Sum>,
  print: string,
  name: string,
  script: Screenplay,
  read: ParseResult,
  printed?: ReadonlyMap<string, number>,
): void {
  if (!read.ok) throw new Error(`${name}: ${read.message}`);
  const whole = scoreImport(script, read.screenplay);
  const found = countWords(read.screenplay.elements.map(({ content }) => content));
  const isPrinted = (word: string) => !printed || (printed.get(word) ?? 0) > (found.get(word) ?? 0);
  const score = { ...whole, wordsLost: whole.wordsLost.filter(isPrinted) };
  const words = scoreImport(inSingleSpaces(script), inSingleSpaces(read.screenplay));
  const sum = sums.get(print) ?? { right: 0, total: 0, lost: 0, files: 0, rightWords: 0, totalWords: 0 };
  const rightOf = ({ byType }: ImportScore) =>
    Object.values(byType).reduce((all, { right }) => all + right, 0);
  const totalOf = ({ byType }: ImportScore) =>
    Object.values(byType).reduce((all, { expected, found }) => all + expected + found, 0);
  sums.set(print, {
    right: sum.right + rightOf(score),
    total: sum.total + totalOf(score),
    rightWords: sum.rightWords + rightOf(words),
    totalWords: sum.totalWords + totalOf(words),
    lost: sum.lost + score.wordsLost.length,
    files: sum.files + 1,
  });
  if (process.env.VERBOSE) printDifferences(print, name, score);
}

/** Replace white space in all elements by single spaces. */
function inSingleSpaces(script: Screenplay): Screenplay {
  const elements = script.elements.map((element) => ({
    ...element,
    content: element.content.replace(/\s+/g, ' '),
  }));
  return { ...script, elements };
}

function printDifferences(print: string, name: string, score: ImportScore): void {
  if (score.f1 === 1 && score.wordsLost.length === 0) return;
  console.log(`${name}, ${print}: ${score.f1.toFixed(4)}, lost ${score.wordsLost.slice(0, 20).join(' ')}`);
  for (const text of score.missing.slice(0, 30)) console.log(`  - ${JSON.stringify(text)}`);
  for (const text of score.wrong.slice(0, 30)) console.log(`  + ${JSON.stringify(text)}`);
}
