import type { Character } from '#shared/contract/characters.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useDeleteCharacter } from './characters.data.ts';

interface DeleteCharacterDialogProps {
  projectId: number;
  /** The character to delete; null while the dialog is closed. */
  character: Character | null;
  onClose: () => void;
}

/** Ask before a character is deleted. */
export function DeleteCharacterDialog({ projectId, character, onClose }: DeleteCharacterDialogProps) {
  const remove = useDeleteCharacter(projectId);
  return (
    <ConfirmDialog
      open={character !== null}
      onOpenChange={onClose}
      title="Delete character"
      text={`This removes "${character?.name}" permanently, with its description and its avatar. This action cannot be undone. The script is not changed.`}
      confirmLabel="Delete"
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => {
        if (character) remove.mutate(character.id, { onSuccess: onClose });
      }}
    />
  );
}
