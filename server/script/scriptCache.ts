/** Scripts as they were last answered; a script that has not changed is answered from here. */
export interface ScriptCache {
  get(projectId: number, revision: number): Buffer | undefined;
  put(projectId: number, revision: number, script: Buffer): void;
}

/** Keeps the scripts that were asked for last, up to `limitBytes` in all. */
export function scriptCache(limitBytes = 64 * 1024 * 1024): ScriptCache {
  // A Map remembers the order of insertion: the first entry is the one asked for longest ago.
  const entries = new Map<number, { revision: number; script: Buffer }>();
  let sizeBytes = 0;

  function drop(projectId: number) {
    sizeBytes -= entries.get(projectId)?.script.length ?? 0;
    entries.delete(projectId);
  }

  return {
    get(projectId, revision) {
      const entry = entries.get(projectId);
      if (entry?.revision !== revision) return undefined;
      entries.delete(projectId);
      entries.set(projectId, entry);
      return entry.script;
    },
    put(projectId, revision, script) {
      drop(projectId);
      if (script.length > limitBytes) return;
      entries.set(projectId, { revision, script });
      sizeBytes += script.length;
      for (const oldest of entries.keys()) {
        if (sizeBytes <= limitBytes) break;
        drop(oldest);
      }
    },
  };
}
