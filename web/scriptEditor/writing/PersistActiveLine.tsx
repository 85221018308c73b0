import { useEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { isSessionOver } from '#web/session/watchSession.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import { autosaveLine } from '../line/autosaveLine.ts';
import { persistLine } from '../line/persistLine.ts';
import type { EditorNodes } from '../pages/nodes.ts';

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
  usePersistedLine(changes, writing);
  useEffect(() => {
    const isComposing = ({ current }: EditorNodes['field']) => current?.isComposing() ?? false;
    return autosaveLine(writing, () => isComposing(nodes.field) || isComposing(nodes.bottomInput));
  }, [writing, nodes]);
  useUnsavedWarning(changes, line);
  useEffect(() => () => writing.leave(), [writing]);
  return null;
}

/** Persist the line while it is written, and store it before the page is closed. */
function usePersistedLine(changes: ScriptSync, writing: ActiveLineEditor): void {
  useEffect(() => {
    const { persist, stop } = persistLine(writing, changes);
    const leave = () => {
      const line = writing.any.get();
      // The page may be closed for good, like a line that the caret leaves.
      if (line && isEmptied(line)) writing.save();
      else writing.flush();
      persist();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') writing.flush();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      stop();
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [changes, writing]);
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
