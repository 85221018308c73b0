import { setImmediate } from 'node:timers/promises';
import {
  and,
  desc,
  eq,
  getColumns,
  inArray,
  isNull,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { scriptHistory } from '#server/db/schema/script.ts';
import { anyContains } from '#server/db/textSearch.ts';
import type { listHistory } from '#shared/contract/history.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { isCreatedInStay, isLastOfStay, valuesBeforeStays } from './stays.ts';

type Query = HandlerInput<typeof listHistory>['query'];

/** Fields needed for restoring stay on the server. */
const {
  afterElementId: _after,
  kept: _kept,
  version: _version,
  stayId: _stay,
  ...told
} = getColumns(scriptHistory);

/** Entries that one statement searches: some tens of milliseconds on the embedded database. */
const searchedAtOnce = 4000;

/** Return one page of a project's history, newest first, with the total of the filtered entries. */
export async function findHistory(db: Db, projectId: number, callerId: string, query: Query) {
  const { page, pageSize, ...filters } = query;
  const chosen = chosenEntries(projectId, callerId, filters);
  const before = (page - 1) * pageSize;
  if (filters.search) {
    const ids = await idsThat(db, projectId, chosen);
    const found = await entries(db, idIn(scriptHistory.id, ids.slice(before, before + pageSize)));
    return {
      history: (await asStays(db, found)).map((entry) => ({ ...entry, elementCount: null })),
      hasMore: ids.length > before + pageSize,
      totalCount: ids.length,
    };
  }
  const found = await entries(db, chosen)
    .offset(before)
    .limit(pageSize + 1);
  const shown = found.slice(0, pageSize);
  const isWhole = isOneEntry(filters);
  const elementCount =
    isWhole && shown.some(isBeginning) ? await db.$count(scriptHistory, beginningOf(projectId)) : null;
  // The last page tells the count by itself.
  const isLast = found.length <= pageSize && (found.length > 0 || page === 1);
  return {
    history: (await asStays(db, shown)).map((entry) => ({
      ...entry,
      elementCount: isBeginning(entry) ? elementCount : null,
    })),
    hasMore: found.length > pageSize,
    totalCount: isLast ? before + found.length : await db.$count(scriptHistory, chosen),
  };
}

/** Return entries with the values before their stays, of which they are the last ones. */
async function asStays<Entry extends { id: number }>(db: Db, shown: readonly Entry[]): Promise<Entry[]> {
  const before = await valuesBeforeStays(
    db,
    shown.map(({ id }) => id),
  );
  return shown.map((entry) => ({ ...entry, ...before.get(entry.id) }));
}

/** Newest first. */
function entries(db: Db, chosen: SQL | undefined) {
  return db
    .select({ ...told, userEmail: users.email })
    .from(scriptHistory)
    .leftJoin(users, eq(users.id, scriptHistory.userId))
    .where(chosen)
    .orderBy(desc(scriptHistory.timestamp), desc(scriptHistory.id));
}

/**
 * Return the ids of a project's entries that match a condition, newest first; read in pieces, so
 * that no other call waits long.
 */
async function idsThat(db: Db, projectId: number, chosen: SQL | undefined): Promise<number[]> {
  const found: { id: number; at: number }[] = [];
  for (let last: number | null = null; ; await setImmediate()) {
    const [piece]: Piece[] = await rows<Piece>(
      db,
      sql`select min(id) as last, count(*)::int as count,
            json_agg(json_build_array(id, extract(epoch from timestamp))) filter (where ${chosen ?? sql`true`}) as found
          from (
            select * from script_history
            where (project_id, id) < (${projectId}::int, coalesce(${last}::int, 2147483647))
              and (project_id, id) > (${projectId}::int, 0)
            order by project_id desc, id desc limit ${searchedAtOnce}::int
          ) script_history`,
    );
    for (const [id, at] of piece?.found ?? []) found.push({ id, at });
    last = piece?.last ?? null;
    if (last === null || (piece?.count ?? 0) < searchedAtOnce) break;
  }
  return found.sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
}

interface Piece {
  last: number | null;
  count: number;
  found: [id: number, at: number][] | null;
}

function chosenEntries(projectId: number, callerId: string, filters: Filters): SQL | undefined {
  const { search, action, changedBy, elementId } = filters;
  return and(
    eq(scriptHistory.projectId, projectId),
    isOneEntry(filters) ? withOneBeginning(projectId) : undefined,
    elementId === undefined ? undefined : eq(scriptHistory.elementId, elementId),
    isLastOfStay,
    action === 'all' ? undefined : hasAction(action),
    changedBy === 'everyone' ? undefined : eq(scriptHistory.changedBy, changedBy === 'ai' ? 'ai' : 'user'),
    changedBy === 'you' ? eq(scriptHistory.userId, callerId) : undefined,
    search ? mentions(search) : undefined,
  );
}

/** A stay in which an element was created counts as its creation. */
function hasAction(action: Exclude<Query['action'], 'all'>): SQL | undefined {
  const isAction = eq(scriptHistory.action, action);
  if (action === 'create') return or(isAction, isCreatedInStay);
  return action === 'update' ? and(isAction, not(isCreatedInStay)) : isAction;
}

type Filters = Omit<Query, 'page' | 'pageSize'>;

/** Why the elements that a project began with were made, when it did not begin empty. */
const beginnings = ['Import', 'Copy'];

const isBeginning = ({ action, changeReason }: { action: string; changeReason: string | null }) =>
  action === 'create' && changeReason !== null && beginnings.includes(changeReason);

/** An import of thousands of elements is one entry, except in a search or for a single element. */
const isOneEntry = ({ search, elementId }: Filters) => elementId === undefined && !search;

function beginningOf(projectId: number): SQL | undefined {
  return and(
    eq(scriptHistory.projectId, projectId),
    eq(scriptHistory.action, 'create'),
    inArray(scriptHistory.changeReason, beginnings),
  );
}

/** The newest of those entries represents all. */
function withOneBeginning(projectId: number): SQL | undefined {
  return or(
    ne(scriptHistory.action, 'create'),
    isNull(scriptHistory.changeReason),
    notInArray(scriptHistory.changeReason, beginnings),
    sql`${scriptHistory.id} = (select max(id) from ${scriptHistory} where ${beginningOf(projectId)})`,
  );
}

/** Decision OQ-74. */
function mentions(search: string): SQL | undefined {
  const columns = [
    scriptHistory.previousContent,
    scriptHistory.newContent,
    scriptHistory.previousCharacterName,
    scriptHistory.newCharacterName,
    scriptHistory.changeReason,
  ];
  return anyContains(columns, search);
}
