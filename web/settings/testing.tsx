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
import type { Disclosure } from '#shared/contract/ai.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import type { AiState } from '#web/lib/price.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, builtIn, json, type Seen, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';
import type { SummaryState } from './settings.data.ts';

const code = encodeProjectId(1);
const at = `/api/projects/${code}`;

export const calls = {
  save: `PATCH ${at}`,
  ai: `GET ${at}/ai`,
  sceneTemplate: `POST ${at}/generate-scene-template`,
  characterTemplate: `POST ${at}/generate-character-template`,
  summaries: `GET ${at}/scene-summaries`,
  summarise: `POST ${at}/scene-summaries`,
  log: `GET ${at}/ai-disclosures?limit=20`,
  scenes: `GET ${at}/scenes`,
  characters: `GET ${at}/characters`,
} as const;

export function aScene(changes: Partial<Scene> = {}): Scene {
  return {
    id: 3,
    projectId: 1,
    sequenceId: null,
    sceneNumber: 1,
    displayNumber: null,
    heading: 'INT. CAR DECK - NIGHT',
    location: 'CAR DECK',
    timeOfDay: 'NIGHT',
    pageNumber: 1,
    notes: 'Cold light',
    actNumber: 1,
    imageUrl: null,
    imagePrompt: null,
    videoUrl: null,
    videoPrompt: null,
    videoStatus: null,
    ...changes,
  };
}

export function anElement(changes: Partial<Element> = {}): Element {
  return {
    id: 7,
    projectId: 1,
    sceneId: 3,
    elementType: 'action',
    content: 'A clicker counts.',
    characterName: null,
    parenthetical: null,
    soundEffectUrl: null,
    soundEffectText: null,
    dialogueAudioUrl: null,
    audioVolume: 0.5,
    audioOverlapSeconds: 0,
    orderIndex: 20,
    sequenceNumber: 2,
    version: 1,
    originalType: null,
    dual: null,
    extras: null,
    ...changes,
  };
}

export function aCharacter(changes: Partial<Character> = {}): Character {
  return {
    id: 4,
    projectId: 1,
    name: 'MARA',
    role: 'purser',
    age: 41,
    description: 'Counts everything.',
    arc: null,
    visualAesthetic: 'grainy film',
    characterType: 'protagonist',
    voiceId: null,
    voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
    avatarUrl: null,
    avatarPrompt: null,
    displayOrder: 1,
    createdAt: '2026-01-05T12:00:00Z',
    ...changes,
  };
}

export function aDisclosure(changes: Partial<Disclosure> = {}): Disclosure {
  return {
    id: 9,
    sentAt: '2026-01-05T12:00:00Z',
    userEmail: 'eddie@example.org',
    service: 'openai',
    model: 'gpt-test',
    destination: 'api.example.org',
    task: 'chat',
    size: 12_340,
    ...changes,
  };
}

interface World {
  project?: Partial<Project>;
  ai?: AiState;
  summaries?: SummaryState;
  hash?: string;
  history?: RouterHistory;
  answers?: Parameters<typeof serve>[0];
}

const noSummaries: SummaryState = { isNeeded: false, scenes: 0, current: 0, price: null };

/** The settings of Night Ferry, on a server that keeps what is saved; another page is one link away. */
export async function openSettings({
  project: changes = {},
  ai = builtIn,
  summaries = noSummaries,
  hash = '',
  history = createMemoryHistory({ initialEntries: [`/settings${hash}`] }),
  answers = {},
}: World = {}) {
  // What the test before has told is not told now.
  for (const { id } of currentToasts()) dismissToast(id);
  const server = { project: aProject(changes), ai };
  const patch = ({ init }: Seen) => {
    server.project = { ...server.project, ...JSON.parse(String(init.body)) };
    return json(server.project);
  };
  const seen = serve({
    [`GET ${at}`]: () => json(server.project),
    [calls.save]: patch,
    [calls.ai]: () => json(server.ai),
    [calls.scenes]: () => json([aScene()]),
    [`GET ${at}/script-elements?sceneId=3`]: () => json([anElement()]),
    [calls.characters]: () => json([aCharacter()]),
    [calls.summaries]: () => json(summaries),
    [calls.log]: () => json({ entries: [], hasMore: false, totalCount: 0 }),
    ...answers,
  });
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser({ creditBalance: ai.creditBalance }));
  const router = settingsRouter(history);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await page.findByRole('region', { name: 'Prompt templates' });
  const sent = (call: string) => seen.filter(({ method, path }) => `${method} ${path}` === call);
  return {
    ...{ client, router, seen, sent, server },
    saved: () => sent(calls.save).map(({ init }) => JSON.parse(String(init.body))),
    user: userEvent.setup(),
  };
}

function Settings() {
  const { data: project } = useQuery(projectQuery(code));
  return project && <SettingsScreen project={project} />;
}

function settingsRouter(history: RouterHistory) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/">Manage Projects</Link>
        <Outlet />
      </>
    ),
  });
  const settings = createRoute({ getParentRoute: () => root, path: '/settings', component: Settings });
  const manager = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <p>All projects</p>,
  });
  return createRouter({ routeTree: root.addChildren([settings, manager]), history });
}

/** An answer that the test gives when it wants. */
export function held() {
  let give = (_: Response) => {};
  let isAborted = false;
  const answer = ({ init }: Seen) =>
    new Promise<Response>((resolve, reject) => {
      give = resolve;
      init.signal?.addEventListener('abort', () => {
        isAborted = true;
        reject(init.signal?.reason);
      });
    });
  return { answer, give: (response: Response) => give(response), isAborted: () => isAborted };
}
