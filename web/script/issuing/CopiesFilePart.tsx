import { withNoun } from '#screenplay/facts/prose.ts';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './Issues.module.css';
import { useCopiesFile } from './useCopiesFile.ts';

interface CopiesFilePartProps {
  issue: ScriptIssue;
  isColored: boolean;
}

/** Make all copies of an issue in one file. It continues while the dialog is closed. */
export function CopiesFilePart({ issue, isColored }: CopiesFilePartProps) {
  const { state, start, cancel, save } = useCopiesFile(issue);
  const count = withNoun(issue.copies.length, 'copy', 'copies');
  if (state.status === 'running')
    return (
      <div className={styles.progress}>
        <Progress label="Making the copies" fraction={state.progress} />
        <p className={styles.note} role="status">
          {`${count} are being made. You can close this dialog.`}
        </p>
        <div className={styles.buttons}>
          <Button onClick={cancel}>Cancel the copies</Button>
        </div>
      </div>
    );
  return (
    <>
      {state.status === 'failed' && (
        <p className={styles.text} role="alert">
          {state.text}
        </p>
      )}
      {state.status === 'done' && (
        <p className={styles.text} role="status">
          {`${count} in one file of ${fileSize(state.made.blob.size)}.`}
        </p>
      )}
      <div className={styles.buttons}>
        {state.status === 'done' && <Button onClick={() => save(state.made)}>Save copies</Button>}
        <Button onClick={() => start(isColored)}>
          {state.status === 'done' ? 'Make them again' : `Make ${count}`}
        </Button>
      </div>
    </>
  );
}
