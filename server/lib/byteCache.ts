import { cacheByteCounter } from './cacheBytes.ts';

/** Cache of bytes in memory with a lifetime. The oldest entries are evicted first. */
export interface ByteCache {
  get(key: string): Uint8Array | undefined;
  put(key: string, bytes: Uint8Array): void;
}

export function createByteCache(
  { name, maxBytes, maxAgeMs }: { name: string; maxBytes: number; maxAgeMs: number },
  now: () => number = Date.now,
): ByteCache {
  const kept = new Map<string, { bytes: Uint8Array; until: number }>();
  let total = 0;
  const countBytes = cacheByteCounter(name);

  function add(bytes: number): void {
    total += bytes;
    countBytes(bytes);
  }

  function drop(key: string): void {
    add(-(kept.get(key)?.bytes.length ?? 0));
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      if (found.until > now()) return found.bytes;
      drop(key);
      return undefined;
    },
    put(key, bytes) {
      drop(key);
      if (bytes.length > maxBytes) return;
      kept.set(key, { bytes, until: now() + maxAgeMs });
      add(bytes.length);
      for (const [oldest] of kept) {
        if (total <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
