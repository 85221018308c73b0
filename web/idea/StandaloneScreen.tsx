import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { encodeProjectId } from '#shared/projectCode.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { isProjectId, ProjectNotFound } from '#web/workspace/ProjectNotFound.tsx';
import { IdeaScreen } from './IdeaScreen.tsx';
import styles from './StandaloneScreen.module.css';

/** Idea development without the workspace around it (docs/spec/idea.md, decision OQ-20). */
export function StandaloneScreen({ projectId }: { projectId: string }) {
  return isProjectId(projectId) ? <Open projectId={projectId} /> : <ProjectNotFound />;
}

function Open({ projectId }: { projectId: string }) {
  const { data: project, isError } = useQuery(projectQuery(projectId));
  if (!project && isError) return <ProjectNotFound />;
  if (!project) {
    return (
      <main className={styles.screen}>
        <div className={styles.waiting} role="status" aria-label="Loading">
          <Skeleton aspectRatio={2.35} />
        </div>
      </main>
    );
  }
  return (
    <main className={styles.screen}>
      <title>{`${project.name}: Idea Development`}</title>
      <VisuallyHidden as="h1">{`${project.name}: Idea Development`}</VisuallyHidden>
      <IdeaScreen
        key={project.id}
        project={project}
        head={
          <div className={styles.bar}>
            <Link
              className={buttonClass({ kind: 'ghost' })}
              to="/projects/$projectId/{-$view}"
              params={{ projectId: encodeProjectId(project.id), view: undefined }}
            >
              <ArrowLeft size={16} strokeWidth={1.6} aria-hidden="true" />
              Back to project
            </Link>
          </div>
        }
      />
    </main>
  );
}
