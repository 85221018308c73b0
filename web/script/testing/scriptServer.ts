import type { ScriptElement } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { mergeText } from '#screenplay/merge.ts';
import { compareOrder, insertAfter, moveAfter, type Placed } from '#screenplay/order.ts';
import { scenesInStep } from '#screenplay/scenesInStep.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { aProject } from '#web/lib/testing.ts';

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
  /** No call arrives. */
  isOffline = false;
  /** The next writing call is made, but its answer is lost on the way. */
  losesAnswer = false;
  /** Writing calls are made, and nobody is told. */
  isSilent = false;
  #lastId = 0;
  /** Answers by Idempotency-Key. */
  readonly #answered = new Map<string, Response>();
  /** Texts by element and version. */
  readonly #past = new Map<string, string>();
  readonly #deleted = new Map<number, Element>();
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
    if (this.isOffline) throw new TypeError('Failed to fetch');
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
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const response = this.#answered.get(key)?.clone() ?? (await this.#write(method, path, body));
    if (key !== '' && response.ok) this.#answered.set(key, response.clone());
    if (this.isSilent) return new Promise(() => {});
    if (!this.losesAnswer) return response;
    this.losesAnswer = false;
    throw new TypeError('Failed to fetch');
  };

  /** Somebody else writes. */
  change(id: number, content: string): void {
    this.#update(id, { content });
  }

  #read(path: string): Response {
    if (path.endsWith('/script-elements')) return Response.json(this.elements);
    if (path.endsWith('/scenes')) return Response.json(this.scenes);
    if (path.endsWith('/characters')) return Response.json(this.characters);
    if (/^\/api\/projects\/\w+$/.test(path)) return Response.json(this.project);
    if (path === '/api/auth/user') return Response.json({ id: 'eddie', firstName: 'Eddie' });
    return Response.json([]); // no comments
  }

  async #write(method: string, path: string, body: Record<string, unknown>): Promise<Response> {
    if (path.endsWith('/characters')) {
      return Response.json(this.addCharacter(String(body.name)), { status: 201 });
    }
    if (path.endsWith('/script-elements')) return this.#create(body);
    if (path.endsWith('/script-changes')) return this.#changeAll(body.edits as ScriptEdit[]);
    const id = Number(path.split('/').at(-1));
    if (method === 'DELETE') {
      const refusal = this.#remove(id);
      this.#settle();
      return refusal ?? new Response(null, { status: 204 });
    }
    const { baseVersion, ...patch } = body;
    const refusal = this.#update(id, patch, baseVersion as number | undefined);
    return refusal ?? Response.json({ ...this.#find(id), ...this.#settle() });
  }

  #create({ afterId, orderIndex, ...fields }: Record<string, unknown>): Response {
    const isPlaced = typeof afterId === 'number' || afterId === null;
    const renumbered: Placed[] = [];
    const element = isPlaced
      ? this.#insert(fields, afterId, renumbered)
      : this.#add(this.#row(fields, Number(orderIndex)));
    const changes = this.#settle();
    return Response.json({ ...element, renumbered, ...changes }, { status: 201 });
  }

  /** All or none, as one call. */
  async #changeAll(edits: readonly ScriptEdit[]): Promise<Response> {
    const [elements, scenes] = structuredClone([this.elements, this.scenes] as const);
    const touched = new Set<number>();
    const removedIds: number[] = [];
    const renumbered: Placed[] = [];
    const keys: { key: number; id: number }[] = [];
    for (const [editIndex, edit] of edits.entries()) {
      const refusal = this.#change(edit, { touched, removedIds, renumbered, keys });
      if (!refusal) continue;
      Object.assign(this, { elements, scenes });
      return Response.json({ ...(await refusal.json()), editIndex }, { status: refusal.status });
    }
    const changes = this.#settle();
    const made = this.elements.filter(({ id }) => touched.has(id));
    return Response.json({ elements: made, removedIds, renumbered, keys, ...changes });
  }

  #change(
    edit: ScriptEdit,
    made: {
      touched: Set<number>;
      removedIds: number[];
      renumbered: Placed[];
      keys: { key: number; id: number }[];
    },
  ): Response | null {
    if (edit.does === 'insert') {
      let { afterId } = edit;
      for (const { key, ...fields } of edit.elements) {
        const { id } = this.#insert(fields, afterId, made.renumbered);
        made.touched.add(id);
        if (key !== undefined) made.keys.push({ key, id });
        afterId = id;
      }
      return null;
    }
    if (edit.does === 'move') {
      for (const place of moveAfter(this.elements, edit.ids, edit.afterId)) {
        Object.assign(this.#find(place.id) ?? {}, place);
        made.touched.add(place.id);
      }
      this.elements.sort(compareOrder);
      return null;
    }
    if (edit.does === 'delete') {
      made.removedIds.push(edit.id);
      return this.#remove(edit.id, edit.baseVersion);
    }
    made.touched.add(edit.id);
    if (edit.does === 'update') return this.#update(edit.id, edit.fields, edit.baseVersion);
    const deleted = this.#deleted.get(edit.id);
    if (!deleted) return notFound();
    const { orderIndex, renumbered } = insertAfter(this.elements, edit.afterId ?? null);
    this.#renumber(renumbered, made.renumbered);
    this.#add({ ...deleted, orderIndex, version: deleted.version + 1 });
    return null;
  }

  #insert(fields: object, afterId: number | null, moved: Placed[]): Element {
    const { orderIndex, renumbered } = insertAfter(this.elements, afterId);
    this.#renumber(renumbered, moved);
    return this.#add(this.#row(fields, orderIndex));
  }

  #renumber(places: readonly Placed[], moved: Placed[]): void {
    for (const place of places) Object.assign(this.#find(place.id) ?? {}, place);
    moved.push(...places);
  }

  #add(element: Element): Element {
    this.elements = [...this.elements, element].sort(compareOrder);
    return element;
  }

  /** Merges a save that is based on an older text, or refuses it with both. */
  #update(id: number, fields: { content?: string | undefined }, baseVersion?: number): Response | null {
    const element = this.#find(id);
    if (!element) return notFound();
    const base = this.#past.get(`${id} ${baseVersion}`);
    const { content = element.content } = fields;
    const merged = base === undefined ? content : mergeText(base, element.content, content);
    if (merged === null) return conflict(element, content);
    this.#past.set(`${id} ${element.version}`, element.content);
    Object.assign(element, fields, { content: merged, version: element.version + 1 });
    Object.assign(element, asKept(element));
    return null;
  }

  #remove(id: number, baseVersion?: number): Response | null {
    const element = this.#find(id);
    if (!element) return notFound();
    const base = this.#past.get(`${id} ${baseVersion}`);
    if (base !== undefined && base !== element.content) return conflict(element, '');
    this.#deleted.set(id, element);
    this.elements = this.elements.filter((each) => each !== element);
    return null;
  }

  #find(id: number): Element | undefined {
    return this.elements.find((each) => each.id === id);
  }

  #row(fields: object, orderIndex: number): Element {
    return asKept({ ...aRow(), ...fields, id: ++this.#lastId, orderIndex });
  }

  #settle(): { scenes: Scene[]; removedSceneIds: number[] } {
    const { create, update, remove, assign } = scenesInStep(this.elements, this.scenes);
    const changed: Scene[] = [];
    for (const { id, ...fields } of update) {
      const scene = this.scenes.find((each) => each.id === id);
      if (scene) changed.push(Object.assign(scene, fields));
    }
    for (const { elementIds, firstElementId: _, afterSceneId: __, unseen: ___, ...fields } of create) {
      const scene = { ...aScene(), ...fields, id: ++this.#lastId };
      changed.push(scene);
      this.scenes.push(scene);
      assign.push({ sceneId: scene.id, elementIds, unseen: [] });
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

const asKept = (row: Element): Element => ({ ...row, content: contentAs(row.elementType, row.content) });

const notFound = () => Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 });

const conflict = (current: Element, yours: string) =>
  Response.json(
    { code: 'conflict', message: 'Changed meanwhile', current, base: null, yours: { content: yours } },
    { status: 409 },
  );

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
