import type { ReactNode } from 'react';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import styles from './SidebarEntry.module.css';

interface EntryProps {
  label: string;
  isNarrow: boolean;
  /** One link or button that takes a ref. */
  children: ReactNode;
}

/** Show a row of the sidebar; in the narrow sidebar with a tooltip. */
export function SidebarEntry({ label, isNarrow, children }: EntryProps) {
  return isNarrow ? (
    <Tooltip text={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}

export function entryClass(isNarrow: boolean): string {
  return isNarrow ? `${styles.entry} ${styles.narrow}` : `${styles.entry}`;
}
