import { Download, X } from 'lucide-react';
import type { LongWork, ShownWork } from '#web/lib/longWork.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './LongWorkRows.module.css';
import { Progress } from './Progress.tsx';

/** How far each is, and the way to end it, or to keep what was made. */
export function LongWorkRows({ works }: { works: readonly ShownWork[] }) {
  return (
    <ul className={styles.works} aria-label="In the background">
      {works.map(({ key, ...work }) => (
        <WorkRow key={key} {...work} />
      ))}
    </ul>
  );
}

function WorkRow({ label, state }: LongWork) {
  if (state.is === 'running') {
    const { fraction, cancel } = state;
    const percent = fraction === null ? '' : `, ${Math.round(fraction * 100)} %`;
    return (
      <li className={styles.work}>
        <span className={styles.label}>{`${label}${percent}`}</span>
        <span className={styles.progress}>
          <Progress label={label} fraction={fraction} />
        </span>
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
      </li>
    );
  }
  return (
    <li className={styles.work}>
      <span className={styles.label} role="status">
        {state.is === 'done' ? `${label} is ready.` : `${label}: ${state.text}`}
      </span>
      {state.is === 'done' &&
        state.actions.map(({ label: action, run }) => (
          <Button
            key={action}
            size="small"
            icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
            onClick={run}
          >
            {action}
          </Button>
        ))}
      <IconButton label={`Dismiss ${label}`} size="small" onClick={state.dismiss}>
        <X size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
