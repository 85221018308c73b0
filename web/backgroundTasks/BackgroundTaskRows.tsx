import { Download, X } from 'lucide-react';
import type { BackgroundTask, ShownWork } from '#web/backgroundTasks/backgroundTasks.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './BackgroundTaskRows.module.css';

/** Show each task's progress with Cancel, or the actions on its result. */
export function BackgroundTaskRows({ works }: { works: readonly ShownWork[] }) {
  return (
    <ul className={styles.works} aria-label="In the background">
      {works.map(({ key, ...work }) => (
        <WorkRow key={key} {...work} />
      ))}
    </ul>
  );
}

function WorkRow({ label, state }: BackgroundTask) {
  if (state.status === 'running') {
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
        {state.status === 'done' ? `${label} is ready.` : `${label}: ${state.text}`}
      </span>
      {state.status === 'done' &&
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
