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
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json, priced, type Seen, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { ScenesScreen } from './ScenesScreen.tsx';

const path = '/api/projects/PrQTbI';

export function aScene(id: number, changes: Partial<Scene> = {}): Scene {
  return {
    id,
    projectId: 1,
    sequenceId: null,
    sceneNumber: id,
    displayNumber: null,
    heading: `INT. DECK ${id} - NIGHT`,
    location: `DECK ${id}`,
    timeOfDay: 'NIGHT',
    pageNumber: null,
    notes: null,
    actNumber: 1,
    imageUrl: null,
    imagePrompt: null,
    videoUrl: null,
    videoPrompt: null,
    videoStatus: null,
    ...changes,
  };
}

export function anAct(number: number, changes: Partial<Act> = {}): Act {
  return {
    id: number,
    projectId: 1,
    number,
    title: `Act ${number}`,
    subtitle: null,
    startPage: 1,
    endPage: 30,
    colorTheme: 'blue',
    orderIndex: number - 1,
    ...changes,
  };
}

export function aSequence(id: number, changes: Partial<Sequence> = {}): Sequence {
  const own = { id, projectId: 1, actNumber: 1, name: `Sequence ${id}`, description: null };
  return { ...own, colorTheme: 'blue', orderIndex: id, ...changes };
}

export function aBeat(id: number, changes: Partial<StoryBeat> = {}): StoryBeat {
  return {
    id,
    projectId: 1,
    actId: 1,
    sequenceId: null,
    title: `Beat ${id}`,
    description: null,
    actNumber: 1,
    beatType: null,
    pageNumber: null,
    orderIndex: id,
    ...changes,
  };
}

/** The server's side of one project, with its rule that numbers are places. */
export class ScenesServer {
  scenes: Scene[];
  acts: Act[] = [];
  sequences: Sequence[] = [];
  beats: StoryBeat[] = [];
  ai = priced;
  /** Answers a change in place of the server. */
  instead: ((seen: Seen) => Response | Promise<Response> | undefined) | null = null;
  seen: Seen[] = [];

  constructor(scenes: Scene[] = [aScene(1), aScene(2), aScene(3)]) {
    this.scenes = scenes;
  }

  /** Method, path and body of the changes. */
  get changes(): { call: string; body: unknown }[] {
    return this.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path: address, init }) => ({
        call: `${method} ${address.replace(path, '')}`,
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      }));
  }

  reads(name: string): number {
    return this.seen.filter((call) => call.method === 'GET' && call.path === `${path}/${name}`).length;
  }

  serve(answers: Parameters<typeof serve>[0] = {}): void {
    const change = (answer: (seen: Seen) => Response) => (seen: Seen) => this.instead?.(seen) ?? answer(seen);
    const ofScenes = Array.from({ length: 30 }, (_, index) => index + 1).flatMap((id) => [
      [`PATCH /api/scenes/${id}`, change((seen) => this.update(id, seen))],
      [`DELETE /api/scenes/${id}`, change(() => this.remove(id))],
      [`POST /api/scenes/${id}/generate-image`, change(() => this.draw(id))],
    ]);
    this.seen = serve({
      [`GET ${path}`]: () => json(aProject()),
      [`GET ${path}/scenes`]: () => json(this.scenes),
      [`GET ${path}/acts`]: () => json(this.acts),
      [`GET ${path}/sequences`]: () => json(this.sequences),
      [`GET ${path}/story-beats`]: () => json(this.beats),
      [`GET ${path}/script-elements`]: () => json([]),
      [`GET ${path}/ai`]: () => json(this.ai),
      'GET /api/auth/user': () => json(aUser()),
      [`POST ${path}/scenes`]: change((seen) => this.add(seen)),
      ...Object.fromEntries(ofScenes),
      ...answers,
    });
  }

  add({ init }: Seen): Response {
    const body = JSON.parse(String(init.body));
    const scene = aScene(Math.max(0, ...this.scenes.map(({ id }) => id)) + 1, body);
    this.#place(scene, scene.sceneNumber);
    return json(scene, 201);
  }

  update(id: number, { init }: Seen): Response {
    const body = JSON.parse(String(init.body));
    const scene = { ...(this.scenes.find((each) => each.id === id) ?? aScene(id)), ...body };
    this.scenes = this.scenes.filter((each) => each.id !== id);
    this.#place(scene, scene.sceneNumber);
    return json(scene);
  }

  remove(id: number): Response {
    this.scenes = this.scenes.filter((each) => each.id !== id);
    return new Response(null, { status: 204 });
  }

  draw(id: number): Response {
    const image = { imageUrl: `/uploads/scene-${id}.png`, imagePrompt: 'A ferry at night' };
    this.scenes = this.scenes.map((each) => (each.id === id ? { ...each, ...image } : each));
    return json({ scene: this.scenes.find((each) => each.id === id), creditBalance: 392 });
  }

  #place(scene: Scene, number: number): void {
    this.scenes = this.scenes
      .toSpliced(Math.min(number - 1, this.scenes.length), 0, scene)
      .map((each, index) => ({ ...each, sceneNumber: index + 1 }));
  }
}

interface Given {
  role?: Project['role'];
  query?: string;
  answers?: Parameters<typeof serve>[0];
}

/** The view as the workspace shows it, at that address. */
export async function openScenes(server: ScenesServer, { role = 'owner', query = '', answers }: Given = {}) {
  // What the test before has told is not told now.
  for (const { id } of currentToasts()) dismissToast(id);
  server.serve(answers);
  const client = createQueryClient();
  const root = createRootRoute({ component: Outlet });
  const scenes = createRoute({
    getParentRoute: () => root,
    path: '/projects/PrQTbI/scenes',
    component: () => <ScenesScreen project={aProject({ role })} />,
  });
  const script = createRoute({
    getParentRoute: () => root,
    path: '/projects/PrQTbI/script',
    component: () => <p>The script</p>,
  });
  const history = createMemoryHistory({ initialEntries: [`/projects/PrQTbI/scenes${query}`] });
  const router = createRouter({ routeTree: root.addChildren([scenes, script]), history });
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

/** The headings as they stand, from above to below. */
export function headings(): (string | null)[] {
  return page.queryAllByText(/^(INT|EXT)\. /, { selector: 'button, a' }).map((each) => each.textContent);
}

/** Scenes have none, whatever happens to them (docs/spec/scenes.md, decision OQ-98). */
export function openToasts(): string[] {
  return currentToasts().flatMap(({ isOpen, title }) => (isOpen ? [title] : []));
}
