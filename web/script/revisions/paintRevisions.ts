import { readField } from '#web/scriptEditor/field/domText.ts';
import { renderedRanges } from '#web/scriptEditor/marks/ranges.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import { liveFieldId } from '#web/scriptEditor/sheet/liveFieldId.ts';

/** Range of an element's plain text with the index of its revision set. */
export interface PaintedText {
  elementId: number;
  start: number;
  end: number;
  set: number;
}

const nameOf = (set: number) => `script-revision-${set}`;
const painted = new Set<string>();
let sheet: CSSStyleSheet | null = null;
let sheetText = '';

/**
 * Colour text of the rendered pages and of the active line with the CSS Highlight API, so that
 * nothing moves or re-renders. A browser without it shows the marks in the margin alone.
 */
export function paintRevisions(
  desk: HTMLElement,
  colors: readonly string[],
  texts: readonly PaintedText[],
): void {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return;
  setColors(colors);
  const ranges = new Map<string, AbstractRange[]>();
  const add = (set: number, range: AbstractRange) => {
    const own = ranges.get(nameOf(set));
    if (own) own.push(range);
    else ranges.set(nameOf(set), [range]);
  };
  const sets = new Map<Mark, number>();
  for (const { set, ...place } of texts) sets.set({ type: 'found', ...place }, set);
  const marks = Map.groupBy(sets.keys(), ({ elementId }) => elementId);
  for (const { mark, stretch } of renderedRanges(desk, marks)) {
    const { node, from, to } = stretch;
    const place = { startContainer: node, startOffset: from, endContainer: node, endOffset: to };
    add(sets.get(mark) ?? 0, new StaticRange(place));
  }
  for (const { set, range } of rangesOfActiveLine(desk, texts)) add(set, range);
  for (const name of painted) if (!ranges.has(name)) CSS.highlights.delete(name);
  painted.clear();
  for (const [name, own] of ranges) {
    const highlight = new Highlight(...own);
    // Below comments, matches and the selection.
    highlight.priority = -1;
    CSS.highlights.set(name, highlight);
    painted.add(name);
  }
}

function rangesOfActiveLine(
  desk: HTMLElement,
  texts: readonly PaintedText[],
): { set: number; range: Range }[] {
  const field = document.getElementById(liveFieldId);
  const live = desk.querySelector<HTMLElement>('[data-element][data-live]');
  const own = texts.filter(({ elementId }) => elementId === Number(live?.dataset.element));
  if (!field || own.length === 0) return [];
  const { leaves } = readField(field);
  return own.flatMap(({ start, end, set }) =>
    leaves.flatMap(({ node, from, to }) => {
      if (!(node instanceof Text) || to <= start || from >= end) return [];
      const range = document.createRange();
      range.setStart(node, Math.max(start, from) - from);
      range.setEnd(node, Math.min(end, to) - from);
      return [{ set, range }];
    }),
  );
}

/** The content policy forbids style elements. */
function setColors(colors: readonly string[]): void {
  const text = colors.map((color, set) => `::highlight(${nameOf(set)}) { color: ${color}; }`).join('\n');
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  if (text !== sheetText) sheet.replaceSync(text);
  sheetText = text;
}

/** Remove all colours. */
export function eraseRevisions(): void {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return;
  for (const name of painted) CSS.highlights.delete(name);
  painted.clear();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  sheet = null;
  sheetText = '';
}
