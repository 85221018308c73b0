import { type ReactNode, useState } from 'react';
import { createScene, type Scene } from '#shared/contract/scenes.ts';
import { messageOf } from '#web/lib/api.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DiscardDialog } from '#web/ui/DiscardDialog.tsx';
import type { PlannedGroups } from './grouping.ts';
import styles from './SceneDialog.module.css';
import { SceneFields } from './SceneFields.tsx';
import { newDraft, sceneDraft, sceneRules } from './sceneForm.ts';
import { useCreateScene, useUpdateScene } from './scenes.data.ts';

interface SceneDialogProps {
  projectId: number;
  /** The scene to edit; null for a new one. */
  scene: Scene | null;
  scenes: readonly Scene[];
  plan: PlannedGroups;
  /** Content below the fields of an existing scene. */
  video?: ReactNode;
  /** Called when the scene was created or has moved. */
  onPlaced: (sceneId: number) => void;
  onClose: () => void;
}

/** Fields that determine the place of a scene. */
const placing = ['sceneNumber', 'actNumber', 'sequenceId'] as const;

/** Show the form that creates or edits a scene. */
export function SceneDialog({ projectId, scene, scenes, plan, video, onPlaced, onClose }: SceneDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useSceneForm({ projectId, scene, scenes, onPlaced, onClose });
  const { isChanged, isSaving } = form;

  const close = () => {
    if (isSaving) return;
    if (isChanged) setIsAsking(true);
    else onClose();
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        title={scene ? 'Edit scene' : 'New scene'}
        footer={<SaveButtons form={form} label={scene ? 'Save' : 'Create scene'} onCancel={onClose} />}
      >
        <form {...form.form} className={styles.form}>
          <SceneFields form={form} scene={scene} scenes={scenes} plan={plan} />
        </form>
        {video}
      </Dialog>
      <DiscardDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        text={
          scene
            ? 'The changes to the scene are not saved. Discard them?'
            : 'The new scene is not saved. Discard it?'
        }
        onDiscard={onClose}
      />
    </>
  );
}

type SceneFormInput = Pick<SceneDialogProps, 'projectId' | 'scene' | 'scenes' | 'onPlaced' | 'onClose'>;

function useSceneForm({ projectId, scene, scenes, onPlaced, onClose }: SceneFormInput) {
  const create = useCreateScene(projectId);
  const update = useUpdateScene(projectId);
  return useForm({
    schema: createScene.body,
    opened: () => (scene ? sceneDraft(scene) : newDraft(scenes)),
    rules: (draft) => sceneRules(draft, scene),
    save({ body, changes }) {
      if (!scene) return create.mutateAsync(body);
      if (Object.keys(changes).length > 0) {
        // A change of the act always sends the sequence too, which belongs to that act.
        const { sequenceId } = body;
        const patch = changes.actNumber === undefined ? changes : { ...changes, sequenceId };
        return update.mutateAsync({ sceneId: scene.id, body: patch });
      }
      onClose();
      return null;
    },
    onSaved({ id }, { changes }) {
      onClose();
      if (!scene || placing.some((field) => field in changes)) onPlaced(id);
    },
  });
}

interface SaveButtonsProps {
  form: ReturnType<typeof useSceneForm>;
  label: string;
  onCancel: () => void;
}

function SaveButtons({ form, label, onCancel }: SaveButtonsProps) {
  const { isSaving, failure } = form;
  return (
    <>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {messageOf(failure, 'The scene could not be saved. Please try again.')}
        </p>
      )}
      <Button disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button kind="primary" type="submit" form={form.form.id} isBusy={isSaving}>
        {label}
      </Button>
    </>
  );
}
