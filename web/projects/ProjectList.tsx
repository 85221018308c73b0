import type { ProjectSummary } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { isUnreachable } from '#web/offlineCopy/withOfflineFallback.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { NewProjectTab } from './NewProjectDialog.tsx';
import { NoProjects } from './NoProjects.tsx';
import { OfflineScripts } from './OfflineScripts.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import styles from './ProjectList.module.css';
import type { ProjectActions } from './ProjectMenu.tsx';

interface ProjectListProps extends ProjectActions {
  projects: ProjectSummary[] | undefined;
  error: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
  onNew: (tab: NewProjectTab) => void;
}

export function ProjectList(props: ProjectListProps) {
  const { projects, error, isRetrying, onRetry, onNew, ...actions } = props;
  if (!projects && error) {
    return (
      <div className={styles.failure} role="alert">
        <h2 className={styles.failureTitle}>Your projects could not be loaded</h2>
        <p>{messageOf(error, 'Check your connection and try again.')}</p>
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
        {isUnreachable(error) && <OfflineScripts />}
      </div>
    );
  }
  if (!projects) return <Placeholders />;
  if (projects.length === 0) return <NoProjects onNew={onNew} />;
  return (
    <ul className={styles.grid}>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} {...actions} />
        </li>
      ))}
    </ul>
  );
}

/** Six placeholder cards are shown while the list loads (docs/spec/projects.md). */
const placeholderIds = [1, 2, 3, 4, 5, 6];

function Placeholders() {
  return (
    <div role="status" aria-label="Loading projects">
      <ul className={styles.grid} aria-hidden="true">
        {placeholderIds.map((id) => (
          <li key={id} className={styles.placeholder} data-placeholder="">
            <Skeleton aspectRatio={2.35} />
            <Skeleton height={18} width="52%" />
            <Skeleton height={11} width="96%" />
            <Skeleton height={11} width="70%" />
          </li>
        ))}
      </ul>
    </div>
  );
}
