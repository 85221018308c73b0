import { useCallback, useEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { isSessionOver } from '#web/session/watchSession.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import { autosaveLine } from '../line/autosaveLine.ts';
import { toStoredLine } from '../line/storedLine.ts';
import type { EditorNodes } from '../pages/nodes.ts';

/** Minimum time between two writes of the active line. */
const persistDelayMs = 300;

interface PersistActiveLineProps {
  writing: ActiveLineEditor;
  changes: ScriptSync;
  nodes: EditorNodes;
}

/**
 * Save the active line while it is written, persist it in the browser until then, and store it when
 * the view closes. Renders nothing.
 */
export function PersistActiveLine({ writing, changes, nodes }: PersistActiveLineProps) {
  const line = useStore(writing.any);
  useKept(changes, line, writing);
  useEffect(() => {
    const isComposing = ({ current }: EditorNodes['field']) => current?.isComposing() ?? false;
    return autosaveLine(writing, () => isComposing(nodes.field) || isComposing(nodes.bottomInput));
  }, [writing, nodes]);
  useUnsavedWarning(changes, line);
  useEffect(() => () => writing.leave(), [writing]);
  return null;
}

/** Persist the line at intervals and before the page is closed. */
function useKept({ storage }: ScriptSync, live: ActiveLine | null, writing: ActiveLineEditor): void {
  const latest = useRef(live);
  latest.current = live;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const persist = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const line = latest.current;
    // An explicit edit without text ends as if it had been cancelled.
    const isCancelled = line?.explicitBase !== undefined && isEmptied(line);
    storage.storeLine(line && isUnsavedLine(line) && !isCancelled ? toStoredLine(line) : null);
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
      // The page may be closed for good, like a line that the caret leaves.
      if (latest.current && isEmptied(latest.current)) writing.save();
      else writing.flush();
      latest.current = writing.any.get();
      persist();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') writing.flush();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [persist, writing]);
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
