const sizes = new Map<string, number>();

/** Return the bytes in the caches of this process, by name. */
export function cacheBytes(): ReadonlyMap<string, number> {
  return sizes;
}

/** Return a function that adds to the bytes of the caches with a name. */
export function cacheByteCounter(name: string): (bytes: number) => void {
  sizes.set(name, sizes.get(name) ?? 0);
  return (bytes) => {
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  };
}
