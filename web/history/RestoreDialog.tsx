import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { editsToRestore, type RestoringEdit } from '#screenplay/restoring.ts';
import { maxEdits, type ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import dialog from './dialogs.module.css';
import { asPast } from './entryText.ts';
import { scriptAtQuery } from './history.data.ts';
import { countEdits, restoringText } from './restoringText.ts';
import type { Side } from './side.ts';

interface RestoreDialogProps {
  projectId: number;
  elements: readonly Element[];
  side: Side;
  onChange: (edits: ScriptEdit[], label: string) => Promise<void>;
  onClose: () => void;
}

/** Ask before the script is restored to a moment, and show how much changes. */
export function RestoreDialog({ projectId, elements, side, onChange, onClose }: RestoreDialogProps) {
  const moment = side.moment ?? { historyId: 0 };
  const { data, isError, isFetching, refetch } = useQuery(scriptAtQuery(projectId, moment));
  // A response from before the deletion of an element lacks that element's text.
  const past = isFetching ? undefined : data;
  const edits = useMemo(() => past && editsToRestore(elements.map(asPast), past.elements), [elements, past]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const canRestore = edits !== undefined && edits.length > 0 && !isTooMuch(edits);

  const restore = async () => {
    if (!edits) return;
    setBusy(true);
    setFailure(null);
    try {
      await onChange(edits, 'Restore');
      onClose();
    } catch (error) {
      setFailure(messageOf(error, 'The script could not be restored. Please try again.'));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isBusy) onClose();
      }}
      role="alertdialog"
      title={`Restore the script: ${side.label}`}
      description={isError && !isFetching ? failedText : descriptionOf(edits)}
      footer={
        <>
          <Button autoFocus disabled={isBusy} onClick={onClose}>
            {canRestore || edits === undefined ? 'Cancel' : 'Close'}
          </Button>
          {isError ? (
            <Button isBusy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          ) : (
            (canRestore || edits === undefined) && (
              <Button kind="primary" disabled={!canRestore} isBusy={isBusy} onClick={() => void restore()}>
                Restore
              </Button>
            )
          )}
        </>
      }
    >
      {failure && (
        <p className={dialog.failure} role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

const failedText = 'The script at that moment could not be read. Check your connection and try again.';

/** Return what restoring would change; undefined edits are not known yet. */
function descriptionOf(edits: readonly RestoringEdit[] | undefined): string {
  if (edits === undefined) return 'Reading the script as it was...';
  if (edits.length === 0) return 'The script has not changed since then, so there is nothing to restore.';
  if (isTooMuch(edits)) {
    return `More than ${maxEdits.toLocaleString('en-US')} elements would change, which is more than one change can hold. Compare the two instead, and restore what you need.`;
  }
  return `${restoringText(edits)} It is one change, and can be undone.`;
}

function isTooMuch(edits: readonly RestoringEdit[]): boolean {
  return countEdits(edits).named > maxEdits;
}
