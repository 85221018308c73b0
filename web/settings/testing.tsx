import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { scenes } from '#server/db/schema/script.ts';
import { updateProject } from '#shared/contract/projects.ts';
import { aBrowser, aBrowserWithModels, type BrowserOptions, type TestBrowser } from '#test/browser.ts';
import { aCharacter } from '#test/factories.ts';
import type { ScriptLine } from '#test/world.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

interface SettingsOptions extends BrowserOptions {
  /** Whether models with a price answer, instead of the built-in engine. */
  isPriced?: boolean;
  hash?: string;
  history?: RouterHistory;
  /** Prepare data before the page opens. */
  prepare?: (browser: TestBrowser) => unknown;
}

/**
 * Open the settings of a project with one scene and one character, Mara; another page is one link
 * away.
 */
export async function openSettings({
  isPriced = false,
  hash = '',
  history = createMemoryHistory({ initialEntries: [`/settings${hash}`] }),
  prepare = () => undefined,
  ...options
}: SettingsOptions = {}) {
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const browser = await (isPriced ? aBrowserWithModels : aBrowser)({ lines: onTheCarDeck, ...options });
  const { db, project, code, user, network } = browser;
  await db.update(scenes).set({ notes: 'Cold light' }).where(eq(scenes.projectId, project.id));
  await aCharacter(db, { ...mara, projectId: project.id });
  await prepare(browser);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, user);
  const router = settingsRouter(code, history);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await page.findByRole('region', { name: 'Prompt templates' });
  return {
    ...browser,
    client,
    router,
    /** Return the bodies of the saves. */
    saved: () => network.callsOf(updateProject).map(({ body }) => body),
    user: userEvent.setup(),
  };
}

const onTheCarDeck: ScriptLine[] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'A clicker counts.'],
];

const mara = {
  name: 'MARA',
  role: 'purser',
  age: 41,
  description: 'Counts everything.',
  visualAesthetic: 'grainy film',
  characterType: 'protagonist',
  displayOrder: 1,
} as const;

function Settings({ code }: { code: string }) {
  const { data: project } = useQuery(projectQuery(code));
  return project && <SettingsScreen project={project} />;
}

function settingsRouter(code: string, history: RouterHistory) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/">Manage Projects</Link>
        <Outlet />
      </>
    ),
  });
  const settings = createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: () => <Settings code={code} />,
  });
  const manager = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <p>All projects</p>,
  });
  return createRouter({ routeTree: root.addChildren([settings, manager]), history });
}
