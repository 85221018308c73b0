import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { decodeProjectId } from '#shared/projectCode.ts';
import { type ViewSlug, viewNamed, views, type WorkspaceView } from '#shared/views.ts';
import { ErrorBoundary } from '#web/ErrorBoundary.tsx';
import { onAccessRejected } from '#web/lib/accessRejected.ts';
import { ApiError } from '#web/lib/api.ts';
import { laterComponent } from '#web/lib/laterComponent.tsx';
import { lazyComponent } from '#web/lib/lazyComponent.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { isUnreachable } from '#web/offlineCopy/withOfflineFallback.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { type ViewScreen, viewCode } from '#web/viewCode.ts';
import { NotAvailableOffline } from './NotAvailableOffline.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { isProjectId, ProjectNotFound } from './ProjectNotFound.tsx';
import { Shell } from './Shell.tsx';

const LiveProject = laterComponent(
  createLazyModule(() => import('#web/live/LiveProject.tsx')),
  (file) => file.LiveProject,
);

interface WorkspaceProps {
  /** Encoded project id from the address. */
  projectId: string;
  view?: string | undefined;
}

/** Show a project: the shell around the view in the address. */
export function Workspace({ projectId, view: viewName }: WorkspaceProps) {
  if (!isProjectId(projectId)) return <ProjectNotFound />;
  return <OpenProject projectId={projectId} view={viewNamed(viewName)} />;
}

function OpenProject({ projectId, view }: { projectId: string; view: WorkspaceView }) {
  const { data: project, isError, isFetching, error, refetch } = useQuery(projectQuery(projectId));
  useAccessNow(projectId);
  if (isError && !project && isUnreachable(error))
    return <NotAvailableOffline isRetrying={isFetching} onRetry={() => void refetch()} />;
  // The cached project stays while the server is unreachable, but not when the user has lost
  // access.
  if (isError && (!project || (error instanceof ApiError && error.status === 404)))
    return <ProjectNotFound projectId={decodeProjectId(projectId)} />;
  return (
    <Shell project={project ?? null} view={view}>
      {project ? <OpenView project={project} view={view} /> : <PageSkeleton view={view} />}
      {project && <LiveProject projectId={project.id} view={view.slug} />}
    </Shell>
  );
}

/** Refetch the project after a rejected call: the role may have changed. */
function useAccessNow(projectId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { queryKey } = projectQuery(projectId);
    return onAccessRejected(() => {
      const state = queries.getQueryState(queryKey);
      // A rejection of this call itself does not cause a refetch.
      if (state?.fetchStatus === 'idle' && state.status === 'success')
        void queries.invalidateQueries({ queryKey, exact: true });
    });
  }, [queries, projectId]);
}

const screens = Object.fromEntries(
  views.map(({ slug, file }): [string, ViewScreen] => [slug, lazyComponent(viewCode[file])]),
) as Record<ViewSlug, ViewScreen>;

function OpenView({ project, view }: { project: Project; view: WorkspaceView }) {
  const Screen = screens[view.slug];
  return (
    <ErrorBoundary key={view.slug} isInside>
      <title>{`${project.name}: ${view.label}`}</title>
      <Suspense fallback={<PageSkeleton view={view} />}>
        <Screen key={project.id} project={project} />
      </Suspense>
    </ErrorBoundary>
  );
}
