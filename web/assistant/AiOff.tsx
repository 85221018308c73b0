import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import styles from './AssistantPanel.module.css';
import { SettingsLink } from './SettingsLink.tsx';

/** In place of what AI may not do here: says so, and leads the owner to where that is changed. */
export function AiOff({ project, text }: { project: Project; text: string }) {
  return (
    <div className={styles.off}>
      <p>{text}</p>
      {may(project.role, 'own') ? (
        <SettingsLink projectId={project.id} part="ai">
          Change in project settings
        </SettingsLink>
      ) : (
        <p>Only the project owner can change this.</p>
      )}
    </div>
  );
}
