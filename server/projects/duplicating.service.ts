import { setImmediate } from 'node:timers/promises';
import { eq, getColumns, is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { maxProjectNameLength } from '#screenplay/limits.ts';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { acts, outlines, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { projects } from '#server/db/schema/projects.ts';
import { characters, dictionaryWords, scenes, scriptElements } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { attachFile, copyFiles, type Storage } from '#server/storage/storage.ts';
import { discardProject, projectRow, readProject } from './projects.service.ts';

/** Rows copied in one transaction. The embedded database has one connection for all calls. */
const batchSize = 250;

interface Copy {
  fromId: number;
  toId: number;
  userId: string;
  /** JSON of the copied files: address in the original → address in the copy. */
  files: string;
}

/**
 * Copy a project: script, plan, characters and pictures. Comments, history, conversations and
 * members are not copied. The copy belongs to the caller, and is hidden until it is complete.
 */
export async function copyProject(
  { db, storage }: { db: Db; storage: Storage },
  where: { projectId: number; userId: string },
) {
  const copied = await copyFiles({ db, storage }, where.projectId);
  try {
    const files = JSON.stringify([...copied].map(([was, now]) => ({ was, now })));
    // If the script changed during the copy, the copy would mix two states. Then copy again in one
    // transaction.
    const toId =
      (await copyInBatches(db, where, files)) ??
      (await db.transaction((tx) => copyInBatches(tx, where, files, true)));
    if (toId === null) throw new Error('The project changed although its row was locked');
    const owner = { projectId: toId };
    await db.transaction(async (tx) => {
      for (const url of copied.values()) await attachFile(tx, url, owner);
      await tx.update(projects).set({ isImporting: false }).where(eq(projects.id, toId));
    });
    return await readProject(db, { projectId: toId, userId: where.userId }, 'owner');
  } finally {
    await storage.discard([...copied.values()]); // the files that the copy does not use
  }
}

/**
 * Copy the rows in batches. Returns the id of the copy. Null: the original changed in the meantime,
 * which `isLocked` prevents.
 */
async function copyInBatches(
  db: Db,
  { projectId: fromId, userId }: { projectId: number; userId: string },
  files: string,
  isLocked = false,
): Promise<number | null> {
  // Lock the original's row, which every change locks.
  if (isLocked)
    await db.select({ id: projects.id }).from(projects).where(eq(projects.id, fromId)).for('no key update');
  const { revision, name } = await projectRow(db, fromId);
  const toId = await copyRow(db, { fromId, userId, files }, nameOfCopy(name));
  const copy = { fromId, toId, userId, files };
  try {
    for (const step of copySteps(copy)) {
      for (let after: number | null = 0; after !== null; ) {
        const last: number = after;
        after = await db.transaction((tx) => step(tx, last));
        await setImmediate(); // yield to other requests
      }
    }
    if (isLocked || (await projectRow(db, fromId)).revision === revision) return toId;
  } catch (error) {
    await discardProject(db, toId);
    throw error;
  }
  await discardProject(db, toId);
  return null;
}

/** Return the name of a copy, within the length limit: "Night Ferry" → "Night Ferry (copy)". */
export function nameOfCopy(name: string): string {
  const suffix = ' (copy)';
  return `${name.slice(0, maxProjectNameLength - suffix.length).trimEnd()}${suffix}`;
}

async function copyRow(db: Db, { fromId, userId, files }: Omit<Copy, 'toId'>, name: string): Promise<number> {
  const copy = { fromId, toId: fromId, userId, files };
  const [made] = await insertCopies<{ id: number }>(db, projects, copy, {
    given: {
      name: sql`${name}`,
      user_id: sql`${userId}`,
      is_importing: sql`true`,
      revision: sql`0`,
      script_revision: sql`0`,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    },
    where: sql`t.id = ${fromId}::int`,
  });
  if (!made) throw new Error('INSERT INTO projects returned no row');
  return made.id;
}

/**
 * Step of a copy: copy the next rows with ids after `after`. Returns the last copied id. Null: the
 * step is complete.
 */
type Step = (tx: Db, after: number) => Promise<number | null>;

/** Return the steps of a copy. Tables that others refer to come first. */
function copySteps(copy: Copy): Step[] {
  const allAtOnce =
    (table: PgTable, choice: Choice = {}): Step =>
    async (tx) => {
      await insertCopies(tx, table, copy, choice);
      return null;
    };
  /** Copy rows in batches: `choose` filters the next ones, and `record` receives their copies. */
  const inBatches =
    (
      table: PgTable,
      choose: (tx: Db, next: SQL) => Promise<Choice>,
      record?: (tx: Db, ids: number[]) => Promise<void>,
    ): Step =>
    async (tx, after) => {
      const [end] = await rows<{ id: number | null }>(
        tx,
        sql`select max(id) as id from (select id from ${table}
            where project_id = ${copy.fromId} and id > ${after} order by id limit ${batchSize}) e`,
      );
      if (!end?.id) return null;
      const next = sql`t.project_id = ${copy.fromId} and t.id > ${after} and t.id <= ${end.id}`;
      const made = await insertCopies<{ id: number }>(tx, table, copy, {
        ...(await choose(tx, next)),
        where: next,
      });
      await record?.(
        tx,
        made.map(({ id }) => id),
      );
      return end.id;
    };
  let copiedScenes: Map<number, number> | null = null;
  const ofScenes = async (tx: Db, next: SQL): Promise<Choice> => {
    copiedScenes ??= await pairsOf(tx, copy, scenes);
    const named = await rows<{ id: number }>(
      tx,
      sql`select distinct scene_id as id from script_elements t where ${next}`,
    );
    const pairs = named.map(({ id }) => ({ was: id, id: copiedScenes?.get(id) }));
    return { given: { version: sql`1` }, refers: { scene_id: pairsTable(pairs) } };
  };
  return [
    allAtOnce(acts),
    allAtOnce(sequences),
    allAtOnce(storyBeats, { refers: { act_id: acts, sequence_id: sequences } }),
    allAtOnce(outlines),
    allAtOnce(characters),
    allAtOnce(dictionaryWords, { where: sql`t.project_id = ${copy.fromId}::int and t.user_id is null` }),
    inBatches(scenes, async () => ({
      given: { video_status: copiedVideoStatus },
      refers: { sequence_id: sequences, beat_id: storyBeats },
    })),
    inBatches(scriptElements, ofScenes, (tx, ids) => recordCreations(tx, copy, ids)),
    allAtOnce(tensionPoints, {
      refers: { story_beat_id: storyBeats, scene_id: scenes, script_element_id: scriptElements },
    }),
  ];
}

/** Start the history of the copy with the creation of its elements, as after an import. */
async function recordCreations(tx: Db, { userId }: Copy, ids: readonly number[]): Promise<void> {
  await rows(
    tx,
    sql`insert into script_history (project_id, element_id, action, changed_by, user_id, version, new_content,
          new_element_type, new_character_name, new_parenthetical, change_reason)
        select project_id, id, 'create', 'user', ${userId}, version, content, element_type, character_name,
          parenthetical, 'Copy'
        from script_elements where ${idIn(sql`id`, ids)} order by order_index, id`,
  );
}

interface Choice {
  /** Values that replace those of the original, by column. */
  given?: Record<string, SQL>;
  /**
   * Columns that refer to copied rows: the table of those rows, or the pairs of old and new ids.
   */
  refers?: Record<string, PgTable | SQL>;
  where?: SQL;
}

/**
 * Copy rows of a table in the order of their ids, so that the copies' ids have the same order.
 * Every column of the schema is copied except the given ones.
 */
async function insertCopies<Row extends object>(
  tx: Db,
  table: PgTable,
  copy: Copy,
  { given = {}, refers = {}, where }: Choice,
): Promise<Row[]> {
  const maps = Object.entries(refers).map(([name, to]) => ({ name, to, map: sql.identifier(`to_${name}`) }));
  const own: Record<string, SQL> = {
    project_id: sql`${copy.toId}::int`,
    ...given,
    ...Object.fromEntries(maps.map(({ name, map }) => [name, sql`${map}.id`])),
  };
  const columns = Object.values(getColumns(table)).flatMap(({ name }) => (name === 'id' ? [] : [name]));
  const values = columns.map(
    (name) => own[name] ?? (name.endsWith('_url') ? fileOf(copy, name) : column(name)),
  );
  const joins = maps.map(({ name, to, map }) => {
    const places = sql`${is(to, SQL) ? to : copiesOf(copy, to)} ${map}`;
    return sql` left join ${places} on ${map}.was = ${column(name)}`;
  });
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  return rows<Row>(
    tx,
    sql`insert into ${table} (${list(columns.map((name) => sql`${sql.identifier(name)}`))})
        select ${list(values)} from ${table} t${sql.join(joins)}
        where ${where ?? sql`t.project_id = ${copy.fromId}::int`}
        order by t.id returning id`,
  );
}

/** Status of a scene's video in the copy. A running job belongs to the original only. */
const copiedVideoStatus = sql`nullif(nullif(t.video_status, 'queued'), 'generating')`;

const column = (name: string) => sql`t.${sql.identifier(name)}`;

/** Pair rows of the original with their copies, by their order of ids. */
function copiesOf({ fromId, toId }: Copy, table: PgTable): SQL {
  const places = (projectId: number) =>
    sql`(select id, row_number() over (order by id) as place from ${table} where project_id = ${projectId}::int)`;
  return sql`(select w.id as was, o.id from ${places(fromId)} w join ${places(toId)} o using (place))`;
}

/** Return the ids of the copies, by the ids of the originals. */
async function pairsOf(tx: Db, copy: Copy, table: PgTable): Promise<Map<number, number>> {
  const [row] = await rows<{ pairs: [number, number][] | null }>(
    tx,
    sql`select json_agg(json_build_array(was, id)) as pairs from ${copiesOf(copy, table)} copied`,
  );
  return new Map(row?.pairs ?? []);
}

function pairsTable(pairs: readonly { was: number; id: number | undefined }[]): SQL {
  return sql`(select * from json_to_recordset(${JSON.stringify(pairs)}::json) as p(was int, id int))`;
}

/** Return the address of the copied file; null for a missing file; other addresses unchanged. */
function fileOf({ files }: Copy, name: string): SQL {
  return sql`case when ${column(name)} like '/uploads/%' then (select f.now
    from json_to_recordset(${files}::json) as f(was text, now text) where f.was = ${column(name)})
    else ${column(name)} end`;
}
