import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import styles from './AssistantPanel.module.css';
import { SettingsLink } from './SettingsLink.tsx';

/** Show that the project's settings switch AI off; owners get a link to the setting. */
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
