import type { ReactNode } from 'react';
import { type ComparedRun, lookChangeOf } from '#screenplay/comparing/compareStyled.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ComparedText.module.css';

interface ComparedTextProps {
  runs: readonly ComparedRun[];
  /** Whether a screen reader announces each run; otherwise the row does. */
  isEachAnnounced: boolean;
}

const tags = { same: 'span', removed: 'del', added: 'ins', restyled: 'mark' } as const;
const announced = { same: '', removed: 'Deleted: ', added: 'Inserted: ', restyled: '' } as const;

/** Show a compared text: deleted text is struck, inserted text underlined, restyled text dotted. */
export function ComparedText({ runs, isEachAnnounced }: ComparedTextProps) {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const run of runs) {
    const { text, type, look } = run;
    const Tag = tags[type];
    const change = type === 'restyled' ? lookChangeOf(run) : null;
    shown.push(
      <Tag
        key={at}
        className={styles[type]}
        data-bold={look.isBold || undefined}
        data-italic={look.isItalic || undefined}
        {...(change && { title: change })}
      >
        {isEachAnnounced && announced[type] && <VisuallyHidden>{announced[type]}</VisuallyHidden>}
        {change && <VisuallyHidden>({change}) </VisuallyHidden>}
        {look.isUnderlined ? <u>{text}</u> : text}
      </Tag>,
    );
    at += text.length;
  }
  return shown;
}
