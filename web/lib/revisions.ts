/** Name of this tab for the changes that it makes. */
export const ownWindowId = crypto.randomUUID();

const known = new Map<number, number>();

/**
 * Record that a reply about a project was made at this revision or later. Everything shown of the
 * project is at least as new as the lowest one.
 */
export function recordRevision(projectId: number, revision: number): void {
  known.set(projectId, Math.min(known.get(projectId) ?? revision, revision));
}

/** Record that everything shown of the project is at this revision. */
export function setRevision(projectId: number, revision: number): void {
  known.set(projectId, revision);
}

/** Return the revision after which shown data may be outdated; undefined if nothing is shown. */
export function knownRevision(projectId: number): number | undefined {
  return known.get(projectId);
}
