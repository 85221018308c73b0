import { type SQL, sql } from 'drizzle-orm';
import type { ScriptOrder } from '#screenplay/edits/scriptOrder.ts';
import type { NumberShift } from '#screenplay/scenes.ts';
import type { ScenePlan } from './syncScenes.ts';

/*
 * Statements that write many rows by ranges, alone or as a part of a larger one. `beside` is a
 * further relation to select from.
 */

/** Build the statement that shifts the scene numbers of a range. */
export function scenesShifted(projectId: number, shift: readonly NumberShift[], beside: SQL = sql``): SQL {
  return sql`update scenes set scene_number = scene_number + shift.by
    from ${beside} json_to_recordset(${JSON.stringify(shift)}::json) as shift(above int, "upTo" int, by int)
    where scenes.project_id = ${projectId} and scene_number > shift.above
      and scene_number <= coalesce(shift."upTo", 2147483647)`;
}

/** Build the statement that assigns the elements between two others to another scene. */
export function unseenAssigned(
  projectId: number,
  unseen: ScenePlan['unseen'],
  order: ScriptOrder,
  beside: SQL = sql``,
): SQL {
  const ranges = unseen.map(({ sceneId, to, afterId, beforeId }) => ({
    sceneId,
    to,
    afterId,
    afterIndex: order.get(afterId)?.orderIndex ?? 0,
    beforeId: beforeId ?? maxInteger,
    beforeIndex: order.get(beforeId ?? 0)?.orderIndex ?? maxInteger,
  }));
  // With an offset the database looks each range up by index. A join may scan the whole table.
  return sql`update script_elements e set scene_id = found."to"
    from ${beside} (
      select inside.id, range."to" from json_to_recordset(${JSON.stringify(ranges)}::json) as range(
        "sceneId" int, "to" int, "afterId" int, "afterIndex" int, "beforeId" int, "beforeIndex" int)
      cross join lateral (
        select s.id from script_elements s
        where s.project_id = ${projectId} and s.scene_id = range."sceneId"
          and (s.order_index, s.id) > (range."afterIndex", range."afterId")
          and (s.order_index, s.id) < (range."beforeIndex", range."beforeId")
        offset 0
      ) inside
    ) found
    where e.id = found.id`;
}

const maxInteger = 2_147_483_647;

/**
 * Return the loaded scenes with their new numbers and headings as whole rows, so that one statement
 * writes both.
 */
export function sceneUpdates({ before, numbers, headings }: ScenePlan) {
  const updates = new Map<number, object>();
  for (const update of [...numbers, ...headings])
    updates.set(update.id, { ...updates.get(update.id), ...update });
  return Array.from(updates, ([id, update]) => {
    const { sceneNumber = 0, heading = '', location = null, timeOfDay = null } = before.get(id) ?? {};
    return { id, sceneNumber, heading, location, timeOfDay, ...update };
  });
}
