import type { ScriptNote, UncertainPlace } from '../screenplay.ts';
import type { BodyLine } from './bodyLines.ts';
import type { Doubt, PrintedParagraph } from './printedParagraph.ts';

/** Maximum number of places with an excerpt, and with a comment in the script. */
const maxPlaces = 50;
/** Lines above and below the uncertain one. */
const linesAround = 2;
const maxLineLength = 120;

const reasons: Record<Doubt, string> = {
  heading: 'read as a scene heading because of the space above it',
  mixedCue: 'a cue with lower-case letters',
  joined: 'joined across a page break',
  column: 'in the column of dialogue without a cue, read as action',
};

/**
 * Return the paragraphs that were read with doubt: each with the lines of the page around it, for
 * the receipt, and as a note, which becomes a comment in the script. Paragraphs have the indexes of
 * their elements.
 */
export function uncertainPlaces(
  paragraphs: readonly PrintedParagraph[],
  pages: readonly (readonly BodyLine[])[],
): { places: UncertainPlace[]; notes: ScriptNote[] } {
  const lines = pages.flat();
  const indexes = new Map(lines.map(({ styled }, index) => [styled, index]));
  const places: UncertainPlace[] = [];
  const notes: ScriptNote[] = [];
  for (const [elementIndex, paragraph] of paragraphs.entries()) {
    if (paragraph.doubt === null || places.length >= maxPlaces) continue;
    const line = uncertainLine(paragraph);
    if (!line) continue;
    const reason = reasons[paragraph.doubt];
    const index = indexes.get(line.styled) ?? -1;
    const printed = lines[index];
    if (printed) {
      const { page, yPoints } = printed;
      places.push({ reason, page, yPoints, excerpt: excerptAt(lines, index) });
    }
    const text = `Please check: ${reason} (page ${line.page} of the PDF).`;
    notes.push({ elementIndex, text, author: null });
  }
  return { places, notes };
}

/** Return the line of a paragraph that is uncertain: the last one of a page, or the first. */
function uncertainLine({ doubt, lines }: PrintedParagraph) {
  const [first] = lines;
  return doubt === 'joined' ? lines.findLast(({ page }) => page === first?.page) : first;
}

/** Return lines at their columns, with an empty line for each gap. */
function excerptAt(lines: readonly BodyLine[], index: number): string {
  const around = lines.slice(Math.max(0, index - linesAround), index + linesAround + 1);
  const rows = around.flatMap(({ gap, column, text }, at) => {
    const indent = ' '.repeat(Math.max(0, Math.round(column)));
    return [...(at > 0 && gap > 1.5 ? [''] : []), `${indent}${text}`.slice(0, maxLineLength)];
  });
  return rows.join('\n');
}
