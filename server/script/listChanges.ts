import { sql } from 'drizzle-orm';
import { idIn } from '#server/db/bulk.ts';
import { type Db, rows } from '#server/db/client.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scenes } from '#server/db/schema/script.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { ScriptListState } from './listTag.ts';
import { readScript } from './script.service.ts';

/** With more changed elements the whole list is sent, which is hardly longer. */
const maxChangedElements = 200;

/** Time of a revision's entry in the log of changes, in milliseconds; 0 if it is not there. */
const markOf = (projectId: number, revision: number) => sql`coalesce((
  select floor(extract(epoch from at) * 1000) from ${projectChanges}
  where project_id = ${projectId}::int and rev = ${revision}::int), 0)::float8`;

/** Return the mark of a revision, for a list that is sent. */
export async function markOfRevision(db: Db, projectId: number, revision: number): Promise<number> {
  const [row] = await rows<{ mark: number }>(db, sql`select ${markOf(projectId, revision)} as mark`);
  return row?.mark ?? 0;
}

interface ChangesSince {
  /** Elements that were inserted, changed, moved or deleted. */
  ids: number[];
  /** Scene of the text before the first heading. */
  openingSceneId: number | null;
}

/**
 * Return what changed since the state of a list. Null: the log does not have all of it, many
 * elements changed, or the state is of a time before a backup was restored.
 */
export async function changesSince(
  db: Db,
  projectId: number,
  { revision, mark }: ScriptListState,
): Promise<ChangesSince | null> {
  const later = sql`from ${projectChanges} where project_id = p.id and rev > ${revision}::int and rev <= p.revision`;
  const [row] = await rows<ChangesSince & { isComplete: boolean; mark: number; count: number }>(
    db,
    sql`select ${markOf(projectId, revision)} as mark,
          (select count(*) ${later}) = p.revision - ${revision}::int as "isComplete",
          (select coalesce(sum(jsonb_array_length(ids)), 0) ${later} and entity = 'element')::int as count,
          (select coalesce(json_agg(id), '[]') from (
            select distinct value::int as id from jsonb_array_elements((
              select jsonb_agg(ids) ${later} and entity = 'element'
                and jsonb_array_length(ids) <= ${maxChangedElements}::int
            )) as change(list), jsonb_array_elements_text(list) as element(value)
          ) changed) as ids,
          (select id from ${scenes} where project_id = p.id and heading = '' limit 1) as "openingSceneId"
        from projects p where p.id = ${projectId}::int`,
  );
  if (!row?.isComplete || row.mark !== mark || row.count > maxChangedElements) return null;
  return { ids: row.ids, openingSceneId: row.openingSceneId };
}

/** Return the changes since the state of a list as JSON: null if it has to be read whole. */
export async function listChangesJson(db: Db, scope: Scope, state: ScriptListState | null): Promise<string> {
  const changes = state && (await changesSince(db, scope.projectId, state));
  if (!changes) return 'null';
  const { ids, openingSceneId } = changes;
  const { script } = await readScript(db, scope, idIn(sql`e.id`, ids));
  const elements = script.toString();
  const there = new Set((JSON.parse(elements) as { id: number }[]).map(({ id }) => id));
  const removedIds = ids.filter((id) => !there.has(id));
  return `{"elements":${elements},"removedIds":${JSON.stringify(removedIds)},"openingSceneId":${openingSceneId}}`;
}
