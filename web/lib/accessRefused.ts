/** Who wants to know that the server has refused a call for want of access, which may have changed meanwhile. */
const listeners = new Set<() => void>();

export function onAccessRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Told of every refusal; those that say nothing of access are left out. */
export function reportAccessRefusal(status: number, path: string): void {
  const isOfProject = path.startsWith('/api/') && !path.startsWith('/api/admin');
  if (!isOfProject || (status !== 403 && status !== 404)) return;
  for (const listener of listeners) listener();
}
