import { invalidPosition } from './editError.ts';
import { type EditSession, requireLoadedNeighbour } from './editSession.ts';

/**
 * Return `afterId` if it can be inserted after; throw EditError or NeedsWholeScript otherwise.
 */
export function requireInsertable(session: EditSession, afterId: number | null): number | null {
  if (afterId !== null && !session.order.has(afterId))
    throw invalidPosition('Element not found', { afterId: 'No element of this project' });
  requireLoadedNeighbour(session, afterId);
  return afterId;
}
