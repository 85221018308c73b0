import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Comparison } from '#screenplay/comparing/compareDrafts.ts';
import { describeCounts } from '#screenplay/comparing/countChanges.ts';
import { useIsPhone } from '#web/lib/media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './CompareDialog.module.css';
import type { ComparedView } from './ComparedRowItem.tsx';

interface ComparisonToolsProps {
  comparison: Comparison;
  view: ComparedView;
  onView: (view: ComparedView) => void;
  isFolded: boolean;
  onFolded: (isFolded: boolean) => void;
  /** Number of the current change, from 1; 0 before the first. */
  current: number;
  total: number;
  onStep: (by: 1 | -1) => void;
}

const icon = { size: 17, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Counts, and the controls of what is shown. */
export function ComparisonTools(props: ComparisonToolsProps) {
  const { comparison, view, onView, isFolded, onFolded, current, total, onStep } = props;
  const isPhone = useIsPhone();
  const views = { sides: 'Side by side', marked: 'One marked script' } as const;
  return (
    <div className={styles.tools}>
      <p className={styles.counts} role="status">
        {describeCounts(comparison.counts)}
      </p>
      <div className={styles.controls}>
        {!isPhone && (
          <fieldset className={styles.views}>
            <legend>View</legend>
            {Object.entries(views).map(([each, name]) => (
              <Button
                key={each}
                size="small"
                aria-pressed={view === each}
                onClick={() => onView(each as ComparedView)}
              >
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        <label className={styles.folded}>
          <Checkbox checked={isFolded} onChange={({ target }) => onFolded(target.checked)} />
          Only changes
        </label>
        <div className={styles.steps}>
          <span className={styles.position}>{positionText(current, total)}</span>
          <IconButton
            label="Previous change"
            tooltip="Previous change (Alt+↑)"
            aria-keyshortcuts="Alt+ArrowUp"
            disabled={current <= 1}
            onClick={() => onStep(-1)}
          >
            <ArrowUp {...icon} />
          </IconButton>
          <IconButton
            label="Next change"
            tooltip="Next change (Alt+↓)"
            aria-keyshortcuts="Alt+ArrowDown"
            disabled={current >= total}
            onClick={() => onStep(1)}
          >
            <ArrowDown {...icon} />
          </IconButton>
        </div>
      </div>
    </div>
  );
}

/** Return "3 of 45" with the noun; before the first change the count alone. */
function positionText(current: number, total: number): string {
  const count = total.toLocaleString('en-US');
  if (current > 0) return `Change ${current.toLocaleString('en-US')} of ${count}`;
  return total === 0 ? '' : `${count} change${total === 1 ? '' : 's'}`;
}
