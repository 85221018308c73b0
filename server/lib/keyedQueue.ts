/** Create a queue that runs the work of one key in order of arrival. Different keys do not wait. */
export function createKeyedQueue<Key>() {
  const last = new Map<Key, Promise<void>>();

  return function inTurn<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = done.then(
      () => undefined,
      () => undefined, // the caller receives the error; the next piece runs all the same
    );
    last.set(key, ended);
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return done;
  };
}
