import { and, desc, eq, getColumns, ilike, or, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { scriptHistory } from '#server/db/schema/script.ts';
import type { listHistory } from '#shared/contract/history.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type Query = HandlerInput<typeof listHistory>['query'];

/** What going back needs stays on the server. */
const { afterElementId: _after, kept: _kept, version: _version, ...told } = getColumns(scriptHistory);

/** One page of a project's history, newest first, with the count of all that the filters let through. */
export async function historyOf(db: Db, projectId: number, callerId: string, query: Query) {
  const { page, pageSize, ...filters } = query;
  const chosen = chosenEntries(projectId, callerId, filters);
  const found = await db
    .select({ ...told, userEmail: users.email })
    .from(scriptHistory)
    .leftJoin(users, eq(users.id, scriptHistory.userId))
    .where(chosen)
    .orderBy(desc(scriptHistory.timestamp), desc(scriptHistory.id))
    .offset((page - 1) * pageSize)
    .limit(pageSize + 1);
  const before = (page - 1) * pageSize;
  // The last page tells the count by itself.
  const isLast = found.length <= pageSize && (found.length > 0 || page === 1);
  return {
    history: found.slice(0, pageSize),
    hasMore: found.length > pageSize,
    totalCount: isLast ? before + found.length : await db.$count(scriptHistory, chosen),
  };
}

function chosenEntries(
  projectId: number,
  callerId: string,
  { search, action, changedBy, elementId }: Omit<Query, 'page' | 'pageSize'>,
): SQL | undefined {
  return and(
    eq(scriptHistory.projectId, projectId),
    elementId === undefined ? undefined : eq(scriptHistory.elementId, elementId),
    action === 'all' ? undefined : eq(scriptHistory.action, action),
    changedBy === 'everyone' ? undefined : eq(scriptHistory.changedBy, changedBy === 'ai' ? 'ai' : 'user'),
    changedBy === 'you' ? eq(scriptHistory.userId, callerId) : undefined,
    search ? mentions(search) : undefined,
  );
}

/** In whatever case; % and _ are letters like any other (decision OQ-74). */
function mentions(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const columns = [
    scriptHistory.previousContent,
    scriptHistory.newContent,
    scriptHistory.previousCharacterName,
    scriptHistory.newCharacterName,
    scriptHistory.changeReason,
  ];
  return or(...columns.map((column) => ilike(column, pattern)));
}
