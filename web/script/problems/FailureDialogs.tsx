import { useMemo } from 'react';
import { wordDifferences } from '#screenplay/diff.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import { useTypingPause } from '#web/lib/useTypingPause.ts';
import styles from '#web/scriptEditor/verbs/editing.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { WordRuns } from '#web/ui/WordRuns.tsx';

/** Rest after the last key before a dialog opens while the user may be writing. */
const typingRestMs = 1000;

interface ConflictDialogProps {
  current: Element;
  yours: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Keep the other text, and insert the user's text after it. */
  onKeepBoth: () => void;
}

/**
 * Dialog after two people changed the same words; the user's text stays until the decision
 * (decision OQ-27).
 */
export function ConflictDialog({ current, yours, ...on }: ConflictDialogProps) {
  const runs = useMemo(() => {
    const [theirs, own] = [plainText(current.content), plainText(yours)];
    // Texts that differ only in marks are shown with them.
    return theirs === own ? wordDifferences(current.content, yours) : wordDifferences(theirs, own);
  }, [current.content, yours]);
  const isOpen = useTypingPause(typingRestMs);
  return (
    <Dialog
      open={isOpen}
      role="alertdialog"
      width="wide"
      title="Changed by someone else"
      description="While you were writing, someone else saved other words for this element. Which text should stay?"
      footer={
        <>
          <Button onClick={on.onTakeTheirs}>Use their text</Button>
          <Button onClick={on.onKeepBoth}>Keep both</Button>
          <Button kind="primary" onClick={on.onKeepMine}>
            Keep my text
          </Button>
        </>
      }
    >
      <dl className={styles.texts}>
        <dt>Your text</dt>
        <dd>
          <WordRuns runs={runs.filter(({ type }) => type !== 'removed')} />
        </dd>
        <dt>Their text</dt>
        <dd>
          <WordRuns runs={runs.filter(({ type }) => type !== 'added')} />
        </dd>
      </dl>
    </Dialog>
  );
}

interface GoneDialogProps {
  yours: string;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Dialog after the element was deleted by someone else. */
export function ElementDeletedDialog({ yours, onRestore, onDiscard }: GoneDialogProps) {
  const isOpen = useTypingPause(typingRestMs);
  return (
    <Dialog
      open={isOpen}
      role="alertdialog"
      title="Deleted by someone else"
      description="This element was deleted while you were writing. Your text can come back as a new element in the same place."
      footer={
        <>
          <Button onClick={onDiscard}>Discard my text</Button>
          <Button kind="primary" onClick={onRestore}>
            Put it back
          </Button>
        </>
      }
    >
      <dl className={styles.texts}>
        <dt>Your text</dt>
        <dd>{yours}</dd>
      </dl>
    </Dialog>
  );
}
