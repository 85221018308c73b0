import { useState } from 'react';
import type { AccessEntry } from '#shared/contract/shares.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { sharingToasts } from '#web/sharing/sharingToasts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import { nameInList } from './accessRows.ts';
import styles from './ShareDialog.module.css';
import { useTransferProject } from './shares.data.ts';

interface TransferDialogProps {
  project: { id: number; name: string };
  /** Possible new owners; at least one. */
  editors: readonly AccessEntry[];
  onClose: () => void;
}

/** Ask for the new owner. The previous owner becomes an editor, and cannot revert it. */
export function TransferDialog({ project, editors, onClose }: TransferDialogProps) {
  const [accessId, setAccessId] = useState(String(editors[0]?.id ?? ''));
  const transfer = useTransferProject(project.id);
  const heir = editors.find(({ id }) => String(id) === accessId);

  const handOver = () =>
    transfer.mutate(Number(accessId), {
      onSuccess: () => {
        toast(sharingToasts.projectTransferred);
        onClose();
      },
      onError: (error) => {
        const { transferFailed } = sharingToasts;
        toast({ ...transferFailed, description: messageOf(error, transferFailed.description) });
      },
    });

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!transfer.isPending) onClose();
      }}
      role="alertdialog"
      title="Transfer this project"
      description={`${heir ? nameInList(heir) : 'They'} will own “${project.name}” and decide who has access to it. You stay as an editor, and only they can give it back.`}
      footer={
        <>
          <Button disabled={transfer.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" isBusy={transfer.isPending} onClick={handOver}>
            Hand over
          </Button>
        </>
      }
    >
      <div className={styles.heir}>
        <SelectField label="New owner" value={accessId} onChange={({ target }) => setAccessId(target.value)}>
          {editors.map((editor) => (
            <option key={editor.id} value={editor.id}>
              {nameInList(editor)}
            </option>
          ))}
        </SelectField>
      </div>
    </Dialog>
  );
}
