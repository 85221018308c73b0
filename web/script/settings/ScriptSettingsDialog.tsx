import { type FormEvent, useId, useState } from 'react';
import { emptyTitlePage, type TitlePage } from '#screenplay/element.ts';
import type { Paper } from '#screenplay/format.ts';
import { draftOfRunning } from '#screenplay/runningDraft.ts';
import { defaultRunning, type RunningText } from '#screenplay/setText.ts';
import type { Project } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { useUnsavedWarning } from '#web/lib/useUnsavedWarning.ts';
import { type ProjectChangeBody, useUpdateProject } from '#web/projects/projects.data.ts';
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
  /** Whether the script has paragraphs of an outline. */
  hasOutline?: boolean;
  canWrite: boolean;
  onClose: () => void;
}

interface Draft {
  paper: Paper;
  showSceneNumbers: boolean;
  showOutline: boolean;
  running: Record<RunningPlace, RunningChoice>;
  titlePage: TitlePage;
}

/** Paper, scene numbers, header, footer and title page of a script. */
export function ScriptSettingsDialog({
  project,
  hasOutline = false,
  canWrite,
  onClose,
}: ScriptSettingsDialogProps) {
  const update = useUpdateProject(project.id);
  // What the form opened with: what others change meanwhile is not undone by saving.
  const [opened] = useState(() => draftOf(project));
  const [draft, setDraft] = useState(opened);
  const [isAsking, setIsAsking] = useState(false);
  const formId = useId();
  const change = changeOf(opened, draft, project);
  const isChanged = Object.keys(change).length > 0;
  useUnsavedWarning(isChanged);

  const close = () => {
    if (isChanged) setIsAsking(true);
    else onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) update.mutate(change, { onSuccess: onClose });
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
          canWrite ? (
            <>
              {update.isError && (
                <p className={styles.failure} role="alert">
                  {messageOf(update.error, 'The settings could not be saved. Try again.')}
                </p>
              )}
              <Button disabled={update.isPending} onClick={onClose}>
                Cancel
              </Button>
              <Button kind="primary" type="submit" form={formId} isBusy={update.isPending}>
                Save
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )
        }
      >
        <form id={formId} onSubmit={save}>
          <PageSettings
            paper={draft.paper}
            showSceneNumbers={draft.showSceneNumbers}
            showOutline={hasOutline ? draft.showOutline : null}
            isReadOnly={!canWrite}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          <h3 className={styles.legend}>Header and footer</h3>
          <RunningForm
            running={draft.running}
            isReadOnly={!canWrite}
            onChange={(place, change) =>
              setDraft({
                ...draft,
                running: { ...draft.running, [place]: { ...draft.running[place], ...change } },
              })
            }
          />
          <h3 className={styles.legend}>Title page</h3>
          <div className={styles.titlePage}>
            <TitlePageForm
              titlePage={draft.titlePage}
              isReadOnly={!canWrite}
              onChange={(field, text) =>
                setDraft({ ...draft, titlePage: { ...draft.titlePage, [field]: text } })
              }
            />
            <TitlePreview
              titlePage={
                isBlank(draft.titlePage) ? { ...emptyTitlePage, title: project.name } : draft.titlePage
              }
              format={{ ...project.format, paper: draft.paper }}
            />
          </div>
        </form>
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

function draftOf({ format, titlePage }: Project): Draft {
  const { header, footer } = format.running ?? defaultRunning;
  return {
    paper: format.paper,
    showSceneNumbers: format.sceneNumbersShown,
    showOutline: !format.outlineHidden,
    running: { header: choiceOf(header), footer: choiceOf(footer) },
    titlePage,
  };
}

function choiceOf(running: RunningText): RunningChoice {
  const { isVisible, isOnFirstPage } = running;
  return { ...draftOfRunning(running), isVisible, isOnFirstPage };
}

function isSameChoice(one: RunningChoice, other: RunningChoice): boolean {
  return (Object.keys(one) as (keyof RunningChoice)[]).every((key) => one[key] === other[key]);
}

/** What saving sends: only what the writer has changed. */
function changeOf(opened: Draft, draft: Draft, { titlePage }: Project): ProjectChangeBody {
  const changed = titleBoxes.filter(({ field }) => draft.titlePage[field] !== opened.titlePage[field]);
  const texts = Object.fromEntries(changed.map(({ field }) => [field, draft.titlePage[field]]));
  const written = { ...titlePage, ...texts };
  return {
    ...(draft.paper !== opened.paper && { paper: draft.paper }),
    ...(draft.showSceneNumbers !== opened.showSceneNumbers && { showSceneNumbers: draft.showSceneNumbers }),
    ...(draft.showOutline !== opened.showOutline && { showOutline: draft.showOutline }),
    ...(!isSameChoice(draft.running.header, opened.running.header) && { header: draft.running.header }),
    ...(!isSameChoice(draft.running.footer, opened.running.footer) && { footer: draft.running.footer }),
    ...(changed.length > 0 && { titlePage: isBlank(written) ? null : written }),
  };
}

/** Nothing is on it: the project's name is then printed. */
function isBlank({ more, ...texts }: TitlePage): boolean {
  return more.length === 0 && Object.values(texts).every((text) => text.trim() === '');
}
