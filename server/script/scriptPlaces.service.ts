import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import type { ScriptPlace } from '#shared/contract/projects.ts';
import { newestEntry } from './history.ts';

/** A user in a project. */
interface Visitor {
  projectId: number;
  userId: string;
}

/** A visit ends when the user was not in the script for this long. */
const visitGapMinutes = 30;

/** Maximum number of deleted elements between the stored place and the one that is returned. */
const maxDeleted = 1000;

/** Maximum number of history entries that are read, newest first. */
const maxEntries = 20_000;

/** Build the condition that the stored visit has ended. */
const hasVisitEnded = sql`script_places.left_at < now() - make_interval(mins => ${visitGapMinutes}::int)`;

/**
 * Return where a user left a script. If the element was deleted, return the end of the element that
 * it stood after; null if none of them exists any more.
 */
export async function findScriptPlace(db: Db, { projectId, userId }: Visitor): Promise<ScriptPlace | null> {
  const [place] = await rows<ScriptPlace>(
    db,
    sql`with recursive place as (
          select p.element_id, p."offset", 0 as deleted, exists (
            select 1 from script_elements e where e.id = p.element_id and e.project_id = p.project_id
          ) as is_there
          from script_places p where p.user_id = ${userId} and p.project_id = ${projectId}::int
          union all
          select h.after_element_id, null, place.deleted + 1, exists (
            select 1 from script_elements e
            where e.id = h.after_element_id and e.project_id = ${projectId}::int
          )
          from place cross join lateral (
            select after_element_id from script_history
            where project_id = ${projectId}::int and element_id = place.element_id and action = 'delete'
            order by version desc limit 1
          ) h
          where not place.is_there and place.deleted < ${maxDeleted}::int
        )
        select element_id as "elementId", "offset" from place where is_there`,
  );
  return place ?? null;
}

/**
 * Store where a user is in a script. The first place after a pause begins a new visit, so what was
 * seen until then is the end of the visit before. Returns false if the project never had such an
 * element; it may have been deleted a moment before.
 */
export async function saveScriptPlace(
  db: Db,
  { projectId, userId }: Visitor,
  { elementId, offset }: { elementId: number; offset: number },
): Promise<boolean> {
  const stored = await rows(
    db,
    sql`insert into script_places
          (user_id, project_id, element_id, "offset", seen_history_id, previous_history_id)
        select ${userId}, ${projectId}::int, ${elementId}::int, ${offset}::int, newest.id, newest.id
        from (select coalesce(${newestEntry(projectId)}, 0) as id) newest
        where exists (select 1 from script_elements
            where id = ${elementId}::int and project_id = ${projectId}::int)
          or exists (select 1 from script_history
            where element_id = ${elementId}::int and project_id = ${projectId}::int)
        on conflict (user_id, project_id) do update set
          element_id = excluded.element_id, "offset" = excluded."offset",
          previous_history_id = case when ${hasVisitEnded}
            then script_places.seen_history_id else script_places.previous_history_id end,
          seen_history_id = excluded.seen_history_id, left_at = now()
        returning id`,
  );
  return stored.length > 0;
}

/**
 * Return the elements that others have created or changed since the user's last visit. During a
 * visit that is the one before it. Empty for a user who was never there.
 */
export async function findChangesSinceVisit(db: Db, { projectId, userId }: Visitor): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select distinct h.element_id as id from (
          select entry.element_id, entry.user_id, entry.action from script_history entry
          where entry.project_id = ${projectId}::int and entry.id > (
            select case when ${hasVisitEnded} then seen_history_id else previous_history_id end
            from script_places where user_id = ${userId} and project_id = ${projectId}::int)
          order by entry.project_id desc, entry.id desc limit ${maxEntries}::int
        ) h
        join script_elements e on e.id = h.element_id and e.project_id = ${projectId}::int
        where h.user_id is distinct from ${userId} and h.action <> 'delete'
        order by id`,
  );
  return found.map(({ id }) => id);
}
