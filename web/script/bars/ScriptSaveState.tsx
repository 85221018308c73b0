import { Check, CloudOff, LoaderCircle, PenLine } from 'lucide-react';
import { type HTMLAttributes, useEffect, useState } from 'react';
import { pagePath } from '#web/lib/basePath.ts';
import { isOffline } from '#web/lib/connection.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { isLiveDelayed } from '#web/presence/liveDelay.ts';
import type { SendState } from '#web/scriptSync/sendState.ts';
import { loginFor } from '#web/session/auth.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
import styles from './bars.module.css';
import { pendingChangesText } from './pendingChangesText.ts';

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;
const delayedText = 'Live updates delayed';
/** Minimum duration of a save before it is shown. */
const patienceMs = 400;

interface SaveStateProps {
  state: SendState;
  /** The active line has unsaved text. */
  isWriting: boolean;
  /** Number of pending changes. */
  waiting: number;
  /** The browser has no room for pending changes. */
  isRejected: boolean;
  /** Whether calls get no reply, with or without pending changes. */
  isOffline: boolean;
  /** Whether changes of others may arrive late, so the pages may be outdated. */
  isDelayed: boolean;
  onRetry: () => void;
}

/** Show the save state in a separate component, so that the bar does not re-render. */
export function EditorSaveState({ canWrite }: { canWrite: boolean }) {
  const { sync, writing } = useScriptScreen();
  const isCutOff = useStore(isOffline);
  const state = useStore(afterPaint(sync.state));
  const isWriting = useStore(afterPaint(writing.isUnsaved));
  const waiting = useStore(afterPaint(sync.pending)).length;
  const isRejected = useStore(sync.storage.isUnavailable);
  const isDelayed = useStore(isLiveDelayed);
  // Readers have nothing to save, but see why nothing new arrives.
  const isShown = canWrite || isCutOff || isDelayed;
  return (
    <>
      {isShown && (
        <ScriptSaveState
          {...{ state, isWriting, waiting, isRejected, isDelayed }}
          isOffline={isCutOff}
          onRetry={sync.outbox.retry}
        />
      )}
      {/* Announce the delay once, not after every save. */}
      <VisuallyHidden role="status">{isDelayed ? delayedText : ''}</VisuallyHidden>
    </>
  );
}

/** Save state in muted text. */
export function ScriptSaveState(props: SaveStateProps) {
  const { state, isWriting, waiting, isRejected, isDelayed } = props;
  const { onRetry } = props;
  const isSlow = useIsSlow(state.status === 'saving');
  const isCutOff = props.isOffline && state.status !== 'rejected';
  const reason = state.status === 'waiting' ? state.reason : isCutOff ? 'offline' : null;
  if (reason !== null)
    return (
      <span className={styles.unsaved} role="status">
        <CloudOff {...icon} />
        <span className={styles.saveText}>
          {pendingChangesText(reason, waiting + (isWriting ? 1 : 0), isRejected)}
        </span>
        {reason === 'signedOut' ? (
          <a className={styles.retry} href={loginFor(pagePath())} target="_blank" rel="noreferrer">
            Sign in
          </a>
        ) : null}
        <button type="button" className={styles.retry} onClick={onRetry}>
          Try now
        </button>
      </span>
    );
  if (state.status === 'rejected') return warning('Not saved', { role: 'status' });
  // Do not announce every line that is begun.
  if (isWriting && !isSlow)
    return (
      <span className={styles.saved}>
        <PenLine {...icon} />
        <span className={styles.saveText}>Writing</span>
      </span>
    );
  if (isDelayed && !isSlow) return warning(delayedText, { 'aria-hidden': true });
  return (
    <span className={styles.saved} role="status">
      {isSlow ? <LoaderCircle {...icon} /> : <Check {...icon} />}
      <span className={styles.saveText}>{isSlow ? 'Saving' : 'Saved'}</span>
    </span>
  );
}

function warning(text: string, props: HTMLAttributes<HTMLElement>) {
  return (
    <span className={styles.unsaved} {...props}>
      <CloudOff {...icon} />
      <span className={styles.saveText}>{text}</span>
    </span>
  );
}

function useIsSlow(isSaving: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isSaving) return setIsSlow(false);
    const timer = setTimeout(() => setIsSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isSaving]);
  return isSlow;
}
