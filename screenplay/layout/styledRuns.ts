import type { Span } from '../emphasis.ts';
import { firstSpanAfter } from '../styled.ts';
import { cellsOf } from './cells.ts';
import { cellPoints, defaultSizePoints } from './metrics.ts';
import type { TextRun } from './types.ts';

/**
 * Split one printed line into runs, one for each range of one style; an empty line gives no run.
 * `from` is the line's offset in the text to which the spans refer. `base` has the position of the
 * line and the style of its paragraph, to which the spans add.
 */
export function styledRuns(
  printed: string,
  from: number,
  spans: readonly Span[],
  base: Omit<TextRun, 'text'>,
): TextRun[] {
  const runs: TextRun[] = [];
  const to = from + printed.length;
  let { xPoints } = base;
  const add = (start: number, end: number, span: Span | null) => {
    if (end <= start) return;
    const text = printed.slice(start - from, end - from);
    runs.push({
      ...base,
      text,
      xPoints,
      isBold: base.isBold || (span?.isBold ?? false),
      isItalic: base.isItalic || (span?.isItalic ?? false),
      isUnderlined: base.isUnderlined || (span?.isUnderlined ?? false),
      ...(span?.isStruck && { isStruck: true }),
    });
    xPoints += (cellsOf(text) * cellPoints * (base.sizePoints ?? defaultSizePoints)) / defaultSizePoints;
  };
  let at = from;
  for (let index = firstSpanAfter(spans, from); index < spans.length; index++) {
    const span = spans[index] as Span;
    if (span.from >= to) break;
    const start = Math.max(at, span.from);
    const end = Math.min(span.to, to);
    add(at, start, null);
    add(start, end, span);
    at = end;
  }
  add(at, to, null);
  return runs;
}
