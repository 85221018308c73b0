import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './BalanceFigure.module.css';

interface BalanceFigureProps {
  /** Formatted number: "412.5". */
  figure: string;
  /** Name of the balance for screen readers. */
  unit: string;
  /** A word next to the number, and its style. */
  status: string;
  tone: 'good' | 'warning' | 'bad';
}

/** Show a large number with a word about its status. */
export function BalanceFigure({ figure, unit, status, tone }: BalanceFigureProps) {
  return (
    <p className={styles.balance}>
      <span className={styles.number}>{figure}</span>
      <VisuallyHidden>{unit}</VisuallyHidden>
      <span className={styles.badge} data-tone={tone}>
        {status}
      </span>
    </p>
  );
}
