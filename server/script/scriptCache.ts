import { cacheByteCounter } from '#server/lib/cacheBytes.ts';

/** Script list as sent. Its compressed forms are cached with the buffer. */
export interface ScriptBody {
  identity: Buffer;
}

/** Result of a read. `isKept` false: do not cache it, because the revision has changed. */
interface Read {
  script: Buffer;
  isKept: boolean;
}

/** Cache of the most recently requested script lists. */
export interface ScriptCache {
  /** Return the script list at a revision. Concurrent calls share one read. */
  get(projectId: number, revision: number, read: () => Promise<Read>): Promise<ScriptBody>;
}

/** Create a cache of up to `limitBytes`. The least recently used list is evicted first. */
export function scriptCache(limitBytes = 64 * 1024 * 1024): ScriptCache {
  // Map entries are in insertion order, so the first one is the least recently used.
  const entries = new Map<number, { revision: number; body: ScriptBody }>();
  const reading = new Map<string, Promise<ScriptBody>>();
  let sizeBytes = 0;
  const countBytes = cacheByteCounter('scripts');

  function add(bytes: number) {
    sizeBytes += bytes;
    countBytes(bytes);
  }

  function drop(projectId: number) {
    add(-(entries.get(projectId)?.body.identity.length ?? 0));
    entries.delete(projectId);
  }

  function keep(projectId: number, revision: number, body: ScriptBody) {
    drop(projectId);
    if (body.identity.length > limitBytes) return;
    entries.set(projectId, { revision, body });
    add(body.identity.length);
    for (const oldest of entries.keys()) {
      if (sizeBytes <= limitBytes) break;
      drop(oldest);
    }
  }

  async function readAnew(projectId: number, revision: number, read: () => Promise<Read>) {
    const { script, isKept } = await read();
    const body = { identity: script };
    if (isKept) keep(projectId, revision, body);
    return body;
  }

  return {
    async get(projectId, revision, read) {
      const entry = entries.get(projectId);
      if (entry?.revision === revision) {
        entries.delete(projectId);
        entries.set(projectId, entry);
        return entry.body;
      }
      const key = `${projectId}.${revision}`;
      const known = reading.get(key);
      if (known) return known;
      const body = readAnew(projectId, revision, read).finally(() => reading.delete(key));
      reading.set(key, body);
      return body;
    },
  };
}
