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
import { scriptHistory } from '#server/db/schema/history.ts';
import { users } from '#server/db/schema/people.ts';
import { anyContains } from '#server/db/textSearch.ts';
import type { listHistory } from '#shared/contract/history.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { isCreatedInStay, isLastOfStay, valuesBeforeStays } from './stays.ts';

type Query = HandlerInput<typeof listHistory>['query'];

/** Columns of an entry for readers. The columns that only a restore needs stay on the server. */
const {
  afterElementId: _after,
  kept: _kept,
  version: _version,
  stayId: _stay,
  ...entryColumns
} = getColumns(scriptHistory);

/**
 * Entries searched by one statement, which takes some tens of milliseconds on the embedded
 * database.
 */
const searchedAtOnce = 4000;

/** Return one page of a project's history, newest first, with the total of the filtered entries. */
export async function findHistory(db: Db, projectId: number, callerId: string, query: Query) {
  const { page, pageSize, ...filters } = query;
  const condition = entryCondition(projectId, callerId, filters);
  const before = (page - 1) * pageSize;
  if (filters.search) {
    const ids = await idsMatching(db, projectId, condition);
    const found = await entries(db, idIn(scriptHistory.id, ids.slice(before, before + pageSize)));
    return {
      history: (await withValuesBeforeStays(db, found)).map((entry) => ({ ...entry, elementCount: null })),
      hasMore: ids.length > before + pageSize,
      totalCount: ids.length,
    };
  }
  const found = await entries(db, condition)
    .offset(before)
    .limit(pageSize + 1);
  const shown = found.slice(0, pageSize);
  const isWhole = isImportCollapsed(filters);
  const elementCount =
    isWhole && shown.some(isBeginning) ? await db.$count(scriptHistory, beginningOf(projectId)) : null;
  // On the last page the total is known without counting.
  const isLast = found.length <= pageSize && (found.length > 0 || page === 1);
  return {
    history: (await withValuesBeforeStays(db, shown)).map((entry) => ({
      ...entry,
      elementCount: isBeginning(entry) ? elementCount : null,
    })),
    hasMore: found.length > pageSize,
    totalCount: isLast ? before + found.length : await db.$count(scriptHistory, condition),
  };
}

/** Replace the previous values of entries that end a stay by those before the stay. */
async function withValuesBeforeStays<Entry extends { id: number }>(
  db: Db,
  shown: readonly Entry[],
): Promise<Entry[]> {
  const before = await valuesBeforeStays(
    db,
    shown.map(({ id }) => id),
  );
  return shown.map((entry) => ({ ...entry, ...before.get(entry.id) }));
}

/** Select entries, newest first. */
function entries(db: Db, condition: SQL | undefined) {
  return db
    .select({ ...entryColumns, userEmail: users.email })
    .from(scriptHistory)
    .leftJoin(users, eq(users.id, scriptHistory.userId))
    .where(condition)
    .orderBy(desc(scriptHistory.timestamp), desc(scriptHistory.id));
}

/**
 * Return the ids of a project's entries that match a condition, newest first. Reads in batches, so
 * that no other call waits long.
 */
async function idsMatching(db: Db, projectId: number, condition: SQL | undefined): Promise<number[]> {
  const found: { id: number; at: number }[] = [];
  for (let last: number | null = null; ; await setImmediate()) {
    const [batch]: Batch[] = await rows<Batch>(
      db,
      sql`select min(id) as last, count(*)::int as count,
            json_agg(json_build_array(id, extract(epoch from timestamp))) filter (where ${condition ?? sql`true`}) as found
          from (
            select * from script_history
            where (project_id, id) < (${projectId}::int, coalesce(${last}::int, 2147483647))
              and (project_id, id) > (${projectId}::int, 0)
            order by project_id desc, id desc limit ${searchedAtOnce}::int
          ) script_history`,
    );
    for (const [id, at] of batch?.found ?? []) found.push({ id, at });
    last = batch?.last ?? null;
    if (last === null || (batch?.count ?? 0) < searchedAtOnce) break;
  }
  return found.sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
}

interface Batch {
  last: number | null;
  count: number;
  found: [id: number, at: number][] | null;
}

function entryCondition(projectId: number, callerId: string, filters: Filters): SQL | undefined {
  const { search, action, changedBy, elementId } = filters;
  return and(
    eq(scriptHistory.projectId, projectId),
    isImportCollapsed(filters) ? newestBeginningOnly(projectId) : undefined,
    elementId === undefined ? undefined : eq(scriptHistory.elementId, elementId),
    isLastOfStay,
    action === 'all' ? undefined : hasAction(action),
    changedBy === 'everyone' ? undefined : eq(scriptHistory.changedBy, changedBy === 'ai' ? 'ai' : 'user'),
    changedBy === 'you' ? eq(scriptHistory.userId, callerId) : undefined,
    search ? mentions(search) : undefined,
  );
}

/**
 * Build the condition for an action. A stay in which an element was created counts as its creation.
 */
function hasAction(action: Exclude<Query['action'], 'all'>): SQL | undefined {
  const isAction = eq(scriptHistory.action, action);
  if (action === 'create') return or(isAction, isCreatedInStay);
  return action === 'update' ? and(isAction, not(isCreatedInStay)) : isAction;
}

type Filters = Omit<Query, 'page' | 'pageSize'>;

/** Reasons of the entries that an import or a copy writes for the initial elements. */
const beginnings = ['Import', 'Copy'];

const isBeginning = ({ action, changeReason }: { action: string; changeReason: string | null }) =>
  action === 'create' && changeReason !== null && beginnings.includes(changeReason);

/**
 * Return whether the entries of an import or copy are shown as one: always, except in a search or
 * for a single element.
 */
const isImportCollapsed = ({ search, elementId }: Filters) => elementId === undefined && !search;

function beginningOf(projectId: number): SQL | undefined {
  return and(
    eq(scriptHistory.projectId, projectId),
    eq(scriptHistory.action, 'create'),
    inArray(scriptHistory.changeReason, beginnings),
  );
}

/** Build a condition that excludes all of those entries but the newest, which represents them. */
function newestBeginningOnly(projectId: number): SQL | undefined {
  return or(
    ne(scriptHistory.action, 'create'),
    isNull(scriptHistory.changeReason),
    notInArray(scriptHistory.changeReason, beginnings),
    sql`${scriptHistory.id} = (select max(id) from ${scriptHistory} where ${beginningOf(projectId)})`,
  );
}

/** Build the condition that an entry mentions a text (decision OQ-74). */
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
