import type { DualColumn, ElementType, ScriptElement } from '#screenplay/element.ts';
import { isCueType, isSpeechType } from '#screenplay/elementTypes/predicates.ts';
import type { StyledText } from '#screenplay/emphasis.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import {
  courierCellPoints as cellPoints,
  type PositionedPage,
} from '#screenplay/pdfImport/positionedText.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { unstyled } from '#screenplay/styled.ts';
import { pageOf, runsOf, wrapGreedily } from './placedText.ts';

/*
 * Places text as Better Fountain 1.15 does on US Letter: 55 lines of 12.0024 points, headings in
 * bold, lines wrapped with the marks of their emphasis, sections and notes left out.
 */

const linesOfPage = 55;
const linePoints = 0.1667 * 72;
const columns: Record<ElementType, { left: number; width: number }> = {
  scene_heading: { left: 1.5, width: 61 },
  action: { left: 1.5, width: 61 },
  character: { left: 3.5, width: 33 },
  parenthetical: { left: 3, width: 26 },
  dialogue: { left: 2.5, width: 36 },
  transition: { left: 1.5, width: 61 },
};

interface Line {
  element: ScriptElement | null;
  text: string;
  type: ElementType;
  /** Position in its element, and the number of the element's lines. */
  at: number;
  count: number;
  right?: Line[];
}

const blank: Line = { element: null, text: '', type: 'action', at: 0, count: 1 };

/** Print a script like Better Fountain. */
export function printLikeBetterFountain(script: Screenplay): PositionedPage[] {
  const pages = pagesOf(linesOf(script));
  const pen = new Pen();
  const titles = titlePage(script);
  const body = pages.map((lines, index) => {
    const number = unstyled(`${index + 1}.`);
    const runs = index === 0 ? [] : runsOf(number, 108 + (61 - number.text.length) * cellPoints, 36);
    for (const [row, line] of lines.entries()) {
      runs.push(...pen.draw(line, row, null));
      for (const [below, right] of (line.right ?? []).entries())
        runs.push(...pen.draw(right, row + below, 'right'));
    }
    return pageOf(runs);
  });
  return [...titles, ...body];
}

function linesOf({ elements, format }: Screenplay): Line[] {
  const lines: Line[] = [];
  /** Cue of the left column, and whether the speech beside it is open. */
  let left: Line | undefined;
  let isBeside = false;
  for (const [index, element] of elements.entries()) {
    const isCue = isCueType(element.elementType);
    const own = wrapped(element, boxOf(element, format).isAllCaps);
    // Only one speech is printed beside another.
    if (isCue || !element.dual) isBeside = element.dual === 'right' && left !== undefined && !left.right;
    if (isBeside && left) {
      left.right = [...(left.right ?? []), ...own];
      continue;
    }
    if (index > 0 && !isSpeechType(element.elementType)) lines.push(blank);
    if (isCue) left = element.dual === 'left' ? own[0] : undefined;
    lines.push(...own);
  }
  return lines;
}

function wrapped(element: ScriptElement, isAllCaps: boolean): Line[] {
  const { elementType: type, dual } = element;
  const width = Math.floor(columns[type].width * (dual ? 0.75 : 1));
  const content = isAllCaps ? element.content.toUpperCase() : element.content;
  // Each line of the file is wrapped by itself.
  return content.split('\n').flatMap((part) => {
    const ranges = wrapGreedily(part, width);
    return ranges.map(({ from, to }, at) => ({
      ...{ element, text: part.slice(from, to), type, at, count: ranges.length },
    }));
  });
}

/** Break lines into pages: not after headings, not before transitions, speeches with (MORE). */
function pagesOf(all: readonly Line[]): Line[][] {
  const pages: Line[][] = [];
  let rest = [...all];
  while (rest.length > 0) {
    while (rest[0] && rest[0].text === '') rest = rest.slice(1);
    if (rest.length <= linesOfPage) {
      pages.push(rest);
      break;
    }
    const last = breakOf(rest);
    const split = splitSpeech(rest, last);
    pages.push([...rest.slice(0, last + 1), ...split.slice(0, 1)]);
    rest = [...split.slice(1), ...rest.slice(last + 1)];
  }
  return pages;
}

/** Return the index of the last line of a page. */
function breakOf(lines: readonly Line[]): number {
  for (let at = linesOfPage - 2; at > 0; at--) {
    if ((lines[at] as Line).text !== '' && mayBreakAfter(lines, at)) return at;
  }
  return linesOfPage - 1;
}

function mayBreakAfter(lines: readonly Line[], at: number): boolean {
  const { type, at: own, count, element } = lines[at] as Line;
  const below = lines.slice(at + 1).find(({ text }) => text !== '');
  if (type === 'scene_heading' && below?.type !== 'scene_heading') return false;
  if (below?.type === 'transition' && type !== 'transition') return false;
  if (type === 'action' && count < 4) return own === count - 1;
  if (type === 'action') return own !== 0 && own !== count - 2;
  if (isSpeechEnd(type, below)) return true;
  return canSplit(lines, at) && element?.dual == null;
}

function isSpeechEnd(type: ElementType, below: Line | undefined): boolean {
  return !(isCueType(type) || isSpeechType(type)) || !isSpeechType(below?.type);
}

function canSplit(lines: readonly Line[], at: number): boolean {
  return [at - 1, at, at + 1].every((each) => lines[each]?.type === 'dialogue');
}

/** Return (MORE) and the repeated cue, if a page ends in a speech. */
function splitSpeech(lines: readonly Line[], last: number): Line[] {
  if (!canSplit(lines, last)) return [];
  const cue = lines.slice(0, last).findLast(({ type }) => isCueType(type));
  if (!cue) return [];
  const text = cue.text.includes("(CONT'D)") ? cue.text : `${cue.text} (CONT'D)`;
  const { right: _, ...repeated } = cue;
  return [
    { ...blank, text: '(MORE)', type: 'character' },
    { ...repeated, text },
  ];
}

/** Draws lines. The marks of emphasis set its state, also across lines. */
class Pen {
  readonly #state = { isBold: false, isItalic: false, isUnderlined: false };

  draw({ element, text, type }: Line, row: number, column: DualColumn | null) {
    const styled = this.#styledOf(type === 'scene_heading' ? `**${text}**` : text);
    const { left } = columns[type];
    const half = left - (left - 1.5) / 2;
    const inches = column === 'right' ? half + 3 : element?.dual ? half : left;
    const isCentred = element?.extras?.layout?.alignment === 'Center';
    const length = styled.text.length * cellPoints;
    const x = isCentred ? (612 - length) / 2 : type === 'transition' ? 108 + 61 * cellPoints - length : null;
    return runsOf(styled, x ?? inches * 72, 72 + row * linePoints + 9);
  }

  #styledOf(marked: string): StyledText {
    const spans: StyledText['spans'] = [];
    let text = '';
    for (const part of marked.split(/(\\[*_]|\*{1,3}|_)/)) {
      if (part.startsWith('*')) {
        if (part.length !== 2) this.#state.isItalic = !this.#state.isItalic;
        if (part.length > 1) this.#state.isBold = !this.#state.isBold;
      } else if (part === '_') this.#state.isUnderlined = !this.#state.isUnderlined;
      else if (part !== '') {
        const letters = /^\\[*_]$/.test(part) ? part.slice(1) : part;
        const { isBold, isItalic, isUnderlined } = this.#state;
        const span = { from: text.length, to: text.length + letters.length, isBold, isItalic, isUnderlined };
        if (isBold || isItalic || isUnderlined) spans.push(span);
        text += letters;
      }
    }
    return { text, spans };
  }
}

function titlePage({ titlePage: page }: Screenplay): PositionedPage[] {
  let y = 3.5 * 72;
  const runs = [page.title.toUpperCase(), '\n', page.credit, '', page.author, '\n\n\n', page.source].flatMap(
    (text) =>
      text.split('\n').flatMap((line) => {
        y += linePoints;
        return runsOf(unstyled(line), (612 - line.length * cellPoints) / 2, y);
      }),
  );
  const side = (text: string, left: number) =>
    text
      .split('\n')
      .flatMap((line, row) => runsOf(unstyled(line.trim()), left * 72, 8.5 * 72 + row * linePoints));
  runs.push(...side([page.notes, page.copyright].filter(Boolean).join('\n'), 1.3));
  runs.push(...side([page.draftDate, page.contact].filter(Boolean).join('\n'), 5));
  return runs.length > 0 ? [pageOf(runs)] : [];
}
