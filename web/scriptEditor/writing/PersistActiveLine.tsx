import { useCallback, useEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { isSessionOver } from '#web/session/watchSession.ts';
import { type ActiveLine, isUnsavedLine } from '../line/activeLine.ts';
import { type ActiveLineEditor, toStoredLine } from '../line/activeLineEditor.ts';

/** Minimum time between two writes of the active line. */
const persistDelayMs = 300;

/** Persist the active line in the browser, and store it when the view closes. Renders nothing. */
export function PersistActiveLine({ writing, changes }: { writing: ActiveLineEditor; changes: ScriptSync }) {
  const line = useStore(writing.any);
  useKept(changes, line, writing.save);
  useUnsavedWarning(changes, line);
  useEffect(() => () => writing.leave(), [writing]);
  return null;
}

/** Persist the line at intervals and before the page is closed. */
function useKept({ storage }: ScriptSync, live: ActiveLine | null, onEmptied: () => void): void {
  const latest = useRef(live);
  latest.current = live;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const persist = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const line = latest.current;
    storage.storeLine(line && isUnsavedLine(line) ? toStoredLine(line) : null);
  }, [storage]);
  useEffect(() => {
    if (live === null) persist();
    // Persist the first letters at once, and later ones at intervals.
    else if (timer.current === undefined) {
      persist();
      timer.current = setTimeout(persist, persistDelayMs);
    }
  }, [persist, live]);
  useEffect(() => {
    const leave = () => {
      // The page is closed like a line that the caret leaves. A text waits for the next visit; an
      // emptied line has none.
      if (latest.current && isEmptied(latest.current)) onEmptied();
      persist();
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [persist, onEmptied]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

function useUnsavedWarning({ outbox, storage }: ScriptSync, live: ActiveLine | null): void {
  const latest = useRef(live);
  latest.current = live;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // Do not ask after a sign-out: everything is persisted until this user signs in again.
      if (isSessionOver() && !storage.isUnavailable.get()) return;
      const line = latest.current;
      const isWriting = line && isUnsavedLine(line);
      if (outbox.pending.length > 0 || isWriting) event.preventDefault();
    };
    // Do not subscribe on every keystroke: browsers notify other processes of each subscription.
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [outbox, storage]);
}
