/** Runs what belongs to one key one after the other, in order of arrival; different keys do not wait for each other. */
export function createKeyedQueue<Key>() {
  const last = new Map<Key, Promise<void>>();

  return function inTurn<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = done.then(
      () => undefined,
      () => undefined, // its caller hears of it; the next one's turn comes all the same
    );
    last.set(key, ended);
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return done;
  };
}
