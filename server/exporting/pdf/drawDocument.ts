import type { ScriptElement } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { cellsOf } from '#screenplay/layout/cells.ts';
import { cellPoints, defaultSizePoints } from '#screenplay/layout/metrics.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { titleTag, writePieceTag } from '#screenplay/pdfImport/pieceTags.ts';
import type { CrossLine, MarkedArea } from '#screenplay/printing/printedSides.ts';
import { styles } from '#screenplay/styled.ts';
import { DocumentFonts } from './documentFonts.ts';
import { type DocumentFacts, writeInfo, writeXmp } from './metadata.ts';
import { writeOutline } from './outline.ts';
import { PageContent, type Pen, penOf } from './pageContent.ts';
import { drawAcross, drawAreas, drawLines, drawPaper } from './pageMarks.ts';
import { type BookmarkedPage, ScriptStructure } from './scriptStructure.ts';
import type { Shape } from './shaper.ts';
import { Structure, type StructureNode } from './structure.ts';
import { decimal, PdfWriter, textString } from './writer.ts';

/** A page: its text, and what is drawn behind and over it. */
export interface PdfPage {
  runs: readonly TextRun[];
  areas?: readonly MarkedArea[];
  lines?: readonly CrossLine[];
  /** Colour of the paper, as #rrggbb. Missing: white. */
  paperColor?: string;
  /** Label of the page in programs that show the file. Missing: counted from 1. */
  label?: string;
}

/** Input of a document: placed text and the elements it belongs to. */
export interface DrawnDocument {
  /** The title pages first, then the script's pages. */
  pages: Iterable<PdfPage>;
  titlePages: number;
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  widthPoints: number;
  heightPoints: number;
  facts: DocumentFacts;
  /** Null if no text needs it. */
  shape: Shape | null;
  /** Text across each page; "" for none. */
  across?: string;
  /** Whether only parts of the script are printed, so that there are no bookmarks. */
  isPart?: boolean;
}

export function drawDocument(document: DrawnDocument): Uint8Array {
  const { facts, titlePages } = document;
  const pdf = new PdfWriter();
  const fonts = new DocumentFonts(pdf);
  const structure = new Structure(pdf);
  const script = new ScriptStructure(document.elements, structure);
  const pagesId = pdf.reserve();
  const resourcesId = pdf.reserve();
  const pen = penOf(fonts, document.shape);
  const size = `${decimal(document.widthPoints)} ${decimal(document.heightPoints)}`;

  const pageIds: number[] = [];
  const labels: string[] = [];
  const across = drawAcross(document.across ?? '', document, pen);
  for (const { runs, areas = [], lines = [], label, paperColor = null } of document.pages) {
    const id = pdf.reserve();
    const index = pageIds.push(id) - 1;
    if (label !== undefined) labels[index] = label;
    const page = { runs, index, id, heightPoints: document.heightPoints };
    const text = drawPage(page, document, pen, structure, script);
    const over = drawLines(lines, document);
    const content = `${drawPaper(paperColor, document)}${across}${drawAreas(areas, document)}${text}${over && `\n${over}`}`;
    const contentId = pdf.putStream(Buffer.from(content, 'latin1'));
    pdf.put(
      `<</Type/Page/Parent ${pagesId} 0 R/MediaBox[0 0 ${size}]/Resources ${resourcesId} 0 R` +
        `/Contents ${contentId} 0 R/StructParents ${index}/Tabs/S>>`,
      id,
    );
  }
  const lastPage = { id: pageIds.at(-1) ?? 0, heightPoints: document.heightPoints };
  const outlineId = document.isPart ? null : writeOutline(pdf, script.bookmarks(lastPage));
  pdf.put(
    `<</Type/Pages/Count ${pageIds.length}/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]>>`,
    pagesId,
  );
  pdf.put(`<</Font<<${fonts.resources}>>>>`, resourcesId);
  fonts.write();
  structure.write();
  const catalogId = pdf.put(
    `<</Type/Catalog/Pages ${pagesId} 0 R/Lang ${textString(facts.language)}/MarkInfo<</Marked true>>` +
      `/StructTreeRoot ${structure.rootId} 0 R/Metadata ${writeXmp(pdf, facts)} 0 R` +
      `/ViewerPreferences<</DisplayDocTitle true>>` +
      `/PageLabels<</Nums[0<<>>${pageLabelEntries(labels, titlePages, pageIds.length)}]>>` +
      `${outlineId === null ? '' : `/Outlines ${outlineId} 0 R`}>>`,
  );
  return pdf.finish(catalogId, writeInfo(pdf, facts));
}

/** Return the labels of pages. Title pages have none. The script's pages count from 1 without. */
function pageLabelEntries(labels: readonly string[], titlePages: number, pages: number): string {
  if (labels.length === 0) return pages > titlePages ? `${titlePages}<</S/D>>` : '';
  return labels.map((label, index) => `${index}<</P${textString(label)}>>`).join('');
}

interface DrawnPage extends BookmarkedPage {
  runs: readonly TextRun[];
  /** 0 is the first title page. */
  index: number;
}

/** Return the drawing commands of a page, and add its parts to the structure. */
function drawPage(
  page: DrawnPage,
  { elements, format }: DrawnDocument,
  pen: Pen,
  structure: Structure,
  script: ScriptStructure,
): string {
  const { runs } = page;
  const content = new PageContent(page.heightPoints, pen);
  let marked: unknown;
  let block: StructureNode | null = null;
  for (let from = 0; from < runs.length; ) {
    const first = runs[from] as TextRun;
    let to = from + 1;
    while (to < runs.length && continues(runs[to - 1] as TextRun, runs[to] as TextRun)) to++;
    const line = runs.slice(from, to);
    from = to;
    const owner = ownerOf(first);
    const element = first.elementIndex === null ? undefined : elements[first.elementIndex];
    if (owner !== marked || (element && owner !== 'page' && first.spaceBefore !== undefined)) {
      marked = owner;
      block = owner === 'page' ? null : script.blockOf(first, page);
      if (!block) content.markArtifact();
      else {
        const markId = structure.addPiece(block, page.index, page.id);
        content.mark(element ? tagOf(element, format, first, !block.hasText) : titleTag, markId);
      }
    }
    if (block && line.some(({ text }) => text.trim() !== '')) block.hasText = true;
    content.drawLine(line, element?.content ?? first.text);
  }
  return content.finish();
}

/** Return the tag of a piece, from which an import of the PDF reads the element. */
function tagOf(
  element: ScriptElement,
  format: ScriptFormat,
  { spaceBefore }: TextRun,
  isStart: boolean,
): string {
  const box = boxOf(element, format);
  return writePieceTag({
    type: element.elementType,
    dual: element.dual,
    originalType: element.originalType,
    styles: styles.filter((style) => box[style]),
    isCentred: element.extras?.layout?.alignment === 'Center',
    isStart,
    space: spaceBefore ?? (isStart ? '' : ' '),
  });
}

/** Return whether `run` continues where `before` ends. */
function continues(before: TextRun, run: TextRun): boolean {
  return (
    before.yPoints === run.yPoints &&
    before.elementIndex === run.elementIndex &&
    before.role === run.role &&
    before.sizePoints === run.sizePoints &&
    (run.isRightToLeft
      ? Math.abs(run.xPoints + widthOf(run) - before.xPoints) < 0.1
      : Math.abs(before.xPoints + widthOf(before) - run.xPoints) < 0.1)
  );
}

function widthOf({ text, sizePoints = defaultSizePoints }: TextRun): number {
  return (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
}

/** Return the owner of a run: its element, its line of the title page, or the page. */
function ownerOf(run: TextRun): unknown {
  if (run.role === 'title-page') return run;
  return run.role === 'text' && run.elementIndex !== null ? run.elementIndex : 'page';
}
