import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { ErrorBoundary } from '#web/ErrorBoundary.tsx';
import { projectQuery } from '#web/projects/projects.data.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { isProjectId, ProjectNotFound } from './ProjectNotFound.tsx';
import { Shell } from './Shell.tsx';
import { viewScreens } from './viewScreens.ts';
import { viewNamed, type WorkspaceView } from './views.tsx';

interface WorkspaceProps {
  /** As the address has it, encoded. */
  projectId: string;
  view?: string | undefined;
}

/** One project: the shell around the view that the address names. */
export function Workspace({ projectId, view: viewName }: WorkspaceProps) {
  if (!isProjectId(projectId)) return <ProjectNotFound />;
  return <OpenProject projectId={projectId} view={viewNamed(viewName)} />;
}

function OpenProject({ projectId, view }: { projectId: string; view: WorkspaceView }) {
  const { data: project, isError } = useQuery(projectQuery(projectId));
  if (!project && isError) return <ProjectNotFound />;
  return (
    <Shell project={project ?? null} view={view}>
      {project ? <OpenView project={project} view={view} /> : <PageSkeleton />}
    </Shell>
  );
}

function OpenView({ project, view: { slug, label } }: { project: Project; view: WorkspaceView }) {
  const Screen = viewScreens[slug];
  return (
    <ErrorBoundary key={slug} isInside>
      <title>{`${project.name}: ${label}`}</title>
      <Suspense fallback={<PageSkeleton />}>
        <Screen key={project.id} project={project} />
      </Suspense>
    </ErrorBoundary>
  );
}
