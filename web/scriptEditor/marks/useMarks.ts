import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import './marks.css';
import { highlightName, type Mark, type MarkKind, markKinds } from '../pages/mark.ts';
import { renderedRanges } from './ranges.ts';

/**
 * Paint marks over the rendered pages with the CSS Highlight API, so that nothing moves or
 * re-renders; a browser without it paints none. Only elements in the document are considered:
 * `revision` is any value that changes with the rendered content; pages that scrolling adds are
 * noticed.
 */
export function useMarks(
  desk: RefObject<HTMLElement | null>,
  revision: unknown,
  marks: readonly Mark[],
  /** Return the selected range of an element, or null; called only for rendered elements. */
  selectedOf: ((elementId: number) => { start: number; end: number } | null) | null = null,
): void {
  const byElement = useMemo(() => marksBy(marks, selectedOf), [marks, selectedOf]);

  const painted = useRef<{ revision: unknown; byElement: unknown } | null>(null);
  useLayoutEffect(() => {
    const last = painted.current;
    if (!desk.current || (last?.revision === revision && last?.byElement === byElement)) return;
    painted.current = { revision, byElement };
    paint(desk.current, byElement);
  });

  useEffect(() => {
    const node = desk.current;
    if (!node || byElement === null || !canPaint()) return;
    let frame = 0;
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        paint(node, byElement);
      });
    });
    observer.observe(node, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [desk, byElement]);

  useEffect(() => erase, []);
}

function canPaint(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight !== 'undefined';
}

interface MarksOf {
  get(elementId: number): readonly Mark[] | undefined;
}

/** Null where there is nothing to paint. */
function marksBy(
  marks: readonly Mark[],
  selectedOf: ((elementId: number) => { start: number; end: number } | null) | null,
): MarksOf | null {
  const own = Map.groupBy(marks, ({ elementId }) => elementId);
  if (!selectedOf) return own.size > 0 ? own : null;
  return {
    get(elementId) {
      const selected = selectedOf(elementId);
      const others = own.get(elementId);
      return selected ? [...(others ?? []), { type: 'selected', elementId, ...selected }] : others;
    },
  };
}

function paint(desk: HTMLElement, marks: MarksOf | null): void {
  if (!canPaint()) return;
  const ranges = new Map<MarkKind, AbstractRange[]>();
  if (marks) {
    for (const { mark, stretch } of renderedRanges(desk, marks)) {
      const { node, from, to } = stretch;
      // Static: hundreds of live ones would be kept up to date with every change of the document.
      const range = new StaticRange({
        startContainer: node,
        startOffset: from,
        endContainer: node,
        endOffset: to,
      });
      const own = ranges.get(mark.type);
      if (own) own.push(range);
      else ranges.set(mark.type, [range]);
    }
  }
  for (const [priority, kind] of markKinds.entries()) {
    const own = ranges.get(kind);
    if (!own) {
      CSS.highlights.delete(highlightName(kind));
      continue;
    }
    const highlight = new Highlight(...own);
    highlight.priority = priority;
    CSS.highlights.set(highlightName(kind), highlight);
  }
}

function erase(): void {
  if (canPaint()) for (const kind of markKinds) CSS.highlights.delete(highlightName(kind));
}
