import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { fieldProblemsOf, messageOf } from '#web/lib/api.ts';
import { useUnsavedWarning } from '#web/lib/useUnsavedWarning.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DiscardDialog } from '#web/ui/DiscardDialog.tsx';
import type { PlannedGroups } from './grouping.ts';
import styles from './SceneDialog.module.css';
import { SceneFields } from './SceneFields.tsx';
import {
  bodyOf,
  changedFields,
  errorsIn,
  firstIn,
  newDraft,
  patchOf,
  type SceneDraft,
  type SceneErrors,
  type SceneField,
  sceneDraft,
  sceneFields,
} from './sceneForm.ts';
import { useCreateScene, useUpdateScene } from './scenes.data.ts';

interface SceneDialogProps {
  projectId: number;
  /** Null: a new one. */
  scene: Scene | null;
  scenes: readonly Scene[];
  plan: PlannedGroups;
  /** What is shown below the fields of one that is there. */
  video?: ReactNode;
  /** It is a new one, or has another place than before. */
  onPlaced: (sceneId: number) => void;
  onClose: () => void;
}

const noErrors: SceneErrors = {};

const placing = ['sceneNumber', 'actNumber', 'sequenceId'] as const;

/** Creates a scene, or changes one. */
export function SceneDialog({ projectId, scene, scenes, plan, video, onPlaced, onClose }: SceneDialogProps) {
  const create = useCreateScene(projectId);
  const update = useUpdateScene(projectId);
  // What the form opened with: what others change meanwhile is not undone by saving.
  const [opened] = useState(() => (scene ? sceneDraft(scene) : newDraft(scenes)));
  const [draft, setDraft] = useState(opened);
  const [isAsking, setIsAsking] = useState(false);
  /** Shown from the first try to save. */
  const [isChecked, setIsChecked] = useState(false);
  /** What the server said against a field, as long as that is as it was sent. */
  const [refused, setRefused] = useState<{ errors: SceneErrors; draft: SceneDraft } | null>(null);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const isChanged = changedFields(opened, draft).length > 0;
  const isSaving = create.isPending || update.isPending;
  const failure = scene ? update.error : create.error;
  const own = isChecked ? errorsIn(draft, scene) : noErrors;
  const errors = { ...refusedStill(refused, draft), ...own };
  useUnsavedWarning(isChanged);

  const close = () => {
    if (isSaving) return;
    if (isChanged) setIsAsking(true);
    else onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setIsChecked(true);
    const problem = firstIn(errorsIn(draft, scene));
    if (problem) return focusOn(form.current, problem);
    if (scene && !isChanged) return onClose();
    const answer = {
      onSuccess: ({ id }: Scene) => {
        onClose();
        if (!scene || placing.some((field) => draft[field] !== opened[field])) onPlaced(id);
      },
      onError: (error: unknown) => setRefused({ errors: fieldProblemsOf(error), draft }),
    };
    if (scene) update.mutate({ sceneId: scene.id, body: patchOf(opened, draft) }, answer);
    else create.mutate(bodyOf(draft), answer);
  };
  useEffect(() => {
    const problem = refused && firstIn(refused.errors);
    if (problem) focusOn(form.current, problem);
  }, [refused]);

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        title={scene ? 'Edit scene' : 'New scene'}
        footer={
          <>
            {failure && !isSaving && Object.keys(refusedStill(refused, draft)).length === 0 && (
              <p className={styles.failure} role="alert">
                {messageOf(failure, 'The scene could not be saved. Please try again.')}
              </p>
            )}
            <Button disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" form={formId} isBusy={isSaving}>
              {scene ? 'Save' : 'Create scene'}
            </Button>
          </>
        }
      >
        <form id={formId} ref={form} className={styles.form} noValidate onSubmit={save}>
          <SceneFields
            draft={draft}
            errors={errors}
            scene={scene}
            scenes={scenes}
            plan={plan}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
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

function focusOn(form: HTMLFormElement | null, name: SceneField): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

function refusedStill(
  refused: { errors: SceneErrors; draft: SceneDraft } | null,
  draft: SceneDraft,
): SceneErrors {
  if (!refused) return noErrors;
  const still = sceneFields.filter((field) => refused.errors[field] && refused.draft[field] === draft[field]);
  return Object.fromEntries(still.map((field) => [field, refused.errors[field]]));
}
