import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './BalanceFigure.module.css';

interface BalanceFigureProps {
  /** As it is read: "412.5". */
  figure: string;
  /** Name of the balance for screen readers. */
  unit: string;
  /** A word beside it, and how that looks. */
  status: string;
  tone: 'good' | 'warning' | 'bad';
}

/** One number, large, with a word on how it stands. */
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
