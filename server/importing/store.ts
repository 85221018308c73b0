import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Screenplay, ScriptNote } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { invalid } from '#server/lib/errors.ts';
import { discardProject } from '#server/projects/projects.service.ts';
import { type PreparedBatch, type PreparedImport, preparedImport } from './prepare.ts';

export interface StoredImport {
  projectId: number;
  counts: { scenes: number; elements: number; characters: number };
}

/** Store a script as a new project of the user. */
export function storeScreenplay(
  db: Db,
  userId: string,
  name: string,
  screenplay: Screenplay,
  notes: readonly ScriptNote[],
): Promise<StoredImport> {
  return storePrepared(db, userId, name, preparedImport(screenplay, notes));
}

/**
 * Store a prepared script. It becomes visible as a whole or not at all. Large scripts are stored in
 * batches, because the embedded database runs in this thread with one connection, and a long
 * transaction would block all others. Until the last batch the project is marked as importing and
 * hidden. When `signal` aborts, everything is removed.
 */
export async function storePrepared(
  db: Db,
  userId: string,
  name: string,
  prepared: PreparedImport,
  signal?: AbortSignal,
): Promise<StoredImport> {
  const projectId = await startProject(db, userId, name, prepared);
  let characters = 0;
  const steps = [
    ...prepared.batches.map((batch) => (tx: Db) => storeBatch(tx, projectId, userId, batch)),
    ...prepared.notes.map((notes) => (tx: Db) => storeNotes(tx, projectId, userId, notes)),
  ];
  const last = async (tx: Db) => {
    await steps.at(-1)?.(tx);
    characters = await storeCharacters(tx, projectId, prepared.characters);
    await tx.update(projects).set({ isImporting: false }).where(eq(projects.id, projectId));
  };
  try {
    for (const step of [...steps.slice(0, -1), last]) {
      await db.transaction(step);
      // Yield to other requests, and check for an abort.
      await setImmediate();
      if (signal?.aborted) throw invalid('The import was cancelled.');
    }
  } catch (error) {
    await discardProject(db, projectId);
    throw error;
  }
  return { projectId, counts: { ...prepared.counts, characters } };
}

async function startProject(db: Db, userId: string, name: string, prepared: PreparedImport): Promise<number> {
  const { format, language, titlePage, source } = prepared;
  const [project] = await db
    .insert(projects)
    .values({
      userId,
      name,
      titlePage,
      format,
      paper: format.paper,
      language,
      showSceneNumbers: format.sceneNumbersShown,
      sourceExtras: source === null ? null : sql`${source}::jsonb`,
      isImporting: true,
    })
    .returning({ id: projects.id });
  if (!project) throw new Error('INSERT INTO projects returned no row');
  return project.id;
}

/**
 * Store a batch: the scenes that begin in it, its elements, and history entries for their creation
 * with the reason "Import" (decision OQ-74).
 */
async function storeBatch(
  tx: Db,
  projectId: number,
  userId: string,
  { scenes, elements, above, upTo }: PreparedBatch,
): Promise<void> {
  if (upTo === above) return;
  await rows(
    tx,
    sql`insert into scenes (project_id, scene_number, display_number, heading, location, time_of_day)
        select ${projectId}::int, s.number, s.display, s.heading, s.location, s.time
        from json_to_recordset(${scenes}::json)
          as s(number int, display text, heading text, location text, time text)
        order by s.number`,
  );
  await rows(
    tx,
    sql`insert into script_elements (project_id, scene_id, element_type, content, typed_content, character_name,
          order_index, original_type, dual, extras)
        select ${projectId}::int, s.id, e.type, e.content, e.typed, e.speaker, e.place, e.original, e.dual, e.extras
        from json_to_recordset(${elements}::json)
          as e(place int, scene int, type text, content text, typed text, speaker text, original text, dual text,
               extras jsonb)
        join scenes s on s.project_id = ${projectId} and s.scene_number = e.scene
        order by e.place`,
  );
  await rows(
    tx,
    sql`insert into script_history (project_id, element_id, action, changed_by, user_id, version, new_content,
          new_element_type, new_character_name, change_reason)
        select project_id, id, 'create', 'user', ${userId}, version, content, element_type, character_name,
          'Import'
        from script_elements
        where project_id = ${projectId} and order_index > ${above} and order_index <= ${upTo}
        order by order_index`,
  );
}

/**
 * Store characters in order of appearance and return their number. Of names that the database
 * regards as equal, such as DİLARA and DILARA, only the first is stored.
 */
async function storeCharacters(tx: Db, projectId: number, names: string): Promise<number> {
  const stored = await rows(
    tx,
    sql`insert into characters (project_id, name, display_order)
        select ${projectId}::int, c.name, (row_number() over (order by c.place))::int - 1
        from (
          select distinct on (lower(n.name)) n.name, n.place
          from json_to_recordset(${names}::json) as n(name text, place int)
          order by lower(n.name), n.place
        ) c
        order by c.place
        returning id`,
  );
  return stored.length;
}

/** Store script notes as comments of the importing user, prefixed with their author. */
async function storeNotes(tx: Db, projectId: number, userId: string, notes: string): Promise<void> {
  await rows(
    tx,
    sql`insert into comments (project_id, user_id, script_element_id, was_on_element, content)
        select ${projectId}::int, ${userId}, e.id, e.id is not null, n.content
        from json_to_recordset(${notes}::json) as n(place int, content text)
        left join script_elements e on e.project_id = ${projectId} and e.order_index = n.place`,
  );
}
