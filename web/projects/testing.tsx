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
import { vi } from 'vitest';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aUser, json, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { ProjectManager } from './ProjectManager.tsx';

type Answers = Parameters<typeof serve>[0];

/** Olive's project manager, on a server that has these projects. */
export function openManager(projects: ProjectSummary[], answers: Answers = {}) {
  // What the test before has told is not told now.
  for (const { id } of currentToasts()) dismissToast(id);
  const seen = serve({ 'GET /api/projects': () => json(projects), ...answers });
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser());
  const router = managerRouter();
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { seen, router, user: userEvent.setup({ applyAccept: false }) };
}

/** The manager, and in place of the workspace a line that says whose it would be. */
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

/** One upload, in the hands of the test. */
export interface Sent {
  address: string;
  field: string;
  file: File;
  isAborted: boolean;
  progress: (loaded: number, total: number) => void;
  answer: (status: number, body: unknown) => void;
  loseConnection: () => void;
}

/** Stands in for the server of uploads. Returns those sent so far. */
export function receiveUploads(): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      onloadend?: () => void;
      status = 0;
      statusText = '';
      responseText = '';
      #method = '';
      #address = '';
      #sent: Sent | undefined;

      open(method: string, address: string) {
        this.#method = method;
        this.#address = address;
      }

      send(form: FormData) {
        const [entry] = [...form.entries()];
        if (!entry || !(entry[1] instanceof File)) throw new Error('The form holds no file');
        this.#sent = {
          address: `${this.#method} ${this.#address}`,
          field: entry[0],
          file: entry[1],
          isAborted: false,
          progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
          answer: (status, body) => {
            this.status = status;
            this.responseText = JSON.stringify(body);
            this.onload?.();
            this.onloadend?.();
          },
          loseConnection: () => {
            this.onerror?.();
            this.onloadend?.();
          },
        };
        sent.push(this.#sent);
      }

      abort() {
        if (this.#sent) this.#sent.isAborted = true;
        this.onabort?.();
        this.onloadend?.();
      }
    },
  );
  return sent;
}
