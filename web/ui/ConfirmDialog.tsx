import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  /** Second line under the text: what can be done afterwards. */
  note?: string | undefined;
  confirmLabel: string;
  /** Label of the cancel button, which has the focus. */
  cancelLabel?: string;
  isDestructive?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
}

/**
 * Ask for a confirmation. The dialog stays open until the caller closes it, so that a failure can
 * be shown in it.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  note,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDestructive = false,
  isBusy = false,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!isBusy) onOpenChange(next);
      }}
      role="alertdialog"
      title={title}
      description={
        <>
          {text}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </>
      }
      footer={
        <>
          <Button autoFocus data-first-focus disabled={isBusy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button kind={isDestructive ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
