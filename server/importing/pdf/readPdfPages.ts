import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PositionedPage, PositionedRun } from '#screenplay/pdfImport/positionedText.ts';
import { rulesOf, withRules } from './ruleMarks.ts';

/** Limits of a PDF: far above any script, so that reading is bounded in time and memory. */
const limits = { pages: 1500, runsOfPage: 20_000, characters: 5_000_000, ms: 20_000 };

export const pdfTexts = {
  encrypted:
    'The PDF is protected by a password. Open it, save or print it as a PDF without one, and import that file.',
  damaged: 'The PDF is damaged. Export it once more from the program that made it.',
  scan: 'The PDF contains pictures of pages and no text, like a scan. Run text recognition (OCR) on it first, or import the file of the program in which the script was written.',
  noLetters:
    'The PDF does not say which letters its characters are. Export it once more, or import the file of the program in which the script was written.',
  tooLarge: 'The PDF has too many pages or too much on a page for a script.',
  tooSlow: 'The PDF takes too long to read. Export it once more from the program that made it.',
} as const;

/** The reason why a PDF cannot be read. */
export class PdfError extends Error {}

const fontFolder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folderUrl = (name: string) => `${pathToFileURL(path.join(fontFolder, name)).href}/`;

/**
 * Read all text of a PDF with its positions and styles. Throws PdfError with a text for the user.
 * Slow: call it in a thread.
 */
export async function readPdfPages(bytes: Uint8Array): Promise<PositionedPage[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    fontExtraProperties: true,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    // Pictures are not needed.
    maxImageSize: 1,
    isOffscreenCanvasSupported: false,
    cMapUrl: folderUrl('cmaps'),
    standardFontDataUrl: folderUrl('standard_fonts'),
  });
  try {
    return await pagesOf(await task.promise);
  } catch (error) {
    throw error instanceof PdfError ? error : new PdfError(reasonOf(error));
  } finally {
    await task.destroy();
  }
}

function reasonOf(error: unknown): string {
  const isLocked = error instanceof Error && error.name === 'PasswordException';
  return isLocked ? pdfTexts.encrypted : pdfTexts.damaged;
}

async function pagesOf(document: PDFDocumentProxy): Promise<PositionedPage[]> {
  if (document.numPages > limits.pages) throw new PdfError(pdfTexts.tooLarge);
  const deadline = performance.now() + limits.ms;
  const pages: PositionedPage[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const read = await readPage(page);
    page.cleanup();
    if (performance.now() > deadline) throw new PdfError(pdfTexts.tooSlow);
    for (const { text } of read.runs) characters += text.length;
    if (characters > limits.characters || read.runs.length > limits.runsOfPage)
      throw new PdfError(pdfTexts.tooLarge);
    pages.push(read);
  }
  checkLetters(pages);
  return pages;
}

const unreadableLetter = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;

/** Throw if the pages have no text, or text whose letters are not known. */
function checkLetters(pages: readonly PositionedPage[]): void {
  const text = pages.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
  const letters = text.replace(/\s/g, '').length;
  if (letters === 0 || letters < 12 * (pages.length - 1)) throw new PdfError(pdfTexts.scan);
  if ((text.match(unreadableLetter)?.length ?? 0) > letters * 0.2) throw new PdfError(pdfTexts.noLetters);
}

async function readPage(page: PDFPageProxy): Promise<PositionedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const [a, b, c, d, e, f] = viewport.transform as [number, number, number, number, number, number];
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  // Fonts are known, and lines under words, once the drawing commands have been read.
  const operators = await page.getOperatorList();
  const styles = fontStyles(page);
  const runs: PositionedRun[] = [];
  const tags: { tag: string | null; markId: number }[] = [];
  let lastMark = 0;
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') tags.pop();
      else tags.push({ tag: (item as { tag?: string }).tag ?? null, markId: ++lastMark });
      continue;
    }
    const text = item.str.replaceAll('\0', '');
    if (text.trim() === '') continue;
    const [ta, tb, , td, te, tf] = item.transform as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    runs.push({
      text,
      xPoints: a * te + c * tf + e,
      yPoints: b * te + d * tf + f,
      widthPoints: item.width,
      sizePoints: Math.hypot(tb, td) || item.height,
      ...styles(item.fontName),
      isUnderlined: false,
      isStruck: false,
      isRightToLeft: item.dir === 'rtl',
      isRotated: Math.abs(a * tb + b * ta) > 0.02 * Math.hypot(ta, tb) || a * ta < 0,
      ...(tags.at(-1) ?? { tag: null, markId: 0 }),
    });
  }
  const { width: widthPoints, height: heightPoints } = viewport;
  const rules = a === 1 && d === -1 ? rulesOf(operators) : [];
  return { widthPoints, heightPoints, runs: withRules(runs, rules, f) };
}

/** Return a function that reads weight and slant from the names of the page's fonts. */
function fontStyles(page: PDFPageProxy) {
  const known = new Map<string, { isBold: boolean; isItalic: boolean }>();
  return (id: string) => {
    let style = known.get(id);
    if (!style) {
      const font = page.commonObjs.has(id)
        ? (page.commonObjs.get(id) as { name?: string; bold?: boolean; italic?: boolean; black?: boolean })
        : {};
      const name = font.name ?? '';
      style = {
        isBold: /bold|black|heavy|demi/i.test(name) || font.black === true || font.bold === true,
        isItalic: /ital|obliq|slanted/i.test(name) || font.italic === true,
      };
      known.set(id, style);
    }
    return style;
  };
}
