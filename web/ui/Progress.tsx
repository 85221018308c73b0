import { Progress as Radix } from 'radix-ui';
import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** 0 to 1; null while the end is unknown. */
  fraction: number | null;
}

export function Progress({ label, fraction }: ProgressProps) {
  const percent = fraction === null ? null : Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <Radix.Root className={styles.track} value={percent} aria-label={label}>
      <Radix.Indicator
        className={styles.bar}
        style={percent === null ? undefined : { transform: `translateX(${percent - 100}%)` }}
      />
    </Radix.Root>
  );
}
