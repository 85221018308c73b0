import { useEffect, useEffectEvent, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { templateKinds } from '#shared/promptTemplates.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useAiState } from './aiState.ts';
import { isSaveKey } from './keys.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { Section } from './Section.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';
import styles from './TemplatesSection.module.css';
import { useTemplates } from './useTemplates.ts';

interface TemplatesSectionProps {
  project: Project;
  canWrite: boolean;
}

/** Show both prompt templates, which are saved together. */
export function TemplatesSection({ project, canWrite }: TemplatesSectionProps) {
  const templates = useTemplates(project);
  const ai = useAiState(project.id);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (templates.canSave) void templates.save();
  });
  useEffect(() => {
    if (!canWrite) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [canWrite]);

  return (
    <Section
      id="templates"
      text="Prompts for scene images and character avatars. Names in double braces are replaced with values of the project. Pictures that are drawn without a model take their camera, colours and weather from these words and from a scene's notes."
    >
      <div className={styles.editors}>
        {templateKinds.map((kind) => (
          <TemplateEditor
            key={kind}
            kind={kind}
            projectId={project.id}
            text={templates.texts[kind]}
            ai={ai}
            canWrite={canWrite}
            onWrite={(text) => templates.write(kind, text)}
          />
        ))}
      </div>
      {canWrite && <SaveBar templates={templates} />}
      <LeaveQuestion
        isUnsaved={templates.isChanged}
        isAsked={templates.isChanged}
        text="The prompt templates have unsaved changes. They are lost when you leave."
      />
    </Section>
  );
}

function SaveBar({ templates }: { templates: ReturnType<typeof useTemplates> }) {
  const [isAsking, setIsAsking] = useState(false);
  const { isChanged, isSaving, isReloading, isOvertaken, canSave, save, reload } = templates;
  return (
    <div className={isChanged ? `${styles.bar} ${styles.changed}` : styles.bar}>
      {/* At the left, because toasts appear at the right. */}
      <Button kind="primary" disabled={!canSave} isBusy={isSaving} onClick={save}>
        Save
      </Button>
      {isChanged && (
        <Button disabled={isSaving} isBusy={isReloading} onClick={() => setIsAsking(true)}>
          Discard changes
        </Button>
      )}
      <p className={styles.state} role="status">
        {stateText(templates)}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard changes"
        text={`Both templates go back to what is saved${isOvertaken ? ', the changes of others included' : ''}.`}
        confirmLabel="Discard"
        isDestructive
        onConfirm={() => {
          setIsAsking(false);
          void reload();
        }}
      />
    </div>
  );
}

function stateText({ isSaving, isChanged, isOvertaken }: ReturnType<typeof useTemplates>): string {
  if (isSaving) return 'Saving...';
  if (!isChanged) return 'All changes saved';
  return isOvertaken
    ? 'Unsaved changes. Someone else has changed a template; saving replaces theirs.'
    : 'Unsaved changes';
}
