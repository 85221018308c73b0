import { ApiError } from '#web/lib/api.ts';

/** Projects that are shown as they were kept, since the server could not be asked for them. */
const shown = new Set<number>();

export const shownFromCopy = {
  has: (projectId: number): boolean => shown.has(projectId),
  note: (projectId: number): void => void shown.add(projectId),
  /** It has been read anew. */
  forget: (projectId: number): void => void shown.delete(projectId),
};

/** Whether a call came to nothing because there was nobody to answer it, or only a proxy that says so. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 502 && error.status <= 504;
  return error instanceof TypeError;
}

/**
 * What the server says; or what is kept, where it cannot be reached. What is shown already is newer than any copy:
 * `isKnown` says so, and then the failure is the caller's.
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
