import { Link } from '@tanstack/react-router';
import { Ellipsis, Trash2 } from 'lucide-react';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { may } from '#shared/roles.ts';
import { longDate } from '#web/lib/dates.ts';
import { roleLabel } from '#web/lib/roleLabel.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import styles from './ProjectCard.module.css';
import { Poster } from './poster/Poster.tsx';
import { updatedText } from './updated.ts';

interface ProjectCardProps {
  project: ProjectSummary;
  onDelete: () => void;
}

/** The link in the heading covers the card; the menu lies above it. */
export function ProjectCard({ project, onDelete }: ProjectCardProps) {
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
        {may(role, 'own') && (
          <Menu
            trigger={
              <IconButton label={`More for ${name}`} size="small" className={styles.more}>
                <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
              </IconButton>
            }
          >
            <MenuItem
              icon={<Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />}
              isDestructive
              onSelect={onDelete}
            >
              Delete
            </MenuItem>
          </Menu>
        )}
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
