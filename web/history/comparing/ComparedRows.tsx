import { useEffect, useMemo, useRef, useState } from 'react';
import type { Comparison } from '#screenplay/comparing/compareDrafts.ts';
import { type PageStarts, pageStartsOf } from '#screenplay/comparing/rowLabels.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
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

/** Items of one chunk, which is rendered again only when it changes. */
const chunkSize = 50;
/** Chunks rendered at a time, so that 4,000 changed elements stay fast. */
const portion = 4;

/** Show the rows of a comparison. More are rendered when the end comes into view. */
export function ComparedRows({ comparison, view, isFolded, focused, onGo }: ComparedRowsProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(portion);
  const list = useRef<HTMLOListElement>(null);
  const starts = useMemo(() => pageStartsOf(comparison), [comparison]);
  const chunks = useMemo(
    () => chunksOf(itemsOf(comparison, view, isFolded ? opened : null)),
    [comparison, view, isFolded, opened],
  );
  const target = chunks.findIndex((items) => hasRow(items, focused?.row));
  const count = Math.max(shown, target + 2);
  const rest = chunks.slice(count).reduce((sum, items) => sum + items.length, 0);
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
        {chunks.slice(0, count).map((items, index) => (
          <Chunk
            key={keyOf(items[0])}
            {...{ comparison, view, starts, items, onGo }}
            current={index === target ? (focused?.row ?? -1) : -1}
            onOpen={(first) => setOpened(new Set([...opened, first]))}
          />
        ))}
      </ol>
      {rest > 0 && <MoreRows rest={rest} onMore={() => setShown(count + portion)} />}
    </>
  );
}

interface ChunkProps extends Pick<ComparedRowsProps, 'comparison' | 'view' | 'onGo'> {
  items: readonly FoldedItem[];
  starts: readonly PageStarts[];
  /** The focused row, if it is in this chunk. */
  current: number;
  onOpen: (first: number) => void;
}

const Chunk = memoWithStableHandlers(({ items, starts, current, onOpen, ...rest }: ChunkProps) =>
  items.map((item) =>
    'row' in item ? (
      <ComparedRowItem
        key={keyOf(item)}
        {...rest}
        index={item.row}
        starts={starts[item.row]}
        isCurrent={item.row === current}
      />
    ) : (
      <li key={keyOf(item)} className={styles.fold}>
        <button type="button" onClick={() => onOpen(item.fold.first)}>
          … {item.fold.count.toLocaleString('en-US')} unchanged elements
        </button>
      </li>
    ),
  ),
);

function chunksOf(items: readonly FoldedItem[]): FoldedItem[][] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, index) => items.slice(index * chunkSize, (index + 1) * chunkSize));
}

function keyOf(item: FoldedItem | undefined): string {
  if (!item) return '';
  return 'row' in item ? `row ${item.row}` : `fold ${item.fold.first}`;
}

function hasRow(items: readonly FoldedItem[], row: number | undefined): boolean {
  return row !== undefined && items.some((item) => 'row' in item && item.row === row);
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
        Show {Math.min(rest, portion * chunkSize).toLocaleString('en-US')} more of{' '}
        {rest.toLocaleString('en-US')}
      </Button>
    </div>
  );
}
