import type { Db } from '#server/db/client.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { pendingVoicePrefix } from '#shared/contract/voices.ts';
import { voiceOfAlias } from './voices.queries.ts';

const stillMade = 'This voice is still being made. Please try again in a moment.';

/**
 * Return the current id of a voice. An alias is the id of a designed voice before it was made.
 * Throws conflict while it is being made, and notFound for an unknown alias or one of another user
 * than `userId`.
 */
export async function voiceToSpeakWith(db: Db, voiceId: string, userId?: string): Promise<string> {
  if (!voiceId.startsWith(pendingVoicePrefix)) return voiceId;
  const row = await voiceOfAlias(db, voiceId);
  if (!row || (userId !== undefined && row.userId !== userId)) throw notFound('Voice');
  if (!row.voiceId.startsWith(pendingVoicePrefix)) return row.voiceId;
  if (row.isActive) throw conflict(stillMade);
  throw conflict(`This voice could not be made. ${row.failure ?? ''}`.trim());
}
