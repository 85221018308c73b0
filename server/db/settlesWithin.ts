/**
 * Return whether `work` settles within `ms` milliseconds. Rejects when `work` rejects. On timeout,
 * pending events are handled first, because this process itself may have been suspended.
 */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(false)), ms);
  });
  try {
    return await Promise.race([work.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
