import { useEffect, useMemo, useRef, useState } from 'react';
import type { Comparison } from '#screenplay/comparing/compareDrafts.ts';
import { pageStartsOf } from '#screenplay/comparing/rowLabels.ts';
import { Button } from '#web/ui/Button.tsx';
import { ComparedRowItem, type ComparedView } from './ComparedRowItem.tsx';
import styles from './ComparedRows.module.css';
import { type FoldedItem, foldUnchanged } from './folding.ts';

interface ComparedRowsProps {
  comparison: Comparison;
  view: ComparedView;
  /** Fold unchanged rows, except those next to a change. */
  isFolded: boolean;
  /** Row to focus. A new object focuses it again. */
  focused: { row: number } | null;
  onGo: (row: number) => void;
}

/** Rows rendered at a time, so that 4,000 changed elements stay fast. */
const portion = 200;

/** Show the rows of a comparison. More are rendered when the end comes into view. */
export function ComparedRows({ comparison, view, isFolded, focused, onGo }: ComparedRowsProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(portion);
  const list = useRef<HTMLOListElement>(null);
  const starts = useMemo(() => pageStartsOf(comparison), [comparison]);
  const items = useMemo(
    () => itemsOf(comparison, view, isFolded ? opened : null),
    [comparison, view, isFolded, opened],
  );
  const target = focused === null ? -1 : items.findIndex((item) => 'row' in item && item.row === focused.row);
  const count = Math.max(shown, target + portion / 2);
  // A row further down is rendered first.
  useEffect(() => {
    if (!focused) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${focused.row}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [focused]);
  return (
    <>
      <ol ref={list} className={styles.rows} data-view={view} aria-label="Compared elements">
        {items.slice(0, count).map((item) =>
          'row' in item ? (
            <ComparedRowItem
              key={item.row}
              {...{ comparison, view, onGo }}
              index={item.row}
              starts={starts[item.row]}
              isCurrent={item.row === focused?.row}
            />
          ) : (
            <li key={`fold ${item.fold.first}`} className={styles.fold}>
              <button type="button" onClick={() => setOpened(new Set([...opened, item.fold.first]))}>
                … {item.fold.count.toLocaleString('en-US')} unchanged elements
              </button>
            </li>
          ),
        )}
      </ol>
      {count < items.length && (
        <MoreRows rest={items.length - count} onMore={() => setShown(count + portion)} />
      )}
    </>
  );
}

/** Return the shown rows and folds. `opened` is null if nothing is folded. */
function itemsOf({ rows, passages }: Comparison, view: ComparedView, opened: ReadonlySet<number> | null) {
  // In one script, a passage that was moved away is one row.
  const indexes = [...rows.keys()].filter((index) => {
    const { passage = -1, after = null } = rows[index] ?? {};
    return view === 'sides' || passage < 0 || after !== null || passages[passage]?.fromRow === index;
  });
  if (!opened) return indexes.map((row): FoldedItem => ({ row }));
  const listed = indexes.map((index) => ({ type: rows[index]?.type ?? 'same' }));
  return foldUnchanged(listed, opened).map((item) =>
    'row' in item ? { row: indexes[item.row] ?? 0 } : item,
  );
}

/** Render more rows when the end comes into view, or on a press. */
function MoreRows({ rest, onMore }: { rest: number; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { root: end.current.closest('[data-scrolls]'), rootMargin: '1500px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={end} className={styles.more}>
      <Button size="small" onClick={onMore}>
        Show {Math.min(rest, portion).toLocaleString('en-US')} more of {rest.toLocaleString('en-US')}
      </Button>
    </div>
  );
}
