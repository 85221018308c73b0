import { applyEdit, numberDraft } from '#screenplay/edits/apply.ts';
import { type Draft, draftOf, type LastRecord, takeScenesBack, versionKey } from '#screenplay/edits/draft.ts';
import type { Edit, GivenElement, InsertEdit, UpdateEdit } from '#screenplay/edits/edit.ts';
import { EditRefusal } from '#screenplay/edits/refusal.ts';
import { emptyRow, isSceneHeading, recordedText, type ScriptRow } from '#screenplay/edits/rows.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { RecordedText } from '#screenplay/past.ts';
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
  readonly #texts = new Map<string, RecordedText | null>();
  #lastRecords = new Map<number, LastRecord>();
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
    this.#make([{ does: 'update', id, fields: { content } }]);
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
    const id = Number(path.split('/').at(-1));
    const [edits, status] = path.endsWith('/script-changes')
      ? [body.edits as ScriptEdit[], 200]
      : path.endsWith('/script-elements')
        ? [[insertion(body)], 201]
        : method === 'DELETE'
          ? [[{ does: 'delete', id } as const], 204]
          : [[updateOf(id, body)], 200];
    const made = this.#make(edits);
    if (made instanceof Response) return made;
    if (status === 204) return new Response(null, { status });
    const { elements, renumbered, scenes, removedSceneIds } = made;
    const changes = { scenes, removedSceneIds, ...(status === 201 && { renumbered }) };
    const answer = path.endsWith('/script-changes') ? made : { ...elements[0], ...changes };
    return Response.json(answer, { status });
  }

  /** All edits or none, by the code that the server makes them with; what it answers. */
  #make(edits: readonly Edit[]) {
    const outline = this.elements.map(({ id, orderIndex, elementType, sceneId, content }) => {
      return {
        id,
        orderIndex,
        elementType,
        sceneId,
        content: isSceneHeading({ elementType }) ? content : '',
      };
    });
    const stored = new Map(this.elements.map((row) => [row.id, row as ScriptRow]));
    const draft = draftOf(this.project.id, stored, outline);
    const count = edits.reduce((sum, edit) => sum + (edit.does === 'insert' ? edit.elements.length : 0), 0);
    draft.freeIds = Array.from({ length: count }, () => ++this.#lastId).reverse();
    draft.lastRecords = new Map(this.#lastRecords);
    draft.pastTexts = { at: (id, version) => this.#texts.get(versionKey(id, version)) ?? undefined };
    let editIndex = 0;
    try {
      for (const edit of edits) {
        applyEdit(draft, edit);
        editIndex++;
      }
      numberDraft(draft);
    } catch (error) {
      if (!(error instanceof EditRefusal)) throw error;
      const { code, message, extra } = error;
      const status = { not_found: 404, invalid: 400, conflict: 409 }[code];
      return Response.json({ code, message, ...extra, editIndex }, { status });
    }
    return this.#store(draft);
  }

  #store(draft: Draft) {
    this.scenes.push(
      ...takeScenesBack(draft).filter(({ id }) => this.scenes.every((each) => each.id !== id)),
    );
    const made = new Map(draft.created.map((row) => [row.id, row]));
    this.elements = [...draft.order].map(({ id, orderIndex, sceneId }) => {
      const row = made.get(id) ?? draft.rows.get(id);
      return { ...row, orderIndex, sceneId } as Element;
    });
    const before = new Map(this.scenes.map((scene) => [scene.id, { ...scene }]));
    const changes = this.#settle();
    const gone = new Set(changes.removedSceneIds);
    for (const { record, sceneId } of draft.endings) {
      const scene = gone.has(sceneId) ? before.get(sceneId) : undefined;
      const last = draft.lastRecords.get(record.elementId);
      if (scene && last) last.kept = { ...record.kept, scene };
    }
    this.#lastRecords = draft.lastRecords;
    for (const row of draft.storedRows.values())
      this.#texts.set(versionKey(row.id, row.version), recordedText(row));
    for (const [key, text] of draft.recordedTexts) this.#texts.set(key, text);
    const renumbered = this.elements.flatMap(({ id, orderIndex }) => {
      const place = draft.storedPlaces.get(id);
      const isOther = place && place.orderIndex !== orderIndex && !draft.namedIds.has(id);
      return isOther ? { id, orderIndex } : [];
    });
    return {
      elements: this.elements.filter(({ id }) => draft.namedIds.has(id)),
      removedIds: [...draft.deletedIds].filter((id) => !draft.restoredIds.has(id)),
      renumbered,
      keys: draft.keys,
      ...changes,
    };
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

/** The edit that the call for one new element makes. */
function insertion({ afterId, orderIndex, sceneId, ...element }: Record<string, unknown>): InsertEdit {
  return {
    does: 'insert',
    afterId,
    orderIndex,
    sceneId,
    elements: [element as unknown as GivenElement],
  } as InsertEdit;
}

function updateOf(id: number, { baseVersion, ...fields }: Record<string, unknown>): UpdateEdit {
  return { does: 'update', id, fields, baseVersion: baseVersion as number | undefined };
}

const aRow = (): Omit<Element, 'id' | 'orderIndex'> => ({
  ...emptyRow,
  projectId: 1,
  sceneId: null,
  elementType: 'action',
  content: '',
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
