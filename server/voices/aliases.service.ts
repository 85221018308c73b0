import type { Db } from '#server/db/client.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { pendingVoicePrefix } from '#shared/contract/voices.ts';
import { voiceOfAlias } from './voices.queries.ts';

const stillMade = 'This voice is still being made. Please try again in a moment.';

/**
 * The id to speak with: the same, or of the id that a designed voice had while it was made the one that it has now. Throws
 * a conflict while there is none, and notFound for an alias that means nothing, or only something to another `user`.
 */
export async function voiceToSpeakWith(db: Db, voiceId: string, userId?: string): Promise<string> {
  if (!voiceId.startsWith(pendingVoicePrefix)) return voiceId;
  const row = await voiceOfAlias(db, voiceId);
  if (!row || (userId !== undefined && row.userId !== userId)) throw notFound('Voice');
  if (!row.voiceId.startsWith(pendingVoicePrefix)) return row.voiceId;
  if (row.isActive) throw conflict(stillMade);
  throw conflict(`This voice could not be made. ${row.failure ?? ''}`.trim());
}
