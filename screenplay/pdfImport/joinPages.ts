import { lastSentenceEnd } from '../layout/sentences.ts';
import type { BodyLine } from './bodyLines.ts';
import type { BodyPage } from './furniture.ts';
import type { PrintGeometry } from './geometry.ts';
import type { PrintedParagraph } from './printedParagraph.ts';

interface PrintedPages {
  pages: readonly BodyPage[];
  geometry: PrintGeometry;
}

/** Minimum number of lines on either side of a page break inside of a paragraph. */
const minLines = 2;

/**
 * Return whether action at the top of a page continues the paragraph at the bottom of the page
 * before. If sentences do not decide it, use the rules by which screenplays are broken into pages:
 * what would have fitted on the page before cannot begin on the next one.
 */
export function continuesAction(
  last: PrintedParagraph,
  line: BodyLine,
  { pages, geometry }: PrintedPages,
  lines: readonly BodyLine[],
): boolean {
  const before = last.lines.at(-1);
  if (!before || Math.abs(line.column) > 1.5 || Math.abs(before.column) > 1.5) return false;
  const maxColumn = (geometry.rightPoints - geometry.leftPoints) / geometry.cellPoints;
  const [word = ''] = line.text.split(' ');
  if (!endsSentence(before.styled.text)) return before.endColumn + 1 + word.length > maxColumn;
  const from = lines.indexOf(line);
  const rest = [line];
  while ((lines[from + rest.length]?.gap ?? Infinity) <= 1.5)
    rest.push(lines[from + rest.length] as BodyLine);
  const linesAbove = last.lines.filter(({ page }) => page === before.page).length;
  if (linesAbove < minLines || rest.length < minLines) return false;
  const free = freeLines(pages, before.page, geometry);
  if (fitsInPart(rest, free, 1)) return false;
  return fitsInPart(rest, free - 1, minLines);
}

function endsSentence(text: string): boolean {
  return lastSentenceEnd(`${text} x`, 0, text.length) === text.length;
}

/** Return how many lines are empty at the bottom of a page. */
function freeLines(pages: readonly BodyPage[], number: number, { pitchPoints }: PrintGeometry): number {
  const bottomOf = ({ lines }: BodyPage) => lines.at(-1)?.yPoints ?? 0;
  // A few pages have a line more.
  const bottoms = pages.map(bottomOf).sort((a, b) => a - b);
  const lowest = bottoms[Math.floor(bottoms.length * 0.9)] ?? 0;
  const page = pages.find((each) => each.number === number);
  return page ? Math.round((lowest - bottomOf(page)) / pitchPoints) : 0;
}

/**
 * Return whether all lines, or those up to the end of a sentence, fit into `room` lines and leave
 * enough of them for the next page. At least `above` of them must fit.
 */
function fitsInPart(rest: readonly BodyLine[], room: number, above: number): boolean {
  if (room >= rest.length) return true;
  const texts = rest.slice(0, Math.min(room, rest.length - minLines)).map(({ text }) => text);
  if (texts.length < above) return false;
  const first = texts.slice(0, above - 1).join(' ').length;
  return lastSentenceEnd(`${texts.join(' ')} x`, first, texts.join(' ').length) > 0;
}
