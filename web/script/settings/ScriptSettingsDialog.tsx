import { useState } from 'react';
import { emptyTitlePage, type TitlePage } from '#screenplay/element.ts';
import type { Paper } from '#screenplay/format.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import { draftOfRunning } from '#screenplay/runningDraft.ts';
import { type SceneNumberSides, sidesOfNumbers } from '#screenplay/sceneNumbers.ts';
import { defaultRunning, type RunningText } from '#screenplay/setText.ts';
import { withTitleTexts } from '#screenplay/titleFields.ts';
import { type Project, ProjectPatch } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { useForm } from '#web/lib/useForm.ts';
import { useUpdateProject } from '#web/projects/projects.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DiscardDialog } from '#web/ui/DiscardDialog.tsx';
import { PageSettings } from './PageSettings.tsx';
import { type RunningChoice, RunningForm, type RunningPlace } from './RunningForm.tsx';
import styles from './settings.module.css';
import { TitlePageForm, titleBoxes } from './TitlePageForm.tsx';
import { TitlePreview } from './TitlePreview.tsx';

interface ScriptSettingsDialogProps {
  project: Project;
  /** Whether the script has outline paragraphs. */
  hasOutline?: boolean;
  canWrite: boolean;
  onClose: () => void;
}

interface Draft extends Record<RunningPlace, RunningChoice> {
  paper: Paper;
  language: ScriptLanguage | null;
  hasTwoColumns: boolean;
  showSceneNumbers: boolean;
  sceneNumberSides: SceneNumberSides;
  showSceneContinueds: boolean;
  showOutline: boolean;
  titlePage: TitlePage;
}

/** Dialog for paper, scene numbers, header, footer and title page. */
export function ScriptSettingsDialog({
  project,
  hasOutline = false,
  canWrite,
  onClose,
}: ScriptSettingsDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useSettingsForm(project, onClose);

  const close = () => {
    if (form.isChanged) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        title="Script settings"
        width="wide"
        footer={
          canWrite ? <SaveButtons form={form} onCancel={onClose} /> : <Button onClick={onClose}>Close</Button>
        }
      >
        <SettingsForm form={form} project={project} hasOutline={hasOutline} isReadOnly={!canWrite} />
      </Dialog>
      <DiscardDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        text="The changes to the script settings are not saved. Discard them?"
        onDiscard={onClose}
      />
    </>
  );
}

type SettingsFormState = ReturnType<typeof useSettingsForm>;

function useSettingsForm(project: Project, onClose: () => void) {
  const update = useUpdateProject(project.id);
  return useForm({
    schema: ProjectPatch,
    opened: () => draftOf(project),
    // The fields limit their length; stored text may be longer.
    rules: () => ({ header: null, footer: null, titlePage: null }),
    rejectedFields: () => ({}),
    save({ draft, opened, changes }) {
      const written = changes.titlePage && {
        titlePage: printedTitle(draft.titlePage, opened.titlePage, project),
      };
      if (Object.keys(changes).length > 0) return update.mutateAsync({ ...changes, ...written });
      onClose();
      return null;
    },
    onSaved: onClose,
  });
}

function SaveButtons({ form, onCancel }: { form: SettingsFormState; onCancel: () => void }) {
  const { isSaving } = form;
  return (
    <>
      {form.failure !== null && (
        <p className={styles.failure} role="alert">
          {messageOf(form.failure, 'The settings could not be saved. Try again.')}
        </p>
      )}
      <Button disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button kind="primary" type="submit" form={form.form.id} isBusy={isSaving}>
        Save
      </Button>
    </>
  );
}

interface SettingsFormProps {
  form: SettingsFormState;
  project: Project;
  hasOutline: boolean;
  isReadOnly: boolean;
}

function SettingsForm({ form, project, hasOutline, isReadOnly }: SettingsFormProps) {
  const { draft, write } = form;
  return (
    <form {...form.form}>
      <PageSettings
        paper={draft.paper}
        language={draft.language}
        hasTwoColumns={draft.hasTwoColumns}
        showSceneNumbers={draft.showSceneNumbers}
        sceneNumberSides={draft.sceneNumberSides}
        showSceneContinueds={draft.showSceneContinueds}
        showOutline={hasOutline ? draft.showOutline : null}
        isReadOnly={isReadOnly}
        onChange={write}
      />
      <h3 className={styles.legend}>Header and footer</h3>
      <RunningForm
        running={draft}
        isReadOnly={isReadOnly}
        onChange={(place, change) => write({ [place]: { ...draft[place], ...change } })}
      />
      <h3 className={styles.legend}>Title page</h3>
      <div className={styles.titlePage}>
        <TitlePageForm
          titlePage={draft.titlePage}
          isReadOnly={isReadOnly}
          onChange={(field, text) => write({ titlePage: { ...draft.titlePage, [field]: text } })}
        />
        <TitlePreview
          titlePage={withTitleTexts(draft.titlePage, {}) ?? { ...emptyTitlePage, title: project.name }}
          format={{ ...project.format, paper: draft.paper }}
        />
      </div>
    </form>
  );
}

function draftOf({ format, language, titlePage }: Project): Draft {
  const { header, footer } = format.running ?? defaultRunning;
  return {
    paper: format.paper,
    language,
    hasTwoColumns: format.hasTwoColumns ?? false,
    showSceneNumbers: format.sceneNumbersShown,
    sceneNumberSides: sidesOfNumbers(format),
    showSceneContinueds: format.sceneContinueds?.isBottomShown ?? false,
    showOutline: !format.outlineHidden,
    header: choiceOf(header),
    footer: choiceOf(footer),
    titlePage,
  };
}

function choiceOf(running: RunningText): RunningChoice {
  const { isVisible, isOnFirstPage } = running;
  return { ...draftOfRunning(running), isVisible, isOnFirstPage };
}

/** Merge the edited title page with changes by others in other fields. */
function printedTitle(draft: TitlePage, opened: TitlePage, { titlePage }: Project): TitlePage | null {
  const changed = titleBoxes.filter(({ field }) => draft[field] !== opened[field]);
  return withTitleTexts(titlePage, Object.fromEntries(changed.map(({ field }) => [field, draft[field]])));
}
