import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { and, eq } from 'drizzle-orm';
import { scenes } from '#server/db/schema/script.ts';
import { listScenes, type Scene } from '#shared/contract/scenes.ts';
import { aBrowser, aBrowserWithModels, type BrowserOptions, type TestBrowser } from '#test/browser.ts';
import { deckRow } from '#test/rows.ts';
import type { StoryRows } from '#test/storyRows.ts';
import type { ScriptLine } from '#test/world.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { storeStory } from '#web/planning/testing.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { ScenesScreen } from './ScenesScreen.tsx';

interface ScenesOptions extends BrowserOptions, Partial<StoryRows> {
  /** In script order; sequence ids refer to the given sequences. */
  scenes?: readonly Scene[];
  isBuiltIn?: boolean;
}

const threeDecks = [deckRow(1), deckRow(2), deckRow(3)];

/** Open a script of these scenes, by default three in the first act; pictures have a price. */
export async function atTheScenes({
  scenes: given = threeDecks,
  acts = [],
  sequences = [],
  beats = [],
  isBuiltIn = false,
  ...options
}: ScenesOptions = {}) {
  const lines = given.map(({ heading }): ScriptLine => {
    return heading === '' ? ['action', 'Before all scenes.'] : ['scene_heading', heading];
  });
  const browser = await (isBuiltIn ? aBrowser : aBrowserWithModels)({ lines, ...options });
  const { db, project, network, as, people } = browser;
  const plan = await storeStory(browser, { acts, sequences, beats });
  const stored = async (): Promise<Scene[]> => (await as('olive').get(`${people.projectUrl}/scenes`)).json();
  const ids = (await stored()).map(({ id }) => id);
  for (const [at, { id, sequenceId, ...row }] of given.entries()) {
    const { actNumber, displayNumber, pageNumber, notes, imageUrl, imagePrompt } = row;
    const { videoUrl, videoPrompt, videoStatus, videoProblem } = row;
    await db
      .update(scenes)
      .set({
        ...{ actNumber, displayNumber, pageNumber, notes, imageUrl, imagePrompt },
        ...{ videoUrl, videoPrompt, videoStatus, videoProblem },
      })
      .where(and(eq(scenes.projectId, project.id), eq(scenes.id, ids[at] ?? 0)));
    if (sequenceId === null) continue;
    const home = { sequenceId: plan.sequences.get(sequenceId) };
    await db
      .update(scenes)
      .set(home)
      .where(eq(scenes.id, ids[at] ?? 0));
  }
  return {
    ...browser,
    stored,
    /** Return the id of the n-th created scene, from 1. */
    id: (place: number) => ids[place - 1] ?? 0,
    sequence: (id: number): number => plan.sequences.get(id),
    /** Return method, address and body of the writing calls. */
    changes: () => network.writes.map(({ method, url, body }) => ({ call: `${method} ${url}`, body })),
    /** Return the number of calls of the list. */
    reads: () => network.callsOf(listScenes).length,
  };
}

/** Open the view in a router at that address. */
export async function openScenes(
  { project, code }: Pick<TestBrowser, 'project' | 'code'>,
  query = '',
  client = createQueryClient(),
) {
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const root = createRootRoute({ component: Outlet });
  const manager = createRoute({
    getParentRoute: () => root,
    path: `/projects/${code}/scenes`,
    component: () => <ScenesScreen project={project} />,
  });
  const script = createRoute({
    getParentRoute: () => root,
    path: `/projects/${code}/script`,
    component: () => <p>The script</p>,
  });
  const history = createMemoryHistory({ initialEntries: [`/projects/${code}/scenes${query}`] });
  const router = createRouter({ routeTree: root.addChildren([manager, script]), history });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        {/* The application's own router is the registered one. */}
        <RouterProvider router={router as never} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { client, history, user: userEvent.setup() };
}

/** Return the shown headings from top to bottom. */
export function headings(): (string | null)[] {
  return page.queryAllByText(/^(INT|EXT)\. /, { selector: 'button, a' }).map((each) => each.textContent);
}

/** Return the toasts. Scenes never show any (docs/spec/scenes.md, decision OQ-98). */
export function openToasts(): string[] {
  return currentToasts().flatMap(({ isOpen, title }) => (isOpen ? [title] : []));
}
