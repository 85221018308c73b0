import { useCallback, useEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { isSessionOver } from '#web/session/watchSession.ts';
import { type ActiveLine, isUnsavedLine } from '../line/activeLine.ts';
import { type ActiveLineEditor, toStoredLine } from '../line/activeLineEditor.ts';

/** Between two notes of what is being written, in case the page goes away. */
const keepEveryMs = 300;

/** Keeps what is being written as long as the view is there, and stores it when that goes. Shows nothing. */
export function PersistActiveLine({ writing, changes }: { writing: ActiveLineEditor; changes: ScriptSync }) {
  const line = useStore(writing.any);
  useKept(changes, line, writing.save);
  useUnsavedWarning(changes, line);
  useEffect(() => () => writing.leave(), [writing]);
  return null;
}

/** Notes what is being written, now and then and when the page may go away. */
function useKept({ storage }: ScriptSync, live: ActiveLine | null, onEmptied: () => void): void {
  const latest = useRef(live);
  latest.current = live;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const line = latest.current;
    storage.storeLine(line && isUnsavedLine(line) ? toStoredLine(line) : null);
  }, [storage]);
  useEffect(() => {
    if (live === null) keep();
    // The first words are kept at once, what follows them now and then.
    else if (timer.current === undefined) {
      keep();
      timer.current = setTimeout(keep, keepEveryMs);
    }
  }, [keep, live]);
  useEffect(() => {
    const leave = () => {
      // The caret leaves with the page. A text waits until the writer is back, and there is none.
      if (latest.current && isEmptied(latest.current)) onEmptied();
      keep();
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [keep, onEmptied]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

function useUnsavedWarning({ outbox, storage }: ScriptSync, live: ActiveLine | null): void {
  const latest = useRef(live);
  latest.current = live;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // Do not ask after a sign-out: everything is kept until this person signs in again.
      if (isSessionOver() && !storage.isUnavailable.get()) return;
      const line = latest.current;
      const isWriting = line && isUnsavedLine(line);
      if (outbox.pending.length > 0 || isWriting) event.preventDefault();
    };
    // Not anew at every key: browsers tell other processes of each.
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [outbox, storage]);
}
