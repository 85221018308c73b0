import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { BetaSignup, UserInvitation } from '#shared/contract/admin.ts';
import type { User } from '#shared/contract/auth.ts';
import type { TestBrowser } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aUser, json, type RecordedCall, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { AdminScreens } from './AdminScreens.tsx';

type Answers = Record<string, (seen: RecordedCall) => Response | Promise<Response>>;

/** Answer calls by method and path, and record their URLs in `asked` and their bodies. */
function answerByPath(answers: Answers): { asked: URL[]; bodies: unknown[] } {
  const requests: URL[] = [];
  const bodies: unknown[] = [];
  const all = new Proxy<Answers>(
    {},
    {
      get: (_, name: string) => {
        const [method, address = ''] = name.split(' ');
        const url = new URL(address, 'http://localhost');
        const answer = answers[`${method} ${url.pathname}`];
        return (seen: RecordedCall) => {
          requests.push(url);
          if (seen.init.body) bodies.push(JSON.parse(String(seen.init.body)));
          return answer?.(seen) ?? json([]);
        };
      },
    },
  );
  serve(all);
  return { asked: requests, bodies };
}

/** Open an address as Ada the administrator, or as another user. */
export function openAdmin(
  address: string,
  answers: Answers = {},
  user: User | null = aUser({ id: 'ada', email: 'ada@example.com', isAdmin: true }),
) {
  const server = answerByPath(answers);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, user);
  const router = adminRouter(address);
  const view = render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...server, ...view, router, user: userEvent.setup({ delay: null }) };
}

/** Open a tab of the dashboard in that browser; the real application answers its calls. */
export function openDashboard(browser: TestBrowser, tab: string) {
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, browser.user);
  const view = render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={adminRouter(`/admin-dashboard?tab=${tab}`)} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup({ delay: null }) };
}

/** Return the next saved file as text. */
export function nextFile(): Promise<string> {
  return new Promise((resolve) => {
    const createObjectURL = (blob: Blob) => {
      void blob.text().then(resolve);
      return 'blob:file';
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  });
}

/** Return a router with the administration routes of web/routes.tsx. */
function adminRouter(address: string) {
  const root = createRootRoute();
  const at = <Path extends string>(path: Path, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  return createRouter({
    routeTree: root.addChildren([
      at('/admin/{-$tab}', () => <AdminScreens screen="panel" tab={useParams({ strict: false }).tab} />),
      at('/admin-legacy', () => <AdminScreens screen="legacy" />),
      at('/admin-dashboard', () => (
        <AdminScreens screen="dashboard" tab={(useSearch({ strict: false }) as { tab?: string }).tab} />
      )),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
}

export function aSignup(changes: Partial<BetaSignup> = {}): BetaSignup {
  return {
    ...{ id: 1, email: 'greta@example.com', firstName: 'Greta', lastName: 'Guest', role: 'director' },
    ...{ experience: 'advanced', previousWork: null, currentProjects: null, interests: [] },
    ...{
      reason: 'I write on ferries.',
      status: 'pending',
      invitedAt: null,
      createdAt: '2026-01-05T12:00:00Z',
    },
    ...changes,
  };
}

export function aUserInvitation(changes: Partial<UserInvitation> = {}): UserInvitation {
  return {
    ...{ id: 1, email: 'greta@example.com', status: 'pending', createdAt: '2026-01-05T12:00:00Z' },
    ...{ expiresAt: '2026-01-12T12:00:00Z', acceptedAt: null },
    inviteUrl: 'https://write.example/api/login?invite=abc',
    ...changes,
  };
}

export function toastsNow(): string[] {
  return currentToasts().flatMap(({ title, description, isOpen }) =>
    isOpen ? [description ? `${title}: ${description}` : title] : [],
  );
}

export function closeAdminToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}
