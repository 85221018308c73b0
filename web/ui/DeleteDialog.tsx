import { ConfirmDialog } from './ConfirmDialog.tsx';

interface DeleteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Type of the item in lower case: "project". */
  itemType: string;
  name: string;
  /** Second line: how the deletion can be undone. */
  note?: string | undefined;
  isBusy?: boolean;
  onConfirm: () => void;
}

export function DeleteDialog({ itemType, name, ...rest }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title={`Delete ${itemType}`}
      text={`Are you sure you want to delete "${name}"? This action cannot be undone.`}
      confirmLabel="Delete"
      isDestructive
    />
  );
}
