/** Listeners for calls that were rejected for lack of access, which may have changed. */
const listeners = new Set<() => void>();

export function onAccessRejected(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Notify the listeners about a rejected call. Calls that say nothing about access to a project are
 * ignored.
 */
export function reportAccessRejection(status: number, path: string): void {
  const isOfProject = path.startsWith('/api/') && !path.startsWith('/api/admin');
  if (!isOfProject || (status !== 403 && status !== 404)) return;
  for (const listener of listeners) listener();
}
