import { useMemo, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ContextGroup } from './ContextGroup.tsx';
import styles from './ContextLine.module.css';
import { groupsOf, inNumbers } from './givenWords.ts';
import type { Session } from './session.ts';
import type { PreviewState } from './useContextPreview.ts';

interface ContextListProps {
  id: string;
  given: PreviewState;
  leaveOut: ReadonlySet<string>;
  assistant: Session;
  /** The provider's model that receives the context; null for the built-in engine. */
  recipient: string | null;
}

/** The filter is shown if there are more scenes than this. */
const fewScenes = 20;
const none: never[] = [];

/** List the parts of the project, the form in which each is sent, and a checkbox to exclude it. */
export function ContextList({ id, given, leaveOut, assistant, recipient }: ContextListProps) {
  const { preview, isFetching, isError, retry } = given;
  const [filter, setFilter] = useState('');
  const parts = preview?.parts ?? none;
  const query = filter.trim().toLowerCase();
  const shown = useMemo(
    () => parts.filter(({ label }) => label.toLowerCase().includes(query)),
    [parts, query],
  );
  const groups = useMemo(() => groupsOf(shown), [shown]);
  const hasFilter = parts.filter(({ kind }) => kind === 'scene').length > fewScenes;

  return (
    <section id={id} className={styles.list} aria-label="Context for the assistant" aria-busy={isFetching}>
      {isError && (
        <div className={styles.note} role="alert">
          <p>The context could not be loaded.</p>
          <Button size="small" isBusy={isFetching} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {!preview && !isError && (
        <p className={styles.note} role="status">
          Reading the project...
        </p>
      )}
      {preview && (
        <div className={styles.tools}>
          {hasFilter && (
            <input
              type="search"
              className={styles.filter}
              aria-label="Filter the context"
              placeholder="Filter scenes and characters"
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
            />
          )}
          <p className={styles.count} role="status">
            {query !== '' && `${inNumbers(shown.length)} of ${inNumbers(parts.length)}`}
          </p>
          <Button size="small" disabled={leaveOut.size === 0} onClick={assistant.giveEverything}>
            Give everything
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <ContextGroup key={group.kind} group={group} leaveOut={leaveOut} onLeaveOut={assistant.leaveOut} />
      ))}
      {recipient !== null && (
        <p className={styles.note}>Goes to {recipient}. The owner of the project can read what was sent.</p>
      )}
      {preview && parts.length === 0 && (
        <p className={styles.note}>The project is empty, so there is no context yet.</p>
      )}
      {parts.length > 0 && shown.length === 0 && <p className={styles.note}>No matches.</p>}
    </section>
  );
}
