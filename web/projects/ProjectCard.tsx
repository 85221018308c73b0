import { Link } from '@tanstack/react-router';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { roleLabel } from '#shared/roleLabel.ts';
import { longDate } from '#web/lib/dates.ts';
import styles from './ProjectCard.module.css';
import { type ProjectActions, ProjectMenu } from './ProjectMenu.tsx';
import { Poster } from './poster/Poster.tsx';
import { updatedText } from './updated.ts';

interface ProjectCardProps extends ProjectActions {
  project: ProjectSummary;
}

/**
 * Render the card of a project. The link in the heading covers the card; the menu is above the
 * link.
 */
export function ProjectCard({ project, ...actions }: ProjectCardProps) {
  const { id, name, description, role, updatedAt } = project;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <Poster project={project} />
      </div>
      <div className={styles.heading}>
        <h2 className={styles.name}>
          <Link
            className={styles.link}
            to="/projects/$projectId/{-$view}"
            params={{ projectId: encodeProjectId(id), view: undefined }}
            title={name}
          >
            {name}
          </Link>
        </h2>
        {role !== 'owner' && <span className={styles.role}>{roleLabel(role)}</span>}
        <ProjectMenu project={project} className={styles.more} {...actions} />
      </div>
      {description && <p className={styles.description}>{description}</p>}
      <p className={styles.updated}>
        <time dateTime={updatedAt} title={longDate(updatedAt)}>
          {updatedText(updatedAt)}
        </time>
      </p>
    </article>
  );
}
