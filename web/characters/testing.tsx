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
import type { ElementType } from '#screenplay/element.ts';
import { renamedSpeaker } from '#screenplay/renaming.ts';
import type { Character, updateCharacter } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json, priced, refusal, type Seen, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { CharactersScreen } from './CharactersScreen.tsx';

const path = '/api/projects/PrQTbI';

type InScript = Pick<CallInput<typeof updateCharacter>['body'], 'renameInScript' | 'undo'>;
type UpdateEdit = NonNullable<InScript['undo']>[number];

export function aCharacter(changes: Partial<Character> = {}): Character {
  return {
    id: 1,
    projectId: 1,
    name: 'MARA',
    role: 'Purser',
    age: 38,
    description: 'Counts everything.',
    arc: null,
    visualAesthetic: null,
    characterType: 'protagonist',
    voiceId: null,
    voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
    avatarUrl: null,
    avatarPrompt: null,
    displayOrder: 0,
    createdAt: '2026-01-05T12:00:00.000Z',
    ...changes,
  };
}

/** MARA, TOBIAS and HOLGER: one of each type. */
export const threeOfThem = [
  aCharacter(),
  aCharacter({ id: 2, name: 'TOBIAS', role: 'Chief engineer', characterType: 'supporting', displayOrder: 1 }),
  aCharacter({ id: 3, name: 'HOLGER', role: null, age: null, characterType: 'antagonist', displayOrder: 2 }),
];

const lines: [ElementType, string, string?][] = [
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['character', 'MARA'],
  ['dialogue', 'Forty-one. Forty-two.'],
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ['character', 'TOBIAS (O.S.)'],
  ['dialogue', 'You count everything?', 'TOBIAS'],
  ['character', 'TOBIAS'],
  ['dialogue', 'Everything.'],
];

/** The server's side of one cast and its script; a test may put other answers in the place of these. */
export class CastServer {
  cast: Character[];
  elements: Element[];
  ai = priced;
  /** Answers a call that would write in place of the server; null: the server does. */
  instead: ((seen: Seen) => Response | Promise<Response> | null) | null = null;
  seen: Seen[] = [];

  constructor(cast: Character[] = threeOfThem) {
    this.cast = cast;
    let sceneId = 0;
    this.elements = lines.map(([elementType, content, characterName = null], index) => {
      if (elementType === 'scene_heading') sceneId++;
      return anElement({ id: index + 1, sceneId, elementType, content, characterName });
    });
  }

  /** Calls that would write: "PATCH /api/characters/1" and the body. */
  get written(): [string, unknown][] {
    return this.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path: to, init }) => [
        `${method} ${to}`,
        init.body ? JSON.parse(String(init.body)) : null,
      ]);
  }

  get keys(): (string | null)[] {
    return this.seen
      .filter(({ path: to }) => to.includes('generate'))
      .map(({ init }) => new Headers(init.headers).get('idempotency-key'));
  }

  serve(answers: Parameters<typeof serve>[0] = {}): void {
    const write = (make: (body: never, seen: Seen) => Response) => (seen: Seen) =>
      this.instead?.(seen) ?? make((seen.init.body ? JSON.parse(String(seen.init.body)) : {}) as never, seen);
    const ofEach = this.cast.flatMap(({ id }) => [
      [`PATCH /api/characters/${id}`, write((body) => this.#patch(id, body))] as const,
      [`DELETE /api/characters/${id}`, write(() => this.#delete(id))] as const,
      [`POST /api/characters/${id}/merge`, write((body) => this.#merge(id, body))] as const,
      [`POST /api/characters/${id}/generate-avatar`, write(() => this.#draw(id))] as const,
    ]);
    this.seen = serve({
      [`GET ${path}/characters`]: () => json(this.cast),
      [`GET ${path}/script-elements`]: () => json(this.elements),
      [`GET ${path}/scenes`]: () => json([1, 2].map((id) => ({ id, sceneNumber: id, displayNumber: null }))),
      [`GET ${path}/ai`]: () => json(this.ai),
      'GET /api/auth/user': () => json(aUser()),
      [`POST ${path}/characters`]: write((body) => this.#create(body)),
      'POST /api/characters/reorder': write((body: { characterIds: number[] }) => {
        this.cast = body.characterIds.flatMap((id) => this.cast.find((each) => each.id === id) ?? []);
        return json({ success: true });
      }),
      'POST /api/characters/generate-style-description': write(() =>
        json({ styleDescription: 'Grey wool, wet hair.', creditBalance: 411 }),
      ),
      ...Object.fromEntries(ofEach),
      ...answers,
    });
  }

  #create(body: Partial<Character>): Response {
    if (this.cast.some(({ name }) => name.toLowerCase() === body.name?.toLowerCase())) return taken();
    const blank = { role: null, age: null, description: null, characterType: 'supporting' as const };
    const character = aCharacter({ ...blank, ...body, id: 50, displayOrder: this.cast.length });
    this.cast = [...this.cast, character];
    return json(character, 201);
  }

  #patch(id: number, { renameInScript, undo, ...body }: Partial<Character> & InScript): Response {
    const before = this.cast.find((each) => each.id === id);
    if (!before) return refusal(404, 'Character not found');
    if (this.cast.some((each) => each.id !== id && each.name.toLowerCase() === body.name?.toLowerCase()))
      return taken();
    const renamed = renameInScript && body.name ? this.#rename(before.name, body.name) : {};
    const script = undo ? this.#change(undo) : undefined;
    if (undo && !script) return refusal(409, 'Changed meanwhile');
    const character = { ...before, ...body };
    this.cast = this.cast.map((each) => (each.id === id ? character : each));
    return json({ ...character, ...renamed, ...(script && { script }) });
  }

  #merge(id: number, { intoId }: { intoId: number }): Response {
    const [from, into] = [id, intoId].map((each) => this.cast.find((character) => character.id === each));
    if (!from || !into) return refusal(404, 'Character not found');
    const { script } = this.#rename(from.name, into.name);
    this.#delete(id);
    return json({ character: into, script });
  }

  #delete(id: number): Response {
    this.cast = this.cast.filter((each) => each.id !== id);
    return new Response(null, { status: 204 });
  }

  #draw(id: number): Response {
    this.cast = this.cast.map((each) =>
      each.id === id ? { ...each, avatarUrl: '/uploads/face.png' } : each,
    );
    return json({ character: this.cast.find((each) => each.id === id), creditBalance: 392 });
  }

  #rename(from: string, to: string) {
    const before = new Map(this.elements.map((element) => [element.id, element]));
    const edits = renamedSpeaker(this.elements, from, to);
    const script = this.#change(edits.map((edit) => ({ does: 'update', ...edit })));
    const undo = script?.elements.map(({ id, elementType, version }) => {
      const { content, characterName } = before.get(id) ?? {};
      const fields = elementType === 'character' ? { content } : { characterName };
      return { does: 'update', id, fields, baseVersion: version };
    });
    return { script, undo };
  }

  /** What the edits came to; null where one is based on what is no more. */
  #change(edits: readonly UpdateEdit[]) {
    const changed = new Map<number, Element>();
    for (const { id, fields, baseVersion } of edits) {
      const element = this.elements.find((each) => each.id === id);
      if (!element || (baseVersion ?? element.version) !== element.version) return null;
      changed.set(id, { ...element, ...fields, version: element.version + 1 } as Element);
    }
    this.elements = this.elements.map((element) => changed.get(element.id) ?? element);
    const none = { removedIds: [], renumbered: [], keys: [], scenes: [], removedSceneIds: [] };
    return { elements: [...changed.values()], ...none };
  }
}

function taken(): Response {
  return refusal(409, 'A character with this name already exists.');
}

function anElement(
  fields: Pick<Element, 'id' | 'sceneId' | 'elementType' | 'content' | 'characterName'>,
): Element {
  return {
    projectId: 1,
    parenthetical: null,
    soundEffectUrl: null,
    soundEffectText: null,
    dialogueAudioUrl: null,
    audioVolume: 0.5,
    audioOverlapSeconds: 0,
    orderIndex: fields.id * 10,
    sequenceNumber: 0,
    version: 1,
    originalType: null,
    dual: null,
    extras: null,
    ...fields,
  };
}

/** The screen of one project, as the workspace shows it; the script is a line that says so. */
export function openCast(server = new CastServer(), project: Partial<Project> = {}, answers = {}) {
  // What the test before has told is not told now.
  for (const { id } of currentToasts()) dismissToast(id);
  server.serve(answers);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser({ creditBalance: 412 }));
  const router = castRouter(aProject(project));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { server, client, router, user: userEvent.setup() };
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

/** The names of the cards in their order. */
export const names = () => page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

export async function choose(user: User, name: string, item: RegExp | string) {
  await user.click(within(await card(name)).getByRole('button', { name: `More for ${name}` }));
  await user.click(await page.findByRole('menuitem', { name: item }));
}

export const field = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
export const press = (user: User, name: RegExp | string) => user.click(page.getByRole('button', { name }));
