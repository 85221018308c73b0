import { type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { ScriptPlan } from '#screenplay/edits/plan.ts';
import { insertFrom, namedByColumns, updateFrom } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { comments, scenes, scriptElements, scriptRequests } from '#server/db/schema/script.ts';
import { countRevisions, recordNotes, revisionInput } from '#server/lib/projectChange.ts';
import { type ChangeAttribution, historyRow, moveRow } from './history.ts';
import { type RequestRow, recordRequests } from './idempotency.ts';
import { assignUnloaded, shiftScenes } from './rangeStatements.ts';
import { isOneStatement } from './writePlan.ts';
import * as example from './writtenRows.ts';

/*
 * The statement that writes a plan if the project still has the revision at which it was made.
 * Its only parameter is a JSON with a list for each part. Each part is a constant text, and the
 * statement consists of those that have rows, so that the database prepares few texts.
 */

/** Plan of one call, with its author and its reply to record. */
export interface PlannedWrite {
  plan: ScriptPlan;
  userId: string;
  /** Tab that sent the call. */
  window: string | null;
  attribution: ChangeAttribution;
  request: RequestRow | null;
}

/** Write the plan of a call. Returns false if the project has another revision. */
export async function writeAtRevision(db: Db, write: PlannedWrite, revision: number): Promise<boolean> {
  const { plan, userId, window } = write;
  if (!isOneStatement(plan)) throw new Error('The plan needs a transaction');
  const change = { notes: plan.notes, userId, window };
  const input: Record<string, unknown> = revisionInput(plan.projectId, change, revision);
  const names: PartName[] = [];
  for (const [name, part] of partEntries) {
    const written = part.rowsOf(write);
    if (written.length === 0) continue;
    input[name] = part.table ? namedByColumns(part.table, written as object[]) : written;
    names.push(name);
  }
  const text = statementText(names);
  const found = await rows(
    db,
    sql`with input as (select ${JSON.stringify(input)}::jsonb as json), ${sql.raw(text)}`,
  );
  return found.length > 0;
}

interface Part {
  statement: SQL;
  /** Table whose columns the rows have. */
  table?: PgTable;
  rowsOf(write: PlannedWrite): readonly unknown[];
}

const listOf = (name: string) => sql.raw(`(select json -> '${name}' from input)`);
const idsOf = (name: string) => sql`jsonb_array_elements_text(${listOf(name)})`;
const givenOf = (table: PgTable, name: string) =>
  sql`counted, jsonb_populate_recordset(null::${table}, ${listOf(name)}) with ordinality as given`;
const projectId = sql`(select (json ->> 'projectId')::int from input)`;

function removal(table: PgTable, name: string, rowsOf: Part['rowsOf']): Part {
  const isNamed = sql`${table}.id = any(array(select value::int from ${idsOf(name)}))`;
  return { statement: sql`delete from ${table} using counted where ${isNamed}`, rowsOf };
}

/** Insert rows with the fields of an example. */
function insertion<Row extends object>(
  table: PgTable,
  example: NoInfer<Row>,
  name: string,
  rowsOf: (write: PlannedWrite) => readonly Row[],
): Part {
  return { statement: insertFrom(table, Object.keys(example), givenOf(table, name)), table, rowsOf };
}

/** Update the fields of an example in rows by id. */
function update<Row extends { id: number }>(
  table: PgTable,
  example: NoInfer<Row>,
  name: string,
  rowsOf: (write: PlannedWrite) => readonly Row[],
): Part {
  const ids = sql`(select value ->> 'id' as value from jsonb_array_elements(${listOf(name)})) ids`;
  return { statement: updateFrom(table, Object.keys(example), givenOf(table, name), ids), table, rowsOf };
}

/** Parts of the statement by the names of their lists. No two of them write the same row. */
const parts = {
  deletedElements: removal(scriptElements, 'deletedElements', ({ plan }) => plan.elements.deletedIds),
  shiftedScenes: {
    statement: shiftScenes(projectId, sql`jsonb_to_recordset(${listOf('shiftedScenes')})`, sql`counted,`),
    rowsOf: ({ plan }) => plan.scenes.shift,
  },
  createdScenes: insertion(scenes, example.createdScene, 'createdScenes', ({ plan }) => plan.scenes.created),
  changedScenes: update(scenes, example.changedScene, 'changedScenes', ({ plan }) => plan.scenes.changed),
  unloaded: {
    statement: assignUnloaded(projectId, sql`jsonb_to_recordset(${listOf('unloaded')})`, sql`counted,`),
    rowsOf: ({ plan }) => plan.scenes.unloaded,
  },
  placed: update(scriptElements, example.placed, 'placed', ({ plan }) => plan.elements.placed),
  changed: update(scriptElements, example.changed, 'changed', ({ plan }) => plan.elements.changed),
  changedAndPlaced: update(
    scriptElements,
    example.changedAndPlaced,
    'changedAndPlaced',
    ({ plan }) => plan.elements.changedAndPlaced,
  ),
  created: insertion(scriptElements, example.createdElement, 'created', ({ plan }) => plan.elements.created),
  removedScenes: removal(scenes, 'removedScenes', ({ plan }) => plan.scenes.removed.map(({ id }) => id)),
  history: insertion(scriptHistory, example.historyEntry, 'history', ({ plan, userId, attribution }) =>
    plan.history.map((record) => historyRow({ projectId: plan.projectId, userId }, record, attribution)),
  ),
  moves: insertion(scriptMoves, example.historyMove, 'moves', ({ plan }) =>
    plan.moves.map((move) => moveRow(plan, move, [])),
  ),
  comments: update(
    comments,
    { id: 0, selectionStart: null, selectionEnd: null },
    'comments',
    ({ plan }) => plan.anchors.comments,
  ),
  requests: {
    statement: recordRequests,
    table: scriptRequests,
    rowsOf: ({ request }) => (request ? [request] : []),
  },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof parts;

const partEntries = Object.entries(parts) as [PartName, Part][];

const dialect = new PgDialect();
const texts = new Map<string, string>();

/** Return the statement of some parts after `input`. The project's row is locked first. */
function statementText(names: readonly PartName[]): string {
  const key = names.join();
  const known = texts.get(key);
  if (known !== undefined) return known;
  // All else reads from the result of that write.
  const named = names.map((name) => sql`, ${sql.identifier(`${name}_part`)} as (${parts[name].statement})`);
  const { sql: text } = dialect.sqlToQuery(
    sql`counted as (${countRevisions}) ${sql.join(named, sql` `)} ${recordNotes}`,
  );
  texts.set(key, text);
  return text;
}
