import { ConfirmDialog } from './ConfirmDialog.tsx';

interface DiscardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is not saved, and the question: "The new scene is not saved. Discard it?" */
  text: string;
  onDiscard: () => void;
}

/** Before a form goes away with what was written in it. */
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
