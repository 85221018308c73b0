import { ApiError } from '#web/lib/api.ts';

/** Projects that are shown from their copies, because the server was unreachable. */
const shown = new Set<number>();

export const shownFromCopy = {
  has: (projectId: number): boolean => shown.has(projectId),
  note: (projectId: number): void => void shown.add(projectId),
  /** Record after a refetch that no copy is shown. */
  forget: (projectId: number): void => void shown.delete(projectId),
};

/** Return whether a call failed because no server, or only a proxy, answered. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 502 && error.status <= 504;
  return error instanceof TypeError;
}

/**
 * Return the server's answer, or the copy if it is unreachable. Data that is already shown is newer
 * than a copy: `isKnown` tells that, and then the failure is thrown.
 */
export async function withOfflineFallback<Reply>(
  ask: () => Promise<Reply>,
  isKnown: boolean,
  copy: () => Promise<Reply | null>,
): Promise<Reply> {
  try {
    return await ask();
  } catch (error) {
    if (isKnown || !isUnreachable(error)) throw error;
    const kept = await copy();
    if (kept === null) throw error;
    return kept;
  }
}
