import { type SQL, sql } from 'drizzle-orm';

/*
 * Statements that write many rows by ranges, alone or as a part of a larger one. `ranges` is a
 * record set without column names, and `beside` a further relation to select from.
 */

/** Build the statement that shifts the scene numbers of ranges of scenes. */
export function shiftScenes(projectId: number | SQL, ranges: SQL, beside: SQL = sql``): SQL {
  return sql`update scenes set scene_number = scene_number + shift.by
    from ${beside} ${ranges} as shift(above int, "upTo" int, by int)
    where scenes.project_id = ${projectId} and scene_number > shift.above
      and scene_number <= coalesce(shift."upTo", 2147483647)`;
}

/** Build the statement that assigns the elements between two others to another scene. */
export function assignUnloaded(projectId: number | SQL, ranges: SQL, beside: SQL = sql``): SQL {
  // With an offset the database looks each range up by index. A join may scan the whole table.
  return sql`update script_elements e set scene_id = found."to"
    from ${beside} (
      select inside.id, range."to" from ${ranges} as range(
        "sceneId" int, "to" int, "afterId" int, "afterIndex" int, "beforeId" int, "beforeIndex" int)
      cross join lateral (
        select s.id from script_elements s
        where s.project_id = ${projectId} and s.scene_id = range."sceneId"
          and (s.order_index, s.id) > (range."afterIndex", range."afterId")
          and (s.order_index, s.id)
            < (coalesce(range."beforeIndex", 2147483647), coalesce(range."beforeId", 2147483647))
        offset 0
      ) inside
    ) found
    where e.id = found.id`;
}
