/** A script as it is answered; forms of it that are made later stand beside the bytes as they are. */
export interface ScriptBody {
  identity: Buffer;
}

/** What reading gave; `isKept` false: it does not belong to the revision that was asked for. */
interface Read {
  script: Buffer;
  isKept: boolean;
}

/** Scripts as they were last answered; a script that has not changed is answered from here. */
export interface ScriptCache {
  /** The script at that revision; who asks while it is being read gets what that gives. */
  get(projectId: number, revision: number, read: () => Promise<Read>): Promise<ScriptBody>;
}

/** Keeps the scripts that were asked for last, up to `limitBytes` in all. */
export function scriptCache(limitBytes = 64 * 1024 * 1024): ScriptCache {
  // A Map remembers the order of insertion: the first entry is the one asked for longest ago.
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
