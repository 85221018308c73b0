import { useMemo, useState } from 'react';
import type { ComparedRow } from '#screenplay/compare.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { PastElement } from '#screenplay/past.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { WordRuns } from '#web/ui/WordRuns.tsx';
import styles from './ComparedRows.module.css';
import { foldUnchanged } from './folding.ts';

/** Rows rendered at a time, so that 4,000 changed elements stay fast. */
const portion = 200;

/** The sign next to a row, so that colour is not the only cue. */
const signs = {
  same: { sign: '', says: '' },
  changed: { sign: '~', says: 'Changed' },
  added: { sign: '+', says: 'Added' },
  removed: { sign: '−', says: 'Removed' },
  moved: { sign: '↕', says: 'Moved' },
} as const;

/** Show two scripts side by side. Unchanged rows are folded, except those next to a change. */
export function ComparedRows({ rows }: { rows: readonly ComparedRow[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(portion);
  const items = useMemo(() => foldUnchanged(rows, opened), [rows, opened]);
  const rest = items.length - shown;
  return (
    <>
      <ol className={styles.rows}>
        {items.slice(0, shown).map((item) =>
          'row' in item ? (
            <Row key={keyOf(item.row)} row={item.row} />
          ) : (
            <li key={`fold ${item.fold.first}`} className={styles.fold}>
              <button type="button" onClick={() => setOpened(new Set([...opened, item.fold.first]))}>
                … {item.fold.count.toLocaleString('en-US')} unchanged elements
              </button>
            </li>
          ),
        )}
      </ol>
      {rest > 0 && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setShown(shown + portion)}>
            Show {Math.min(rest, portion).toLocaleString('en-US')} more of {rest.toLocaleString('en-US')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A moved element has two rows. */
function keyOf({ before, after }: ComparedRow): string {
  return `${before?.id ?? ''} ${after?.id ?? ''}`;
}

function Row({ row }: { row: ComparedRow }) {
  const { type, before, after, runs } = row;
  const { sign, says } = signs[type];
  return (
    <li className={styles.row} data-kind={type}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      {says && <VisuallyHidden>{says}: </VisuallyHidden>}
      <div className={styles.cell}>
        {before && (
          <Text
            element={before}
            other={type === 'changed' ? after : null}
            isWhole={type === 'removed' ? 'removed' : null}
            runs={type === 'changed' ? (runs?.filter((run) => run.type !== 'added') ?? null) : null}
          />
        )}
      </div>
      <div className={styles.cell}>
        {after && (
          <Text
            element={after}
            other={type === 'changed' ? before : null}
            isWhole={type === 'added' ? 'added' : null}
            runs={runs?.filter((run) => run.type !== 'removed') ?? null}
          />
        )}
      </div>
    </li>
  );
}

interface TextProps {
  element: PastElement;
  /** The element on the other side, if the two differ. */
  other: PastElement | null;
  /** Whether the whole element was added or removed. */
  isWhole: 'added' | 'removed' | null;
  runs: ComparedRow['runs'];
}

function Text({ element, other, isWhole, runs }: TextProps) {
  const { elementType, content, characterName, parenthetical } = element;
  const facts = other && [
    other.elementType !== elementType && elementLabels[elementType],
    other.characterName !== characterName && (characterName ?? 'no character'),
    other.parenthetical !== parenthetical && (parenthetical ?? 'no parenthetical'),
  ];
  const factsText = facts?.filter(Boolean).join(', ');
  return (
    <div className={styles.text} data-type={elementType}>
      {factsText && <p className={styles.facts}>{factsText}</p>}
      <p>
        <WordRuns runs={runs ?? [{ text: content, type: isWhole ?? 'same' }]} />
      </p>
    </div>
  );
}
