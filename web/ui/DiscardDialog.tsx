import { ConfirmDialog } from './ConfirmDialog.tsx';

interface DiscardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Statement and question: "The new scene is not saved. Discard it?" */
  text: string;
  onDiscard: () => void;
}

/** Ask before a form is closed with unsaved changes. */
export function DiscardDialog({ open, onOpenChange, text, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Discard changes"
      text={text}
      confirmLabel="Discard"
      isDestructive
      onConfirm={onDiscard}
    />
  );
}
