import type { ScriptElement } from '#screenplay/element.ts';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { compareOrder, insertAfter } from '#screenplay/order.ts';
import { scenesInStep } from '#screenplay/scenes.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';

export interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** Stands in for the server's script calls, with its rules of order and scenes; a double at the HTTP edge. */
export class ScriptServer {
  elements: Element[] = [];
  scenes: Scene[] = [];
  characters: Character[] = [];
  project: Project;
  /** Every call that would write. */
  readonly sent: Sent[] = [];
  /** Answers one writing call in place of the server, once. */
  refuseNext: { status: number; body: object } | null = null;
  #lastId = 0;
  #held: Promise<void> | null = null;

  constructor(script: Partial<ScriptElement>[], project: Partial<Project> = {}) {
    this.project = { ...aProject(), ...project };
    for (const [index, each] of script.entries()) {
      this.elements.push(this.#row(each, (index + 1) * 10));
    }
    this.#settle();
  }

  addCharacter(name: string, role: string | null = null): Character {
    const character = { ...aCharacter(), id: ++this.#lastId, name, role };
    this.characters.push(character);
    return character;
  }

  /** Writing calls are answered when what this gives is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return () => {
      this.#held = null;
      resolve();
    };
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(String(address), 'http://localhost').pathname;
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    if (method === 'GET') return this.#read(path);
    this.sent.push({ method, path, body });
    await this.#held;
    if (this.refuseNext) {
      const { status, body: refusal } = this.refuseNext;
      this.refuseNext = null;
      return Response.json(refusal, { status });
    }
    return this.#write(method, path, body);
  };

  #read(path: string): Response {
    if (path.endsWith('/script-elements')) return Response.json(this.elements);
    if (path.endsWith('/scenes')) return Response.json(this.scenes);
    if (path.endsWith('/characters')) return Response.json(this.characters);
    return Response.json(this.project);
  }

  #write(method: string, path: string, body: Record<string, unknown>): Response {
    if (path.endsWith('/characters')) {
      return Response.json(this.addCharacter(String(body.name)), { status: 201 });
    }
    if (path.endsWith('/script-elements')) return this.#create(body);
    const id = Number(path.split('/').at(-1));
    const element = this.elements.find((each) => each.id === id);
    if (!element) return Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 });
    if (method === 'DELETE') {
      this.elements = this.elements.filter((each) => each.id !== id);
      this.#settle();
      return new Response(null, { status: 204 });
    }
    const { baseVersion: _, ...patch } = body;
    Object.assign(element, patch, { version: element.version + 1 });
    return Response.json({ ...element, ...this.#settle() });
  }

  #create({ afterId, orderIndex, ...fields }: Record<string, unknown>): Response {
    const isPlaced = typeof afterId === 'number' || afterId === null;
    const place = isPlaced ? insertAfter(this.elements, afterId) : null;
    for (const { id, orderIndex: next } of place?.renumbered ?? []) {
      const moved = this.elements.find((each) => each.id === id);
      if (moved) moved.orderIndex = next;
    }
    const element = this.#row(fields, place?.orderIndex ?? Number(orderIndex));
    this.elements = [...this.elements, element].sort(compareOrder);
    const changes = this.#settle();
    return Response.json({ ...element, renumbered: place?.renumbered ?? [], ...changes }, { status: 201 });
  }

  #row(fields: Partial<Element> | Partial<ScriptElement>, orderIndex: number): Element {
    return { ...aRow(), ...fields, id: ++this.#lastId, orderIndex } as Element;
  }

  #settle(): { scenes: Scene[]; removedSceneIds: number[] } {
    const { create, update, remove, assign } = scenesInStep(this.elements, this.scenes);
    const changed: Scene[] = [];
    for (const { id, ...fields } of update) {
      const scene = this.scenes.find((each) => each.id === id);
      if (scene) changed.push(Object.assign(scene, fields));
    }
    for (const { elementIds, firstElementId: _, afterSceneId: __, ...fields } of create) {
      const scene = { ...aScene(), ...fields, id: ++this.#lastId };
      changed.push(scene);
      this.scenes.push(scene);
      assign.push({ sceneId: scene.id, elementIds });
    }
    for (const { sceneId, elementIds } of assign) {
      const moved = new Set(elementIds);
      for (const element of this.elements) if (moved.has(element.id)) element.sceneId = sceneId;
    }
    this.scenes = this.scenes
      .filter(({ id }) => !remove.includes(id))
      .sort((a, b) => a.sceneNumber - b.sceneNumber);
    return { scenes: changed, removedSceneIds: remove };
  }
}

const aRow = (): Omit<Element, 'id' | 'orderIndex'> => ({
  projectId: 1,
  sceneId: null,
  elementType: 'action',
  content: '',
  characterName: null,
  parenthetical: null,
  soundEffectUrl: null,
  soundEffectText: null,
  dialogueAudioUrl: null,
  audioVolume: 0.5,
  audioOverlapSeconds: 0,
  sequenceNumber: 0,
  version: 1,
  originalType: null,
  dual: null,
  extras: null,
});

const aScene = (): Scene => ({
  id: 0,
  projectId: 1,
  sequenceId: null,
  sceneNumber: 1,
  displayNumber: null,
  heading: '',
  location: null,
  timeOfDay: null,
  pageNumber: null,
  notes: null,
  actNumber: 1,
  imageUrl: null,
  imagePrompt: null,
  videoUrl: null,
  videoPrompt: null,
  videoStatus: null,
});

const aCharacter = (): Character => ({
  id: 0,
  projectId: 1,
  name: '',
  role: null,
  age: null,
  description: null,
  arc: null,
  visualAesthetic: null,
  characterType: 'supporting',
  voiceId: null,
  voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
  avatarUrl: null,
  avatarPrompt: null,
  displayOrder: 0,
  createdAt: '2026-01-05T10:00:00.000Z',
});

const aProject = (): Project => ({
  id: 1,
  userId: 'olive',
  ownerId: 'olive',
  name: 'Night Ferry',
  description: null,
  logline: null,
  synopsis: null,
  conceptImageUrl: null,
  conceptImagePrompt: null,
  conceptImageAspectRatio: '16:9',
  sceneImagePromptTemplate: null,
  characterAvatarPromptTemplate: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  role: 'owner',
  revision: 1,
  titlePage: emptyTitlePage,
  format: defaultFormat,
});
