import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { AiAccess, Project } from '#shared/contract/projects.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { useUpdateProject } from '#web/projects/projects.data.ts';
import { Radio } from '#web/ui/Checkbox.tsx';
import styles from './AccessSection.module.css';
import { useAiState } from './aiState.ts';
import { Section } from './Section.tsx';
import { SettingsSaveState } from './SettingsSaveState.tsx';

const choices: readonly { value: AiAccess; label: string; text: string }[] = [
  { value: 'off', label: 'Off', text: 'No AI feature can read this project.' },
  {
    value: 'read',
    label: 'May read',
    text: 'It reads the project and answers questions, but proposes no changes.',
  },
  {
    value: 'suggest',
    label: 'May read and suggest',
    text: 'It also proposes changes. Nothing changes until someone accepts it.',
  },
];

interface AccessSectionProps {
  project: Project;
  /** Whether the user owns the project; only owners can change it. */
  isOwner: boolean;
}

/** Choose what AI may do in this project, effective at once. */
export function AccessSection({ project, isOwner }: AccessSectionProps) {
  const id = useId();
  const client = useQueryClient();
  const update = useUpdateProject(project.id);
  const ai = useAiState(project.id);
  const chosen = (update.isPending ? update.variables.aiAccess : null) ?? project.aiAccess;
  const choose = (aiAccess: AiAccess) => {
    if (aiAccess === chosen) return;
    update.mutate(
      { aiAccess },
      {
        onSuccess: ({ aiAccess: access }) =>
          objectCache(client, aiStateQuery(project.id)).change((state) => ({ ...state, access })),
      },
    );
  };

  return (
    <Section id="assistant" text="Applies to everyone in the project, including the built-in engine.">
      <fieldset className={styles.choices} disabled={!isOwner} aria-labelledby="assistant-title">
        {choices.map(({ value, label, text }) => (
          <div key={value} className={styles.choice}>
            <label className={styles.label}>
              <Radio
                name={id}
                checked={value === chosen}
                aria-describedby={`${id}${value}`}
                onChange={() => choose(value)}
              />
              {label}
            </label>
            <p className={styles.text} id={`${id}${value}`}>
              {text}
            </p>
          </div>
        ))}
      </fieldset>
      {isOwner ? (
        <SettingsSaveState
          isSaving={update.isPending}
          isSaved={update.isSuccess}
          problem={update.isError ? 'The choice could not be saved. Please choose again.' : null}
        />
      ) : (
        <p className={styles.text}>Only the owner of the project can change this.</p>
      )}
      <p className={styles.engine}>
        {ai?.engine.isBuiltIn && 'The built-in engine answers here: no text leaves this server.'}
        {ai?.engine.isBuiltIn === false && (
          <>
            <b>{ai.engine.model}</b> answers here: what a call needs of the project is sent to its provider
            {isOwner ? ', and listed below.' : '.'}
          </>
        )}
      </p>
    </Section>
  );
}
