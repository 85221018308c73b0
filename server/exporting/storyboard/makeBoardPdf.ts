import {
  type BoardGrid,
  boardFramePosition,
  boardGrid,
  boardMarginPoints,
} from '#screenplay/layout/boardGrid.ts';
import { cellsOf } from '#screenplay/layout/cells.ts';
import { cellPoints, defaultSizePoints } from '#screenplay/layout/metrics.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { needsShaper } from '../pdf/compose.ts';
import { DocumentFonts } from '../pdf/documentFonts.ts';
import { writeInfo, writeXmp } from '../pdf/metadata.ts';
import { PageContent, type Pen, penOf } from '../pdf/pageContent.ts';
import { loadShaper } from '../pdf/shaper.ts';
import { Structure, type StructureNode } from '../pdf/structure.ts';
import { decimal, PdfWriter } from '../pdf/writer.ts';
import type { BoardPicture } from './boardPicture.ts';
import { drawSvg } from './svgDrawing.ts';

/** One scene of a storyboard. */
export interface BoardFrame {
  /** Scene number as in the other exports. Null: it has none. */
  number: string | null;
  heading: string;
  /** "Act 2", "Act 2: The crossing" or "". */
  act: string;
  notes: string;
  /** Null: there is no picture. */
  picture: BoardPicture | null;
}

export interface BoardInput {
  title: string;
  frames: readonly BoardFrame[];
  perPage: number;
  withNotes: boolean;
  /** Aspect ratio of the frames. Pictures are fitted into them uncropped. */
  ratio: number;
  paper: { widthPoints: number; heightPoints: number };
}

const captionSize = 8;
const headSize = 9;
const lineRise = 1.3;
const maxHeadingLines = 2;

/** A picture written to the file. */
interface PlacedPicture {
  id: number;
  width: number;
  height: number;
  /** A form has its own coordinate unit, an image is 1 × 1. */
  isForm: boolean;
}

/** Return the maximum lines of notes under a frame, fewer with more frames per page. */
export function notesLines({ perPage, withNotes }: Pick<BoardInput, 'perPage' | 'withNotes'>): number {
  if (!withNotes) return 0;
  return perPage <= 4 ? 7 : perPage <= 6 ? 5 : 3;
}

/** Return the grid for a page with this number of frames. */
export function boardGridOf(input: Pick<BoardInput, 'perPage' | 'withNotes' | 'paper' | 'ratio'>): BoardGrid {
  const lines = 1 + maxHeadingLines + notesLines(input);
  return boardGrid(input.perPage, input.ratio, lines * captionSize * lineRise + 8, input.paper);
}

/**
 * Create the PDF of a storyboard: whole rows on each page, pictures uncropped, title and page
 * number at the top. The same storyboard always results in the same bytes.
 */
export async function makeBoardPdf(input: BoardInput): Promise<Uint8Array> {
  const { title, frames, perPage } = input;
  const texts = frames.flatMap(({ number, heading, act, notes }) => [number ?? '', heading, act, notes]);
  const shape = [title, ...texts].some(needsShaper) ? await loadShaper() : null;
  const pdf = new PdfWriter();
  const fonts = new DocumentFonts(pdf);
  const structure = new Structure(pdf);
  const pen = penOf(fonts, shape);
  const pictures = frames.map(({ picture }) => picture && writePicture(pdf, picture));
  const grid = boardGridOf(input);
  const pagesId = pdf.reserve();
  const resourcesId = pdf.reserve();
  const count = Math.max(1, Math.ceil(frames.length / perPage));
  const pageIds: number[] = [];
  for (let index = 0; index < count; index++) {
    const id = pdf.reserve();
    pageIds.push(id);
    const page: BoardPage = { input, grid, pen, structure, index, id, count, pictures };
    const contentId = pdf.putStream(Buffer.from(drawPage(page), 'latin1'));
    pdf.put(
      `<</Type/Page/Parent ${pagesId} 0 R/MediaBox[0 0 ${decimal(grid.widthPoints)} ${decimal(grid.heightPoints)}]` +
        `/Resources ${resourcesId} 0 R/Contents ${contentId} 0 R/StructParents ${index}/Tabs/S>>`,
      id,
    );
  }
  pdf.put(`<</Type/Pages/Count ${count}/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]>>`, pagesId);
  const drawn = pictures.filter((picture) => picture !== null);
  const forms = drawn.map(({ id }) => `/X${id} ${id} 0 R`).join('');
  pdf.put(`<</Font<<${fonts.resources}>>/XObject<<${forms}>>>>`, resourcesId);
  fonts.write();
  structure.write();
  const facts = { title: `${title} - Storyboard`, author: '', language: 'en', createdAt: null };
  const catalogId = pdf.put(
    `<</Type/Catalog/Pages ${pagesId} 0 R/Lang(en)/MarkInfo<</Marked true>>` +
      `/StructTreeRoot ${structure.rootId} 0 R/Metadata ${writeXmp(pdf, facts)} 0 R` +
      '/ViewerPreferences<</DisplayDocTitle true>>>>',
  );
  return pdf.finish(catalogId, writeInfo(pdf, facts));
}

function writePicture(pdf: PdfWriter, picture: BoardPicture): PlacedPicture | null {
  if (picture.type === 'svg') {
    const form = drawSvg(picture.svg, pdf);
    return form && { ...form, isForm: true };
  }
  const { bytes, width, height } = picture;
  const id = pdf.putJpeg(
    bytes,
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`,
  );
  return { id, width, height, isForm: false };
}

interface BoardPage {
  input: BoardInput;
  grid: BoardGrid;
  pen: Pen;
  structure: Structure;
  index: number;
  id: number;
  count: number;
  pictures: readonly (PlacedPicture | null)[];
}

function drawPage(page: BoardPage): string {
  const { input, grid, pen, structure, index, id, count } = page;
  const { perPage } = input;
  const text = new PageContent(grid.heightPoints, pen);
  const art: string[] = [];
  const from = index * perPage;
  const frames = input.frames.slice(from, from + perPage);
  drawHead(text, page, frames, count);
  for (const [place, frame] of frames.entries()) {
    const { xPoints, yPoints } = boardFramePosition(grid, place);
    const name = [frame.number, frame.heading].filter(Boolean).join(' ');
    const section = structure.addSection(name);
    const figure = structure.addFigure(`Frame of ${name || 'the opening'}`, section);
    const markId = structure.addPiece(figure, index, id);
    art.push(`/Figure<</MCID ${markId}>>BDC`, ...pictureOf(page, from + place, xPoints, yPoints), 'EMC');
    drawCaption(text, page, frame, section, xPoints, yPoints + grid.pictureHeight);
  }
  return `${art.join('\n')}\n${text.finish()}`;
}

function drawHead(text: PageContent, page: BoardPage, frames: readonly BoardFrame[], count: number): void {
  const { grid, input, index } = page;
  const right = grid.widthPoints - boardMarginPoints;
  const yPoints = boardMarginPoints + headSize;
  text.markArtifact();
  const number = `${index + 1} / ${count}`;
  const acts = [...new Set(frames.map(({ act }) => act).filter(Boolean))];
  const act = acts.length > 1 ? `${acts[0]} to ${acts.at(-1)}` : (acts[0] ?? '');
  const widths = [act, number].map((each) => widthOf(each, headSize));
  const room = right - boardMarginPoints - (widths[0] ?? 0) - (widths[1] ?? 0) - 48;
  const [title = ''] = wrapText(input.title.toUpperCase(), Math.max(60, room), headSize, 1);
  const runs: [string, number, boolean][] = [
    [title, boardMarginPoints, true],
    [act, right - (widths[1] ?? 0) - 24 - (widths[0] ?? 0), false],
    [number, right - (widths[1] ?? 0), false],
  ];
  for (const [words, xPoints, isBold] of runs)
    if (words !== '') text.drawLine([run(words, xPoints, yPoints, headSize, isBold)], words);
}

function drawCaption(
  text: PageContent,
  { grid, structure, input, index, id }: BoardPage,
  { number, heading, act, notes }: BoardFrame,
  section: StructureNode,
  xPoints: number,
  belowPoints: number,
): void {
  const width = grid.cellWidth;
  const title = [number, heading].filter(Boolean).join('  ');
  const lines: [string, boolean, 'H1' | 'P'][] = wrapText(title, width, captionSize, maxHeadingLines).map(
    (line) => [line, true, 'H1'],
  );
  if (act !== '') lines.push([wrapText(act, width, captionSize, 1)[0] ?? '', false, 'P']);
  // Notes may use the room that a short heading leaves.
  const room =
    Math.floor((grid.cellHeight - grid.pictureHeight - 8) / (captionSize * lineRise)) - lines.length;
  const noteLines = input.withNotes ? wrapText(notes, width, captionSize, room) : [];
  for (const line of noteLines) lines.push([line, false, 'P']);
  let yPoints = belowPoints + 4 + captionSize;
  for (const [line, isBold, tag] of lines) {
    text.mark(tag, structure.addPiece(structure.addBlock(tag, section), index, id));
    text.drawLine([run(line, xPoints, yPoints, captionSize, isBold)], line);
    yPoints += captionSize * lineRise;
  }
}

/**
 * Return the commands for a picture fitted into its frame, or an empty frame, with a hairline
 * border.
 */
function pictureOf({ grid, pictures }: BoardPage, index: number, xPoints: number, yPoints: number): string[] {
  const { pictureWidth, pictureHeight } = grid;
  const bottom = grid.heightPoints - yPoints - pictureHeight;
  const box = `${[xPoints, bottom, pictureWidth, pictureHeight].map(decimal).join(' ')} re`;
  const frame = `q .6 G .5 w ${box} S Q`;
  const picture = pictures[index];
  if (!picture) return [frame];
  const scale = Math.min(pictureWidth / picture.width, pictureHeight / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const x = xPoints + (pictureWidth - width) / 2;
  const y = bottom + (pictureHeight - height) / 2;
  // A form has its origin at the top left, an image is one unit in each direction.
  const matrix = picture.isForm ? [scale, 0, 0, -scale, x, y + height] : [width, 0, 0, height, x, y];
  const placed = matrix.map((value) => String(Math.round(value * 100_000) / 100_000)).join(' ');
  return [`q ${placed} cm /X${picture.id} Do Q`, frame];
}

function run(text: string, xPoints: number, yPoints: number, sizePoints: number, isBold: boolean): TextRun {
  const plain = { isItalic: false, isUnderlined: false, role: 'text', elementIndex: null } as const;
  return { ...plain, text, xPoints, yPoints, sizePoints, isBold };
}

function widthOf(text: string, sizePoints: number): number {
  return (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
}

/**
 * Wrap text to lines of at most `widthPoints`, with "…" after the last permitted line. Longer words
 * are broken.
 */
function wrapText(text: string, widthPoints: number, sizePoints: number, maxLines: number): string[] {
  const cells = Math.max(4, Math.floor((widthPoints * defaultSizePoints) / (cellPoints * sizePoints)));
  const words = text.split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (lines.length > maxLines) break;
    const longer = line === '' ? word : `${line} ${word}`;
    if (cellsOf(longer) <= cells) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (cellsOf(line) > cells && lines.length <= maxLines) {
      const head = headOf(line, cells);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  const visibleLines = lines.slice(0, maxLines);
  const last = visibleLines.at(-1);
  if (last !== undefined) visibleLines[visibleLines.length - 1] = `${headOf(last, cells - 1).trimEnd()}…`;
  return visibleLines;
}

/** Return the beginning of a text that fits into `cells`. */
function headOf(text: string, cells: number): string {
  let head = '';
  for (const letter of text) {
    if (head !== '' && cellsOf(head + letter) > cells) break;
    head += letter;
  }
  return head;
}
