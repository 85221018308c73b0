import type { ReactNode } from 'react';
import styles from './WordRuns.module.css';

/** A stretch of two texts laid over each other. */
interface WordRun {
  text: string;
  type: 'same' | 'added' | 'removed';
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Two texts as one: what was removed is struck, what was added underlined. */
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
