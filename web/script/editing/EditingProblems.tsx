import { Button } from '#web/ui/Button.tsx';
import { ConflictDialog, GoneDialog } from './FailureDialogs.tsx';
import { Notice } from './Notice.tsx';
import type { useLiveElement } from './useLiveElement.ts';

interface EditingProblemsProps {
  editing: ReturnType<typeof useLiveElement>;
  failureId: string;
  onRetry: () => Promise<void>;
  /** Of an insert or a delete. */
  otherFailure: string | null;
  onDismissOther: () => void;
}

/** What stands between the writer and a stored text. */
export function EditingProblems(props: EditingProblemsProps) {
  const { editing, failureId, onRetry, otherFailure, onDismissOther } = props;
  const { live, failure, isSaving } = editing;
  return (
    <>
      {live && failure?.kind === 'conflict' && (
        <ConflictDialog
          current={failure.current}
          yours={live.text}
          isBusy={isSaving}
          onKeepMine={() => void editing.keepMine(failure.current)}
          onTakeTheirs={() => editing.takeTheirs(failure.current)}
          onClose={editing.dismissFailure}
        />
      )}
      {live && failure?.kind === 'gone' && (
        <GoneDialog
          yours={live.text}
          onRestore={() => void editing.restore()}
          onDiscard={editing.discard}
          onClose={editing.dismissFailure}
        />
      )}
      {live && failure?.kind === 'failed' && (
        <Notice id={failureId} text={failure.message}>
          <Button size="small" isBusy={isSaving} onClick={() => void onRetry()}>
            Try again
          </Button>
        </Notice>
      )}
      {otherFailure && (
        <Notice text={otherFailure}>
          <Button size="small" onClick={onDismissOther}>
            Close
          </Button>
        </Notice>
      )}
    </>
  );
}
