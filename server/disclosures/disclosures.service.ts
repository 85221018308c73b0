import type { Db } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import type { listDisclosures } from '#shared/contract/ai.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { countEntries, entryWithText, findDisclosures } from './disclosures.queries.ts';

/**
 * Return a page of the disclosure log. Pages start after an entry, so that new entries do not shift
 * them.
 */
export async function readLog(
  db: Db,
  projectId: number,
  { limit, before }: HandlerInput<typeof listDisclosures>['query'],
) {
  const found = await findDisclosures(db, projectId, { limit: limit + 1, ...(before ? { before } : {}) });
  return {
    entries: found.slice(0, limit),
    hasMore: found.length > limit,
    totalCount: await countEntries(db, projectId),
  };
}

export async function readEntry(db: Db, projectId: number, id: number) {
  const entry = await entryWithText(db, projectId, id);
  if (!entry) throw notFound('Entry');
  return entry;
}
