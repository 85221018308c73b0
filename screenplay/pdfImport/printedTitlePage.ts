import { emptyTitlePage, type TitlePage } from '../element.ts';
import { writeEmphasis } from '../emphasis.ts';
import { headingStartOf } from '../heading.ts';
import { trimStyled } from '../styled.ts';
import { type PrintGeometry, textOfLine } from './geometry.ts';
import { joinSegments, type PrintedLine } from './printedLines.ts';

export const creditLine =
  /^(?:an?\s+)?(?:original\s+)?(?:(?:written|screenplay|teleplay|script|story|created|adapted|directed|adaptation)\b.*\bby|by|written|screenplay|teleplay|von|buch|drehbuch(?:\s+von)?|scénario(?:\s+de)?|écrit par|un film de|guion(?:\s+de)?|escrito por|sceneggiatura(?:\s+di)?|scritto da|roteiro(?:\s+de)?|scenariusz|сценарий|автор(?:\s+сценария)?)\s*:?$/iu;
const creditStart = /^(?:written|screenplay|teleplay|created|story|scripted)\s+(?:and\s+\w+\s+)?by\s+\S/i;
const sourceStart = /^\(?(?:based|adapted|from|inspired|story by|nach|d’après|d'après|basad[oa]|tratto)\b/i;
const dateText =
  /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\b(?:19|20)\d\d\b|\b(?:draft|revis(?:ed|ion)|version|fassung|rev\.)\b/i;

/** A page in front of the script. */
export interface FrontPage {
  lines: readonly PrintedLine[];
  widthPoints: number;
  heightPoints: number;
}

const maxFrontLines = 40;
const romanNumber = /^[ivx]{1,5}\.?$/;
/** Height of the area at the top of the paper in which page numbers are. */
const headerPoints = 72;

/** Return whether a page is a title page and not a page of the script. */
export function isFrontPage(
  { lines, widthPoints, heightPoints }: FrontPage,
  geometry: PrintGeometry,
): boolean {
  if (lines.length === 0 || lines.length > maxFrontLines) return false;
  const texts = lines.map(textOfLine);
  // Later title pages have small roman numbers.
  if (romanNumber.test(texts[0] ?? '') && (lines[0]?.yPoints ?? 0) < headerPoints) return true;
  if (texts.some((text) => headingStartOf(text.replace(/^\d\w*\.?\s+/, '')) !== null)) return false;
  if (texts.some((text) => /^(?:FADE IN|FADE UP|OVER BLACK|AUFBLENDE)\b/i.test(text))) return false;
  if (texts.some((text) => creditLine.test(text) || creditStart.test(text))) return true;
  const first = lines[0]?.yPoints ?? 0;
  const outside = lines.filter(
    (line) => isCentred(line, widthPoints, geometry) || line.yPoints > heightPoints * 0.7,
  ).length;
  return first > heightPoints * 0.17 && outside >= lines.length * 0.8;
}

/** Return whether a line is centred on the paper, or over the text below headings. */
function isCentred(
  { segments }: PrintedLine,
  widthPoints: number,
  { leftPoints, cellPoints }: PrintGeometry,
): boolean {
  const middle = ((segments[0]?.xPoints ?? 0) + (segments.at(-1)?.endPoints ?? 0)) / 2;
  const centres = [widthPoints / 2, leftPoints + 30 * cellPoints];
  return centres.some((centre) => Math.abs(middle - centre) < 2.6 * cellPoints);
}

/** Read the fields of title pages by position. All text is in one of them. */
export function titlePageOf(pages: readonly FrontPage[], geometry: PrintGeometry): TitlePage {
  const [first, ...others] = pages;
  if (!first) return emptyTitlePage;
  const page = { ...emptyTitlePage, more: [] };
  const blocks = blocksOf(first, geometry);
  readCentre(blocks.centre, page);
  const [left, right] = [blocks.left, blocks.right];
  const copyright = /^(?:©|\(c\)|copyright)/i;
  page.copyright = [...left, ...right].filter((text) => copyright.test(text)).join('\n');
  const isContact = (text: string) => !copyright.test(text);
  page.contact = left.filter(isContact).join('\n');
  const rest = right.filter(isContact);
  const dates = rest.filter((text) => dateText.test(text) && text.length < 40);
  page.draftDate = dates.join('\n');
  const notes = rest.filter((text) => !dates.includes(text));
  if (page.contact === '') page.contact = notes.join('\n');
  else page.notes = notes.join('\n');
  const later = others
    .flatMap(({ lines }) => lines.map((line) => contentOf(line, geometry)))
    .filter((text) => !romanNumber.test(text));
  if (later.length > 0) page.notes = [page.notes, ...later].filter((text) => text !== '').join('\n');
  return page;
}

function contentOf({ segments }: PrintedLine, { cellPoints }: PrintGeometry): string {
  return writeEmphasis(trimStyled(joinSegments(segments, cellPoints).styled));
}

/** Group the lines into the middle of the page and its two lower corners. */
function blocksOf({ lines, widthPoints, heightPoints }: FrontPage, geometry: PrintGeometry) {
  const blocks = {
    centre: [] as { text: string; yPoints: number }[],
    left: [] as string[],
    right: [] as string[],
  };
  for (const line of lines) {
    const isLow = line.yPoints > heightPoints * 0.66;
    const add = (part: PrintedLine) => {
      const start = part.segments[0]?.xPoints ?? 0;
      const text = contentOf(part, geometry);
      if (isLow && start > widthPoints * 0.5) blocks.right.push(text);
      else if (isLow && start < widthPoints * 0.3 && !isCentred(part, widthPoints, geometry))
        blocks.left.push(text);
      else blocks.centre.push({ text, yPoints: line.yPoints });
    };
    if (isLow && line.segments.length > 1) {
      for (const segment of line.segments) add({ ...line, segments: [segment] });
    } else add(line);
  }
  return blocks;
}

/** Read title, credit, author and source from the middle of the page. */
function readCentre(lines: readonly { text: string; yPoints: number }[], page: TitlePage): void {
  const texts = lines.map(({ text }) => text);
  const isCredit = (text: string) => creditLine.test(text) || creditStart.test(text);
  const creditAt = texts.findIndex(isCredit);
  const sourceAt = texts.findIndex((text, index) => index > Math.max(0, creditAt) && sourceStart.test(text));
  const end = sourceAt < 0 ? texts.length : sourceAt;
  const titleEnd = creditAt < 0 ? end : creditAt;
  page.title = texts.slice(0, titleEnd).join('\n');
  if (creditAt >= 0) {
    const credit = texts[creditAt] ?? '';
    const named = creditStart.test(credit) ? /^(.*?\bby)\s+(.*)$/i.exec(credit) : null;
    page.credit = named?.[1] ?? credit;
    page.author = [...(named?.[2] ? [named[2]] : []), ...texts.slice(creditAt + 1, end)].join('\n');
  }
  page.source = texts.slice(end).join('\n');
}
