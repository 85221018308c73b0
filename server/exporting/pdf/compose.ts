import { baseDirectionOf } from '#screenplay/baseDirection.ts';
import { cellsOfCodePoint } from '#screenplay/layout/cells.ts';
import { cellPoints } from '#screenplay/layout/metrics.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { hasRightToLeft, levelsOf, mirrored, visualOrder } from './bidi.ts';
import type { FontStyle } from './catalogue.ts';
import type { DocumentFonts, Face } from './documentFonts.ts';
import type { Shape } from './shaper.ts';

/** Glyphs of one face in a row from x. `show` holds operands of TJ, each part with its rise. */
export interface GlyphRow {
  face: Face;
  xPoints: number;
  /** 1, or less if glyphs are narrowed to fit their cells. */
  widthScale: number;
  parts: { show: string; riseUnits: number }[];
}

/** Characters that are drawn as one: a base with its marks, or an emoji sequence. */
interface Cluster {
  letters: string;
  /** Offset in the line in UTF-16 units. */
  at: number;
  cells: number;
  level: number;
  style: FontStyle;
  xPoints: number;
  face: Face;
  /** True: set together with its neighbours, at the widths of the face. */
  isJoined: boolean;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const joinedScripts = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}]/u;
const blank = /^[\s\p{Cf}\p{Cc}\p{Z}]*$/u;

export function fontStyleOf(run: TextRun): FontStyle {
  return ((run.isBold ? 1 : 0) + (run.isItalic ? 2 : 0)) as FontStyle;
}

/**
 * Return whether the shaper must be loaded for this text: for everything except Latin and common
 * symbols.
 */
export function needsShaper(text: string): boolean {
  return /[^\0-\u02ff\u2000-\u23ff\u2500-\u25ff]/.test(text);
}

/**
 * Compose a line that Courier Prime alone cannot print. Right-to-left text is put into visual
 * order. Every character is placed in its cells, as in line breaking, with the first face that has
 * it. Words of joined scripts are shaped as a whole, at the widths of their face. `runs` are
 * adjacent runs of one line, `paragraph` is the text that contains the line.
 */
export function composeLine(
  runs: readonly TextRun[],
  paragraph: string,
  fonts: DocumentFonts,
  shape: Shape | null,
): GlyphRow[] {
  const line = runs.map(({ text }) => text).join('');
  let clusters = clustersOf(runs, fonts);
  const direction = baseDirectionOf(paragraph);
  if (direction === 'rtl' || hasRightToLeft(line))
    clusters = toVisualOrder(clusters, levelsOf(line, direction));
  const rows: ComposedRow[] = [];
  for (let from = 0; from < clusters.length; ) {
    let to = from + 1;
    while (to < clusters.length && belongTogether(clusters[to - 1] as Cluster, clusters[to] as Cluster)) to++;
    const row = clusters.slice(from, to);
    from = to;
    const [first] = row;
    const roomPoints = row.reduce((sum, { cells }) => sum + cells, 0) * cellPoints;
    if (shape && first && (first.isJoined || isComposed(first))) {
      const shaped = shapedRow(row, first, shape);
      rows.push({ ...shaped, roomPoints, widthPoints: first.isJoined ? shaped.widthPoints : null });
    } else if (first) rows.push({ ...cellRow(row, first), roomPoints, widthPoints: null });
  }
  closeUp(rows, runs[0]?.isFlushRight ?? false);
  return rows;
}

/** A row with the width of its cells. */
interface ComposedRow extends GlyphRow {
  roomPoints: number;
  /** Natural width of joined text. Null: characters in cells. */
  widthPoints: number | null;
}

/**
 * Place words of joined scripts next to each other at their natural width, without the gaps of
 * their cells. If the cells of the line are too few, narrow all words by the same factor. A line
 * that is flush right then ends where its cells end.
 */
function closeUp(rows: ComposedRow[], isFlushRight: boolean): void {
  const naturalWidth = rows.reduce((sum, { widthPoints }) => sum + (widthPoints ?? 0), 0);
  if (naturalWidth === 0) return;
  const room = rows.reduce((sum, row) => sum + (row.widthPoints === null ? 0 : row.roomPoints), 0);
  const widthScale = Math.min(1, room / naturalWidth);
  const spare = room - naturalWidth * widthScale;
  let xPoints = (rows[0]?.xPoints ?? 0) + (isFlushRight ? spare : 0);
  for (const row of rows) {
    row.xPoints = xPoints;
    if (row.widthPoints !== null) row.widthScale = widthScale;
    xPoints += row.widthPoints === null ? row.roomPoints : row.widthPoints * widthScale;
  }
}

function clustersOf(runs: readonly TextRun[], fonts: DocumentFonts): Cluster[] {
  const clusters: Cluster[] = [];
  let runAt = 0;
  for (const run of runs) {
    const style = fontStyleOf(run);
    let xPoints = run.xPoints;
    let before = 0;
    for (const { segment, index } of segmenter.segment(run.text)) {
      let cells = 0;
      for (const char of segment) {
        const codePoint = char.codePointAt(0) ?? 0;
        cells += cellsOfCodePoint(codePoint, before);
        before = codePoint;
      }
      // Draw tabs, no-break spaces and similar characters as a space, which every PDF reader
      // extracts.
      const letters = blank.test(segment) ? ' ' : segment.normalize('NFC');
      if (letters !== ' ' || cells > 0) {
        const face = fonts.faceFor(letters, style);
        const isJoined = face.family.isJoined || joinedScripts.test(letters);
        clusters.push({ letters, at: runAt + index, cells, level: 0, style, xPoints, face, isJoined });
      }
      xPoints += cells * cellPoints;
    }
    runAt += run.text.length;
  }
  return clusters;
}

/** Return the clusters in visual order with their new positions. */
function toVisualOrder(clusters: readonly Cluster[], levels: Uint8Array): Cluster[] {
  let xPoints = clusters.reduce((least, cluster) => Math.min(least, cluster.xPoints), Infinity);
  const ordered = visualOrder(clusters.map((cluster) => ({ ...cluster, level: levels[cluster.at] ?? 0 })));
  for (const cluster of ordered) {
    cluster.xPoints = xPoints;
    xPoints += cluster.cells * cellPoints;
  }
  return ordered;
}

function belongTogether(left: Cluster, right: Cluster): boolean {
  if (left.face !== right.face || left.isJoined !== right.isJoined) return false;
  if ((left.level & 1) !== (right.level & 1)) return false;
  if (Math.abs(left.xPoints + left.cells * cellPoints - right.xPoints) > 0.01) return false;
  return left.isJoined || !(isComposed(left) || isComposed(right));
}

/** Return whether a cluster needs several glyphs, or one glyph for several characters. */
function isComposed({ letters }: Cluster): boolean {
  return letters.length > 1 && Array.from(letters).length > 1;
}

/** Centre each glyph in its cells. If one is too wide, narrow all by the same factor. */
function cellRow(row: readonly Cluster[], { face, xPoints }: Cluster): GlyphRow {
  const { embedded, family, font } = face;
  const glyphs = row.map(({ letters, cells, level }) => {
    const drawn = level & 1 ? mirrored(letters) : letters;
    const glyph = font.glyphOf(drawn.codePointAt(0) ?? 0);
    return { letters, glyph, roomPoints: cells * cellPoints, cells };
  });
  const pointsPerUnit = family.sizePoints / 1000;
  let widthScale = 1;
  for (const { glyph, roomPoints } of glyphs) {
    const width = embedded.widthOf(glyph) * pointsPerUnit;
    if (roomPoints > 0 && width > roomPoints) widthScale = Math.min(widthScale, roomPoints / width);
  }
  const unit = pointsPerUnit * widthScale;
  let show = '';
  let gapPoints = 0;
  for (const { letters, glyph, roomPoints } of glyphs) {
    const spare = roomPoints - embedded.widthOf(glyph) * unit;
    show += shift((gapPoints + spare / 2) / unit) + literal(embedded.codeOf(glyph, letters));
    gapPoints = spare / 2;
  }
  return { face, xPoints, widthScale, parts: [{ show, riseUnits: 0 }] };
}

/**
 * Shape characters as their script requires. A single cluster that is not joined is centred in its
 * cells.
 */
function shapedRow(
  row: readonly Cluster[],
  { face, level, xPoints, isJoined }: Cluster,
  shape: Shape,
): GlyphRow & { widthPoints: number } {
  const isRightToLeft = (level & 1) === 1;
  const letters = row.map((cluster) => cluster.letters);
  const glyphs = shape(face.font, (isRightToLeft ? letters.reverse() : letters).join(''), isRightToLeft);
  const thousandths = 1000 / face.font.unitsPerEm;
  const pointsPerUnit = face.family.sizePoints / 1000;
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0) * thousandths * pointsPerUnit;
  const room = row.reduce((sum, { cells }) => sum + cells, 0) * cellPoints;
  const widthScale = room > 0 && width > room ? room / width : 1;
  const spare = Math.max(0, room - width);
  const start = isJoined ? 0 : row.length === 1 ? spare / 2 : isRightToLeft ? spare : 0;
  const parts: GlyphRow['parts'] = [];
  let gap = start / (pointsPerUnit * widthScale);
  let part: GlyphRow['parts'][number] | undefined;
  for (const { glyph, text, advance, offsetX, offsetY } of glyphs) {
    const riseUnits = offsetY * thousandths;
    if (part?.riseUnits !== riseUnits) {
      part = { show: '', riseUnits };
      parts.push(part);
    }
    const offset = offsetX * thousandths;
    part.show += shift(gap + offset) + literal(face.embedded.codeOf(glyph, text));
    gap = advance * thousandths - offset - face.embedded.widthOf(glyph);
  }
  return { face, xPoints, widthScale, parts, widthPoints: width };
}

/** Format a move to the right within TJ, in thousandths of an em. */
function shift(units: number): string {
  const rounded = Math.round(units * 10) / 10;
  return rounded === 0 ? '' : String(-rounded);
}

function literal(codes: string): string {
  return `(${codes})`;
}
