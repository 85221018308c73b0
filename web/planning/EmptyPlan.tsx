import { Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import styles from './EmptyPlan.module.css';

/** Before the first act. `onAdd`: for those who may write. */
export function EmptyPlan({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <div className={styles.empty}>
      <svg className={styles.drawing} viewBox="0 0 420 120" aria-hidden="true">
        <path d="M10 92C70 88 80 60 120 66s50 18 90-8 50 10 84-22 60-20 116 34" />
        <path d="M10 110h400" strokeDasharray="98 3" />
        <path d="M10 92v0M120 60v12M210 52v12M294 30v12" />
      </svg>
      <h3 className={styles.title}>No acts yet</h3>
      <p className={styles.text}>
        {onAdd ? 'Add an act, then lay its beats out like index cards.' : 'Nothing has been planned so far.'}
      </p>
      {onAdd && (
        <Button
          size="large"
          className={styles.add}
          icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={onAdd}
        >
          Add Act
        </Button>
      )}
    </div>
  );
}
