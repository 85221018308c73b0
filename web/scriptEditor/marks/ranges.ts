import type { Mark } from '../pages/mark.ts';

/** Range of rendered text: a text node of a page with offsets. */
export interface RenderedRange {
  node: Text;
  from: number;
  to: number;
}

/**
 * Return where marks are in the rendered pages: on each line of an element, and there on each run
 * of one style. A line has its offsets as attributes, and its text has that length, because
 * capitals never change the length (screenplay/capitals.ts).
 */
export function renderedRanges(
  desk: HTMLElement,
  marks: { get(elementId: number): readonly Mark[] | undefined },
): { mark: Mark; stretch: RenderedRange }[] {
  const found: { mark: Mark; stretch: RenderedRange }[] = [];
  for (const piece of desk.querySelectorAll<HTMLElement>('[data-element]')) {
    const own = marks.get(Number(piece.dataset.element));
    if (!own) continue;
    for (const line of piece.querySelectorAll<HTMLElement>('[data-from]')) {
      const from = Number(line.dataset.from);
      const to = Number(line.dataset.to);
      const texts = own.some(({ start, end }) => start < to && end > from) ? textsOf(line) : [];
      for (const mark of own) {
        for (const stretch of stretchesIn(texts, mark.start - from, Math.min(mark.end, to) - from)) {
          found.push({ mark, stretch });
        }
      }
    }
  }
  return found;
}

/** Return the text nodes of a line's own text, which is its first child. (CONT'D) may follow. */
function textsOf(line: HTMLElement): Text[] {
  const run = line.firstElementChild;
  if (!run) return [];
  const texts: Text[] = [];
  const walker = document.createTreeWalker(run, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  return texts;
}

function stretchesIn(texts: readonly Text[], start: number, end: number): RenderedRange[] {
  const stretches: RenderedRange[] = [];
  let before = 0;
  for (const node of texts) {
    const from = Math.max(0, start - before);
    const to = Math.min(node.length, end - before);
    if (from < to) stretches.push({ node, from, to });
    before += node.length;
  }
  return stretches;
}
