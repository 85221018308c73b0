import type { TextRun } from '#screenplay/diff.ts';
import styles from './SuggestionCard.module.css';

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

/** One of two texts, with what the other one has not: removed words struck, added ones underlined. */
export function Words({ runs, without }: { runs: readonly TextRun[]; without: 'removed' | 'added' }) {
  const own = runs.filter(({ kind }) => kind !== without);
  const starts = own.map((_, index) => own.slice(0, index).reduce((sum, { text }) => sum + text.length, 0));
  return own.map(({ text, kind }, index) => {
    const Tag = tags[kind];
    return (
      <Tag key={starts[index]} className={styles[kind]}>
        {text}
      </Tag>
    );
  });
}
