import type { Db } from '#server/db/client.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { pendingVoicePrefix } from '#shared/contract/voices.ts';
import { voiceOfAlias } from './voices.queries.ts';

const stillMade = 'This voice is still being made. Please try again in a moment.';

/**
 * Return the current id of a voice; an alias is the id of a designed voice while it was made.
 * Throws a conflict while it is being made, and notFound for an alias that is unknown or belongs to
 * another `user`.
 */
export async function voiceToSpeakWith(db: Db, voiceId: string, userId?: string): Promise<string> {
  if (!voiceId.startsWith(pendingVoicePrefix)) return voiceId;
  const row = await voiceOfAlias(db, voiceId);
  if (!row || (userId !== undefined && row.userId !== userId)) throw notFound('Voice');
  if (!row.voiceId.startsWith(pendingVoicePrefix)) return row.voiceId;
  if (row.isActive) throw conflict(stillMade);
  throw conflict(`This voice could not be made. ${row.failure ?? ''}`.trim());
}
