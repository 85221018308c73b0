import type { ReactNode } from 'react';
import type { TextRun } from '#screenplay/diff.ts';
import styles from './WordRuns.module.css';

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Two texts as one: what was removed is struck, what was added underlined. */
export function WordRuns({ runs }: { runs: readonly TextRun[] }) {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const { text, kind } of runs) {
    const Tag = tags[kind];
    shown.push(
      <Tag key={at} className={styles[kind]}>
        {text}
      </Tag>,
    );
    at += text.length;
  }
  return shown;
}
