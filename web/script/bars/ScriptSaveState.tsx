import { Check, CloudOff, LoaderCircle, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorTexts } from '#shared/errors.ts';
import { loginFor } from '#web/lib/auth.ts';
import { useStore } from '#web/lib/store.ts';
import type { SendState } from '../changes/outbox.ts';
import { useDesk } from '../desk/scriptDesk.ts';
import styles from './bars.module.css';

const waitingTexts = {
  offline: 'No connection. Kept on this device',
  server: 'The server does not answer. Kept on this device',
  signedOut: 'Signed out. Kept on this device',
  full: errorTexts.diskFull,
} as const;

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** A save that takes no longer is not worth a word. */
const patienceMs = 400;

interface SaveStateProps {
  state: SendState;
  /** There are words in the line being written that go when it is left. */
  isWriting: boolean;
  onRetry: () => void;
}

/** By itself, so that the bar around it stays as it is while lines come and go. */
export function SaveStateOnDesk() {
  const { changes, writing } = useDesk();
  return (
    <ScriptSaveState
      state={useStore(changes.state)}
      isWriting={useStore(writing.isUnsaved)}
      onRetry={changes.outbox.retry}
    />
  );
}

/** Whether the server has everything, said quietly. */
export function ScriptSaveState({ state, isWriting, onRetry }: SaveStateProps) {
  const isSlow = useIsSlow(state.is === 'saving');
  if (state.is === 'waiting')
    return (
      <span className={styles.unsaved} role="status">
        <CloudOff {...icon} />
        <span className={styles.saveText}>{waitingTexts[state.reason]}</span>
        {state.reason === 'signedOut' ? (
          <a
            className={styles.retry}
            href={loginFor(window.location.pathname)}
            target="_blank"
            rel="noreferrer"
          >
            Sign in
          </a>
        ) : null}
        <button type="button" className={styles.retry} onClick={onRetry}>
          Try now
        </button>
      </span>
    );
  if (state.is === 'refused')
    return (
      <span className={styles.unsaved} role="status">
        <CloudOff {...icon} />
        <span className={styles.saveText}>Not saved</span>
      </span>
    );
  // Nobody is told of every line that is begun.
  if (isWriting && !isSlow)
    return (
      <span className={styles.saved}>
        <PenLine {...icon} />
        <span className={styles.saveText}>Writing</span>
      </span>
    );
  return (
    <span className={styles.saved} role="status">
      {isSlow ? <LoaderCircle {...icon} /> : <Check {...icon} />}
      <span className={styles.saveText}>{isSlow ? 'Saving' : 'Saved'}</span>
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
