import type { User } from '#shared/contract/auth.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { type RechunkResult, rechunk, type StoredChunk } from './chunks.ts';
import { resultOf, transact } from './database.ts';
import { copyOwner } from './owner.ts';

/** A script as stored on the server, with the other data of its screen. */
export interface ScriptCopy {
  project: Project;
  elements: readonly Element[];
  scenes: readonly Scene[];
  characters: readonly Character[];
  /** Revision of the project, or a lower one; null if unknown. */
  revision: number | null;
}

/** Stored record of a script in one place; elements, scenes and characters are parts. */
interface ScriptRecord {
  project: Project;
  revision: number | null;
  /** Parts that hold the elements, in order. */
  stretchIds: readonly string[];
  usedAt: number;
}

/** Number of scripts with copies; the least recently opened is removed first. */
export const maxCopies = 20;

const own = 'own';
const keyOf = (userId: string, projectId: number) => [userId, projectId];
const partKey = (userId: string, projectId: number, part: string) => [userId, projectId, part];
const allOf = (prefix: readonly (string | number)[]) => IDBKeyRange.bound([...prefix], [...prefix, []]);

/** Return the last signed-in user as the server reported it. */
export function readCopyOwner(): Promise<User | null> {
  return orNothing(() =>
    transact(['person'], 'readonly', async (store) => (await resultOf(store('person').get(own))) ?? null),
  );
}

/** Set the owner of the copies, and delete those of other users. */
export async function writeCopyOwner(user: User): Promise<void> {
  await transact(['person', 'scripts', 'parts'], 'readwrite', async (store) => {
    const before: User | undefined = await resultOf(store('person').get(own));
    if (before && before.id !== user.id)
      for (const name of ['scripts', 'parts'] as const) store(name).clear();
    store('person').put(user, own);
  });
  copyOwner.set(user.id);
}

/** Delete all copies of all users. */
export async function deleteAllCopies(): Promise<void> {
  await transact(['person', 'scripts', 'parts'], 'readwrite', (store) => {
    for (const name of ['person', 'scripts', 'parts'] as const) store(name).clear();
  });
  // Last, so that the next page retries if the copies could not be removed.
  copyOwner.set(null);
}

/** Return the project of a script with a copy. */
export async function readProjectCopy(projectId: number): Promise<Project | null> {
  return (await recordOf(projectId))?.record.project ?? null;
}

/** Return the elements, and the project's revision at that time. */
export async function readElementsCopy(
  projectId: number,
): Promise<{ elements: Element[]; revision: number | null } | null> {
  const found = await recordOf(projectId);
  if (!found) return null;
  const { stretchIds, revision } = found.record;
  // One task per chunk, so that a long script does not block the page.
  const stretches = await Promise.all(
    stretchIds.map((id) => partOf<readonly Element[]>(found.userId, projectId, id)),
  );
  if (stretches.includes(null)) return null;
  return { elements: stretches.flatMap((rows) => rows ?? []), revision };
}

export function readScenesCopy(projectId: number): Promise<Scene[] | null> {
  return readPart<Scene[]>(projectId, 'scenes');
}

export function readCharactersCopy(projectId: number): Promise<Character[] | null> {
  return readPart<Character[]>(projectId, 'characters');
}

/** Return the projects with copies, last opened first. */
export async function readProjectsCopy(): Promise<readonly Project[]> {
  const user = await readCopyOwner();
  if (!user) return [];
  const records = await orNothing(() =>
    transact(['scripts'], 'readonly', (store) =>
      resultOf<ScriptRecord[]>(store('scripts').getAll(allOf([user.id]))),
    ),
  );
  return (records ?? []).sort((a, b) => b.usedAt - a.usedAt).map(({ project }) => project);
}

async function recordOf(projectId: number): Promise<{ userId: string; record: ScriptRecord } | null> {
  const user = await readCopyOwner();
  if (!user) return null;
  const record = await orNothing(() =>
    transact(['scripts'], 'readonly', (store) =>
      resultOf<ScriptRecord | undefined>(store('scripts').get(keyOf(user.id, projectId))),
    ),
  );
  return record ? { userId: user.id, record } : null;
}

async function readPart<Part>(projectId: number, part: string): Promise<Part | null> {
  const found = await recordOf(projectId);
  return found ? partOf<Part>(found.userId, projectId, part) : null;
}

function partOf<Part>(userId: string, projectId: number, part: string): Promise<Part | null> {
  return orNothing(() =>
    transact(
      ['parts'],
      'readonly',
      async (store) =>
        (await resultOf<Part | undefined>(store('parts').get(partKey(userId, projectId, part)))) ?? null,
    ),
  );
}

/** Return null if reading fails, as if there were no copy. */
async function orNothing<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch {
    return null; // no database in this browser, or a broken one
  }
}

/** Delete the copy of one script, such as one to which the user has lost access. */
export async function deleteScriptCopy(userId: string, projectId: number): Promise<void> {
  await transact(['scripts', 'parts'], 'readwrite', (store) => removeScript(store, userId, projectId));
}

function removeScript(
  store: (name: 'scripts' | 'parts') => IDBObjectStore,
  userId: string,
  projectId: number,
): void {
  store('scripts').delete(keyOf(userId, projectId));
  store('parts').delete(allOf([userId, projectId]));
}

/**
 * Updates the copy of one script: unchanged parts stay. `pause` is awaited between parts. Only one
 * tab of a browser may use it at a time.
 */
export class CopyWriter {
  #stretches: readonly StoredChunk<Element>[] = [];
  #last: Partial<ScriptCopy> | null = null;
  #count = 0;
  readonly #userId: string;
  readonly #projectId: number;
  readonly #pause: () => Promise<void>;
  /** Prefix of chunk ids that no other tab uses. */
  readonly #name = crypto.randomUUID().slice(0, 8);

  constructor(userId: string, projectId: number, pause: () => Promise<void>) {
    this.#userId = userId;
    this.#projectId = projectId;
    this.#pause = pause;
  }

  /**
   * Store a copy. Return false if another user, or nobody, is signed in. Rejects with
   * QuotaExceededError if there is no space.
   */
  async keep(copy: ScriptCopy): Promise<boolean> {
    try {
      return await this.#keep(copy);
    } catch (error) {
      if (!isOutOfRoom(error) || !(await this.#dropOthers(0))) throw error;
      return await this.#keep(copy);
    }
  }

  async #keep(copy: ScriptCopy): Promise<boolean> {
    const next = rechunk(this.#stretches, copy.elements, () => `${this.#name}.${++this.#count}`);
    for (const { id, rows } of next.fresh) {
      await this.#pause();
      await transact(['parts'], 'readwrite', (store) => void store('parts').put(rows, this.#part(id)));
    }
    const isKept = await this.#finish(copy, next);
    if (!isKept) return false;
    this.#stretches = next.stretches;
    this.#last = copy;
    await this.#dropOthers(maxCopies - 1);
    return true;
  }

  /** Replace the previous copy in one transaction. */
  #finish(copy: ScriptCopy, { stretches, removedIds }: RechunkResult<Element>): Promise<boolean> {
    const { project, revision, scenes, characters } = copy;
    const last = this.#last;
    return transact(['person', 'scripts', 'parts'], 'readwrite', async (store) => {
      const user: User | undefined = await resultOf(store('person').get(own));
      if (user?.id !== this.#userId) {
        store('parts').delete(allOf([this.#userId, this.#projectId]));
        return false;
      }
      const stretchIds = stretches.map(({ id }) => id);
      const parts = store('parts');
      if (last === null) await this.#removeStrangers(parts, new Set(stretchIds));
      for (const id of removedIds) parts.delete(this.#part(id));
      if (last?.scenes !== scenes) parts.put(scenes, this.#part('scenes'));
      if (last?.characters !== characters) parts.put(characters, this.#part('characters'));
      const record: ScriptRecord = { project, revision, stretchIds, usedAt: Date.now() };
      store('scripts').put(record, keyOf(this.#userId, this.#projectId));
      return true;
    });
  }

  /** Remove parts that earlier tabs stored. */
  async #removeStrangers(parts: IDBObjectStore, wanted: ReadonlySet<string>): Promise<void> {
    const keys = await resultOf(parts.getAllKeys(allOf([this.#userId, this.#projectId])));
    for (const key of keys) {
      const id = Array.isArray(key) ? String(key[2]) : '';
      if (!wanted.has(id)) parts.delete(key);
    }
  }

  /** Remove all but the newest `max` other scripts; return whether there were more. */
  async #dropOthers(max: number): Promise<boolean> {
    return transact(['scripts', 'parts'], 'readwrite', async (store) => {
      const range = allOf([this.#userId]);
      const keys = await resultOf(store('scripts').getAllKeys(range));
      const records: ScriptRecord[] = await resultOf(store('scripts').getAll(range));
      const others = records
        .map(({ usedAt }, index) => ({ usedAt, projectId: projectIn(keys[index]) }))
        .filter(({ projectId }) => projectId !== this.#projectId)
        .sort((a, b) => b.usedAt - a.usedAt)
        .slice(max);
      for (const { projectId } of others) removeScript(store, this.#userId, projectId);
      return others.length > 0;
    });
  }

  #part(id: string) {
    return partKey(this.#userId, this.#projectId, id);
  }
}

function projectIn(key: IDBValidKey | undefined): number {
  return Array.isArray(key) ? Number(key[1]) : 0;
}

export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
