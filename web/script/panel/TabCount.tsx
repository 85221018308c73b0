import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './TabCount.module.css';

interface CountProps {
  count: number;
  /** Name of the count for screen readers. */
  of?: string | undefined;
  isUrgent?: boolean | undefined;
  className?: string | undefined;
}

const maxShown = 99;

/** Number on a small square; nothing at 0. */
export function TabCount({ count, of, isUrgent = false, className }: CountProps) {
  if (count <= 0) return null;
  const look = [styles.count, isUrgent && styles.urgent, className].filter(Boolean).join(' ');
  return (
    <>
      <span className={look} aria-hidden={of !== undefined || undefined}>
        {count > maxShown ? `${maxShown}+` : count}
      </span>
      {of !== undefined && (
        <>
          {' '}
          <VisuallyHidden>
            {count} {of}
          </VisuallyHidden>
        </>
      )}
    </>
  );
}
