import type { ReactNode } from 'react';
import styles from './WordRuns.module.css';

/** A range of two compared texts. */
interface WordRun {
  text: string;
  type: 'same' | 'added' | 'removed';
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Show the difference of two texts: removed text is struck, added text underlined. */
export function WordRuns({ runs }: { runs: readonly WordRun[] }) {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const { text, type } of runs) {
    const Tag = tags[type];
    shown.push(
      <Tag key={at} className={styles[type]}>
        {text}
      </Tag>,
    );
    at += text.length;
  }
  return shown;
}
