import { type EditSession, requireLoadedNeighbour } from './editSession.ts';
import { invalidPosition } from './refusal.ts';

/**
 * Return `afterId` if it can be inserted after; throw EditRefusal or NeedsWholeScript otherwise.
 */
export function requireInsertable(session: EditSession, afterId: number | null): number | null {
  if (afterId !== null && !session.order.has(afterId))
    throw invalidPosition('Element not found', { afterId: 'No element of this project' });
  requireLoadedNeighbour(session, afterId);
  return afterId;
}
