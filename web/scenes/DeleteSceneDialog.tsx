import type { Scene } from '#shared/contract/scenes.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './SceneDialog.module.css';
import { useDeleteScene } from './scenes.data.ts';

interface DeleteSceneDialogProps {
  scene: Scene;
  number: string | undefined;
  onClose: () => void;
}

/** Ask before a scene is deleted with its contents; a failure is shown in the same dialog. */
export function DeleteSceneDialog({ scene, number, onClose }: DeleteSceneDialogProps) {
  const remove = useDeleteScene(scene.projectId);
  const close = () => {
    if (!remove.isPending) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      role="alertdialog"
      title={number === undefined ? 'Delete scene' : `Delete scene ${number}`}
      description="Are you sure you want to delete this scene? This will also delete all script elements in this scene."
      footer={
        <>
          <Button autoFocus disabled={remove.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            kind="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(scene.id, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </>
      }
    >
      {remove.isError && (
        <p className={styles.failure} role="alert">
          {messageOf(remove.error, 'The scene could not be deleted. Please try again.')}
        </p>
      )}
    </Dialog>
  );
}
