import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { projects } from '#server/db/schema/projects.ts';
import type { TestBrowser } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { ProjectManager } from './ProjectManager.tsx';

/** Set the time of Night Ferry's last change. */
export async function setUpdatedAt({ db, project }: TestBrowser, updatedAt: string): Promise<void> {
  await db
    .update(projects)
    .set({ updatedAt: new Date(updatedAt) })
    .where(eq(projects.id, project.id));
}

/** Render the project manager in a browser. */
export function openManager(browser: TestBrowser) {
  // Remove toasts of the previous test.
  for (const { id } of currentToasts()) dismissToast(id);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, browser.user);
  const router = managerRouter();
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...browser, router, user: userEvent.setup({ applyAccept: false }) };
}

/**
 * Create a router with the manager, and with a placeholder that names the project instead of the
 * workspace.
 */
function managerRouter() {
  const root = createRootRoute();
  const manager = createRoute({ getParentRoute: () => root, path: '/', component: ProjectManager });
  const workspace = createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId/{-$view}',
    component: () => <p>Workspace of {useParams({ strict: false }).projectId}</p>,
  });
  return createRouter({
    routeTree: root.addChildren([manager, workspace]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
}
