import { cellsOf } from '#screenplay/layout/cells.ts';
import { cellPoints, defaultSizePoints } from '#screenplay/layout/metrics.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { composeLine, fontStyleOf, type GlyphRow } from './compose.ts';
import type { DocumentFonts, Face } from './documentFonts.ts';
import { PlainText } from './plainText.ts';
import type { Shape } from './shaper.ts';
import { decimal } from './writer.ts';

/** Resources for drawing the text of a document. */
export interface Pen {
  fonts: DocumentFonts;
  /** By style. */
  plain: readonly PlainText[];
  shape: Shape | null;
}

export function penOf(fonts: DocumentFonts, shape: Shape | null): Pen {
  const plain = ([0, 1, 2, 3] as const).map((style) => new PlainText(() => fonts.courier(style)));
  return { fonts, plain, shape };
}

// Metrics of Courier Prime from its post table: 185 and 130 of 2048 units, at 12 points.
const underlineDropPoints = 1.1;
const underlineThicknessPoints = 0.75;
/** Middle of small letters. */
const strikeRisePoints = 2.8;
/** Slant for faces without italic: 11 degrees. */
const slant = 0.2;
/** Stroke width for faces without bold. */
const thickeningPoints = 0.4;

/** Return the font size relative to the default. */
function scaleOf(run: TextRun | undefined): number {
  return (run?.sizePoints ?? defaultSizePoints) / defaultSizePoints;
}

const hundredths = (points: number) => Math.round(points * 100);

/**
 * Drawing commands of one page. Draw runs in reading order, between the marks of the document's
 * structure.
 */
export class PageContent {
  readonly #heightPoints: number;
  readonly #pen: Pen;
  readonly #parts: string[] = ['BT'];
  readonly #underlines: string[] = [];
  #font = '';
  // Start of the current text line in hundredths of a point.
  #x = 0;
  #y = 0;
  #isMarked = false;
  #isSlanted = false;
  #isThickened = false;
  #widthScale = 1;

  constructor(heightPoints: number, pen: Pen) {
    this.#heightPoints = heightPoints;
    this.#pen = pen;
  }

  /** Begin marked content for a structure tag, with the piece number `markId` on this page. */
  mark(tag: string, markId: number): void {
    this.#mark(`/${tag}<</MCID ${markId}>>BDC`);
  }

  /** Begin content that belongs to the page and not to the text. */
  markArtifact(): void {
    this.#mark('/Artifact<</Type/Pagination>>BDC');
  }

  /** Draw adjacent runs of one line. `paragraph` is the text that contains the line. */
  drawLine(runs: readonly TextRun[], paragraph: string): void {
    const codes = runs.map((run) => (this.#pen.plain[fontStyleOf(run)] as PlainText).encode(run.text));
    const scale = scaleOf(runs[0]);
    if (codes.includes(null) || runs[0]?.isRightToLeft) {
      const { fonts, shape } = this.#pen;
      const { yPoints = 0 } = runs[0] ?? {};
      const xPoints = Math.min(...runs.map((run) => run.xPoints));
      // Compose in cells of the default size, then scale.
      const defaultSizeRuns = runs.map((run) => ({
        ...run,
        xPoints: xPoints + (run.xPoints - xPoints) / scale,
      }));
      for (const row of composeLine(defaultSizeRuns, paragraph, fonts, shape))
        this.#drawRow({ ...row, xPoints: xPoints + (row.xPoints - xPoints) * scale }, yPoints, scale);
    } else {
      runs.forEach((run, index) => {
        this.#draw(this.#pen.fonts.courier(fontStyleOf(run)), run.xPoints, run.yPoints, 1, scale);
        this.#parts.push(`(${codes[index]})Tj`);
      });
    }
    for (const run of runs) {
      if (run.isUnderlined) this.#rule(run, -underlineDropPoints);
      if (run.isStruck) this.#rule(run, strikeRisePoints);
    }
  }

  /** Return the commands with one character per byte. */
  finish(): string {
    if (this.#isMarked) this.#parts.push('EMC');
    this.#parts.push('ET');
    if (this.#underlines.length > 0) {
      this.#parts.push('/Artifact<</Type/Layout>>BDC', ...this.#underlines, 'f EMC');
    }
    return this.#parts.join('\n');
  }

  #mark(begin: string): void {
    this.#parts.push(this.#isMarked ? `EMC ${begin}` : begin);
    this.#isMarked = true;
  }

  #drawRow({ face, xPoints, widthScale, parts }: GlyphRow, yPoints: number, scale: number): void {
    this.#draw(face, xPoints, yPoints, widthScale, scale);
    for (const { show, riseUnits } of parts) {
      const rise = (riseUnits * face.family.sizePoints * scale) / 1000;
      this.#parts.push(rise === 0 ? `[${show}]TJ` : `${decimal(rise)} Ts[${show}]TJ 0 Ts`);
    }
  }

  /**
   * Add the commands for everything that differs from the previous state: font, style and position.
   */
  #draw(face: Face, xPoints: number, yPoints: number, widthScale: number, scale: number): void {
    const font = `/F${face.embedded.id} ${decimal(face.family.sizePoints * scale)} Tf`;
    if (font !== this.#font) {
      this.#parts.push(font);
      this.#font = font;
    }
    if (widthScale !== this.#widthScale) {
      this.#parts.push(`${decimal(100 * widthScale)} Tz`);
      this.#widthScale = widthScale;
    }
    if (face.isThickened !== this.#isThickened) {
      this.#parts.push(face.isThickened ? `2 Tr ${thickeningPoints} w` : '0 Tr');
      this.#isThickened = face.isThickened;
    }
    const x = hundredths(xPoints);
    const y = hundredths(this.#heightPoints) - hundredths(yPoints);
    if (face.isSlanted || this.#isSlanted) {
      this.#parts.push(`1 0 ${face.isSlanted ? slant : 0} 1 ${x / 100} ${y / 100} Tm`);
      this.#isSlanted = face.isSlanted;
    } else {
      this.#parts.push(`${(x - this.#x) / 100} ${(y - this.#y) / 100} Td`);
    }
    this.#x = x;
    this.#y = y;
  }

  /** Add a line across the width of a run, `risePoints` above its base line. */
  #rule(run: TextRun, risePoints: number): void {
    const bottom = this.#heightPoints - run.yPoints + risePoints - underlineThicknessPoints / 2;
    const width = cellsOf(run.text) * cellPoints * scaleOf(run);
    const place = [run.xPoints, bottom, width, underlineThicknessPoints].map(decimal).join(' ');
    this.#underlines.push(`${place} re`);
  }
}
