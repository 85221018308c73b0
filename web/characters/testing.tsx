import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen as page, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { characters } from '#server/db/schema/script.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { aBrowserWithModels, type BrowserOptions } from '#test/browser.ts';
import { aCharacter } from '#test/factories.ts';
import type { ScriptLine } from '#test/world.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { CharactersScreen } from './CharactersScreen.tsx';

type GivenCharacter = Partial<typeof characters.$inferInsert> & { name: string };

/** Three characters, one of each type. */
export const sampleCharacters: GivenCharacter[] = [
  {
    name: 'MARA',
    role: 'Purser',
    age: 38,
    description: 'Counts everything.',
    characterType: 'protagonist',
  },
  { name: 'TOBIAS', role: 'Chief engineer', age: 38, characterType: 'supporting' },
  { name: 'HOLGER', characterType: 'antagonist' },
];

const lines: ScriptLine[] = [
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['character', 'MARA'],
  ['dialogue', 'Forty-one. Forty-two.'],
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ['character', 'TOBIAS (O.S.)'],
  ['dialogue', 'You count everything?'],
  ['character', 'TOBIAS'],
  ['dialogue', 'Everything.'],
];

/** Open a project with these characters, by default the sample; models have a price. */
export async function atTheCast({
  cast = sampleCharacters,
  ...options
}: BrowserOptions & { cast?: GivenCharacter[] } = {}) {
  const browser = await aBrowserWithModels({ lines, ...options });
  const { db, project, network, as, people } = browser;
  await db.delete(characters).where(eq(characters.projectId, project.id));
  const ids: Record<string, number> = {};
  for (const [displayOrder, given] of cast.entries())
    ids[given.name] = (await aCharacter(db, { ...given, displayOrder, projectId: project.id })).id;
  const stored = async (what: string) => (await as('olive').get(`${people.projectUrl}/${what}`)).json();
  return {
    ...browser,
    /** Return the id of a character by first name. */
    idOf: (name: string) => ids[name] ?? 0,
    cast: (): Promise<Character[]> => stored('characters'),
    elements: (): Promise<Element[]> => stored('script-elements'),
    /** Calls that would write: "PATCH /api/characters/1" and the body. */
    written: () => network.writes.map(({ method, url, body }) => [`${method} ${url}`, body]),
  };
}

/** Open the characters screen in a router; the script screen is a placeholder line. */
export async function openCast(given?: Awaited<ReturnType<typeof atTheCast>>) {
  const browser = given ?? (await atTheCast());
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, browser.user);
  const router = castRouter(browser.project);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...browser, client, router, user: userEvent.setup() };
}

function castRouter(project: Project) {
  const root = createRootRoute();
  const cast = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <CharactersScreen project={project} />,
  });
  const script = createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId/script',
    component: () => <p>The script</p>,
  });
  return createRouter({
    routeTree: root.addChildren([cast, script]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
}

type User = ReturnType<typeof userEvent.setup>;

export const card = async (name: string) => {
  const heading = await page.findByRole('heading', { name });
  const found = heading.closest('article');
  if (!found) throw new Error(`${name} has no card`);
  return found;
};

/** Return the names on the cards, in order. */
export const names = () => page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

export async function choose(user: User, name: string, item: RegExp | string) {
  await user.click(within(await card(name)).getByRole('button', { name: `More for ${name}` }));
  await user.click(await page.findByRole('menuitem', { name: item }));
}

export const field = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
export const press = (user: User, name: RegExp | string) => user.click(page.getByRole('button', { name }));
