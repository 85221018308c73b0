import type { ImportReceipt } from '../screenplay.ts';
import type { Doubt, PrintedParagraph } from './printedParagraph.ts';

interface PrintFindings {
  countsByType: ImportReceipt['countsByType'];
  paragraphs: readonly PrintedParagraph[];
  /** Headers and footers with their numbers. */
  leftOut: ReadonlyMap<string, number>;
  watermarks: readonly string[];
}

const doubts: Record<Doubt, [one: string, many: string]> = {
  heading: [
    'line was read as a scene heading because of the space above it',
    'lines were read as scene headings because of the space above them',
  ],
  mixedCue: ['cue has lower-case letters', 'cues have lower-case letters'],
  joined: [
    'paragraph of action was joined across a page break',
    'paragraphs of action were joined across page breaks',
  ],
  column: [
    'paragraph in the column of dialogue has no cue and became action',
    'paragraphs in the column of dialogue have no cue and became action',
  ],
};
const maxPlaces = 8;

/** List what a print does not say for certain, with the pages of the file. */
export function printReceipt({
  countsByType,
  paragraphs,
  leftOut,
  watermarks,
}: PrintFindings): ImportReceipt {
  const uncertain: string[] = [];
  for (const [doubt, [one, many]] of Object.entries(doubts) as [Doubt, [string, string]][]) {
    const found = paragraphs.filter((paragraph) => paragraph.doubt === doubt);
    if (found.length === 0) continue;
    uncertain.push(`${found.length} ${found.length === 1 ? one : many}: ${placesOf(found)}`);
  }
  for (const [text, count] of leftOut) {
    if (/\p{L}{3}/u.test(text))
      uncertain.push(`Left out as a header or footer on ${pagesText(count)}: “${text}”`);
  }
  for (const text of watermarks) uncertain.push(`Left out as a watermark: “${text}”`);
  return { countsByType, kept: [], uncertain: uncertain.slice(0, 200), shortened: [] };
}

function pagesText(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}

function placesOf(found: readonly PrintedParagraph[]): string {
  const places = found.slice(0, maxPlaces).map(({ lines: [line] }) => {
    const text = line?.styled.text ?? '';
    return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}” (page ${line?.page ?? 0})`;
  });
  return places.join(', ') + (found.length > maxPlaces ? ' and others' : '');
}
