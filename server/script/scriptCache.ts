/** Script as it is sent; compressed forms are stored next to the bytes. */
export interface ScriptBody {
  identity: Buffer;
}

/** Result of a read; `isKept` false: it does not belong to the requested revision. */
interface Read {
  script: Buffer;
  isKept: boolean;
}

/** Cache of the scripts that were sent last. */
export interface ScriptCache {
  /** Return the script at a revision. Parallel calls share one read. */
  get(projectId: number, revision: number, read: () => Promise<Read>): Promise<ScriptBody>;
}

/** Create a cache of the most recently requested scripts, up to `limitBytes` in all. */
export function scriptCache(limitBytes = 64 * 1024 * 1024): ScriptCache {
  // A Map is ordered by insertion: the first entry is the least recently used.
  const entries = new Map<number, { revision: number; body: ScriptBody }>();
  const reading = new Map<string, Promise<ScriptBody>>();
  let sizeBytes = 0;

  function drop(projectId: number) {
    sizeBytes -= entries.get(projectId)?.body.identity.length ?? 0;
    entries.delete(projectId);
  }

  function keep(projectId: number, revision: number, body: ScriptBody) {
    drop(projectId);
    if (body.identity.length > limitBytes) return;
    entries.set(projectId, { revision, body });
    sizeBytes += body.identity.length;
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
