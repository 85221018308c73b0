/** What this window is called when it changes something. */
export const ownWindowId = crypto.randomUUID();

const known = new Map<number, number>();

/**
 * An answer about a project was made when that had this revision, or a later one. What is shown of the project is no
 * older than the least of them.
 */
export function recordRevision(projectId: number, revision: number): void {
  known.set(projectId, Math.min(known.get(projectId) ?? revision, revision));
}

/** Everything that is shown of the project is as it was then. */
export function setRevision(projectId: number, revision: number): void {
  known.set(projectId, revision);
}

/** The revision after which something may have changed that is not shown; undefined where nothing is shown. */
export function knownRevision(projectId: number): number | undefined {
  return known.get(projectId);
}
