import type { ScriptElement } from '#screenplay/element.ts';
import type { StyledText } from '#screenplay/emphasis.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { styledTextOf } from '#screenplay/layout/text.ts';
import {
  courierCellPoints as cellPoints,
  type PositionedPage,
} from '#screenplay/pdfImport/positionedText.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { sliceStyled, unstyled, upperStyled } from '#screenplay/styled.ts';
import { linePoints, pageOf, paper, runsOf, wrapGreedily } from './placedText.ts';

/*
 * Places text as screenplain 0.11 does: a frame of 61 characters and 55 lines, each line of action
 * a separate paragraph, spaces collapsed, speeches side by side one below the other.
 */

const frame = { leftPoints: 108, topPoints: 72, width: 61, lines: 55 };

interface Style {
  left: number;
  width: number;
  before: number;
  after: number;
  align: 'left' | 'centre' | 'right';
  staysWithNext: boolean;
}

const plain: Style = {
  left: 0,
  width: frame.width,
  before: 0,
  after: 0,
  align: 'left',
  staysWithNext: false,
};
const styles: Record<ScriptElement['elementType'], Style> = {
  scene_heading: { ...plain, before: 1, after: 1, staysWithNext: true },
  action: { ...plain, before: 1 },
  character: { ...plain, left: 19, width: frame.width - 19, before: 1, staysWithNext: true },
  parenthetical: { ...plain, left: 13, width: frame.width - 13, staysWithNext: true },
  dialogue: { ...plain, left: 9, width: 36 },
  transition: { ...plain, before: 1, after: 1, align: 'right' },
};

interface Paragraph {
  style: Style;
  lines: StyledText[];
}

/** Return the elements of a script as screenplain prints them. */
export function elementsOfScreenplain({ elements, format }: Screenplay): ScriptElement[] {
  return elements.flatMap((element): ScriptElement[] => {
    const { isAllCaps } = boxOf(element, format);
    const lines = element.content.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    const parts = element.elementType === 'dialogue' ? [lines.join('\n')] : lines;
    return parts
      .filter((content) => content.trim() !== '')
      .map((content) => ({ ...element, content: isAllCaps ? content.toUpperCase() : content, dual: null }));
  });
}

/** Print a script like screenplain. */
export function printLikeScreenplain(script: Screenplay): PositionedPage[] {
  const paragraphs = elementsOfScreenplain(script).map((element) => paragraphOf(element, script));
  const pages: PositionedPage[] = titlePage(script);
  const first = pages.length;
  let page: PositionedPage = pageOf([]);
  let line = 0;
  let after = 0;
  const turn = () => {
    pages.push(page);
    const number = pages.length - first + 1 + first;
    page = pageOf(runsOf(unstyled(`${number}.`), rightEdge(`${number}.`.length), 42));
    line = after = 0;
  };
  for (const [index, { style, lines }] of paragraphs.entries()) {
    const needed = linesTogether(paragraphs, index);
    const gap = line === 0 ? 0 : Math.max(after, style.before);
    if (line > 0 && line + gap + needed > frame.lines) turn();
    else line += gap;
    for (const text of lines) {
      if (line >= frame.lines) turn();
      const { leftPoints, topPoints } = frame;
      const free = style.width - text.text.length;
      const shift = style.align === 'left' ? 0 : style.align === 'right' ? free : free / 2;
      const xPoints = leftPoints + (style.left + shift) * cellPoints;
      page.runs.push(...runsOf(text, xPoints, topPoints + (line + 1) * linePoints - 2.4));
      line++;
    }
    after = style.after;
  }
  return [...pages, page];
}

/** Return how many lines from a paragraph on must be on one page. */
function linesTogether(paragraphs: readonly Paragraph[], index: number): number {
  let lines = 0;
  for (let at = index; at < paragraphs.length; at++) {
    const { style, lines: own } = paragraphs[at] as Paragraph;
    const below = paragraphs[at + 1];
    // A paragraph is split, but not after its first line.
    if (!style.staysWithNext || !below) return lines + Math.min(2, own.length);
    lines += own.length + Math.max(style.after, below.style.before);
  }
  return lines;
}

function paragraphOf(element: ScriptElement, { format }: Screenplay): Paragraph {
  const isCentred = element.extras?.layout?.alignment === 'Center';
  const style = { ...styles[element.elementType], ...(isCentred && { align: 'centre' as const }) };
  const own = styledTextOf(element);
  const styled = boxOf(element, format).isAllCaps ? upperStyled(own) : own;
  let at = 0;
  const lines = styled.text.split('\n').flatMap((part) => {
    const from = at;
    at += part.length + 1;
    return wrapGreedily(part, style.width).map((line) =>
      sliceStyled(styled, from + line.from, from + line.to),
    );
  });
  return { style, lines };
}

function rightEdge(length: number): number {
  return frame.leftPoints + (frame.width - length) * cellPoints;
}

function titlePage({ titlePage: { title, credit, author, source, draftDate, contact } }: Screenplay) {
  const centre = [title, credit, author, source].filter((text) => text !== '');
  const lower = [draftDate, contact].filter((text) => text !== '');
  if (centre.length + lower.length === 0) return [];
  let y = frame.topPoints + (frame.lines * linePoints) / 3;
  const runs = centre.flatMap((text, index) => {
    const isTitle = index === 0 && title !== '';
    const sizePoints = isTitle ? 24 : 12;
    if (index === 1) y += linePoints;
    return text.split('\n').flatMap((line) => {
      y += isTitle ? 36 : linePoints;
      const width = (line.length * cellPoints * sizePoints) / 12;
      const frameWidth = frame.width * cellPoints;
      return runsOf(unstyled(line), frame.leftPoints + (frameWidth - width) / 2, y, sizePoints);
    });
  });
  y = paper.heightPoints - 72 - (lower.join('\n').split('\n').length + 1) * linePoints;
  for (const text of lower)
    for (const line of text.split('\n')) {
      y += linePoints;
      const left = frame.leftPoints + (text === contact ? 3.9 * 72 : 0);
      runs.push(...runsOf(unstyled(line), left, y));
    }
  return [pageOf(runs)];
}
