import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';

/*
 * Stay: the time of one user in one paragraph (decision OQ-120). Text is stored while it is typed,
 * so a stay has several history entries. They are shown as one, with the values before the first
 * and after the last. Single entries are stored for a day, because changes of other users may be
 * based on their versions (decision OQ-27).
 */

/** Maximum number of stays that one run compacts. */
const maxCompacted = 500;

/** Build the condition that an entry is the last one of its stay, or belongs to none. */
export const isLastOfStay: SQL = sql`(${scriptHistory.stayId} is null or not exists (
  select 1 from script_history later
  where later.project_id = ${scriptHistory.projectId} and later.stay_id = ${scriptHistory.stayId}
    and later.element_id = ${scriptHistory.elementId} and later.id > ${scriptHistory.id}))`;

/** Build the condition that the stay of an entry began with the creation of its element. */
export const isCreatedInStay: SQL = sql`exists (
  select 1 from script_history first
  where first.project_id = ${scriptHistory.projectId} and first.stay_id = ${scriptHistory.stayId}
    and first.element_id = ${scriptHistory.elementId} and first.action = 'create')`;

/** Values of an entry before its change. */
export interface FormerValues {
  id: number;
  action: (typeof scriptHistory.$inferSelect)['action'];
  previousContent: string | null;
  previousElementType: (typeof scriptHistory.$inferSelect)['previousElementType'];
  previousCharacterName: string | null;
  previousParenthetical: string | null;
}

/** Return the values before the stays of these entries, by the id of their last entry. */
export async function valuesBeforeStays(db: Db, ids: readonly number[]): Promise<Map<number, FormerValues>> {
  if (ids.length === 0) return new Map();
  const found = await rows<FormerValues>(
    db,
    sql`select distinct on (last.id) last.id, first.action, first.previous_content as "previousContent",
          first.previous_element_type as "previousElementType",
          first.previous_character_name as "previousCharacterName",
          first.previous_parenthetical as "previousParenthetical"
        from json_array_elements_text(${JSON.stringify(ids)}::json) as wanted(id)
        join script_history last on last.id = wanted.id::int and last.stay_id is not null
        join script_history first on first.project_id = last.project_id and first.stay_id = last.stay_id
          and first.element_id = last.element_id
        order by last.id, first.id`,
  );
  return new Map(found.map((each) => [each.id, each]));
}

/**
 * Merge the entries of each stay that ended a day ago into one. A stay during which a version was
 * named, or whose entries contain removed data, is not merged.
 */
export async function compactStays(db: Db): Promise<void> {
  await rows(
    db,
    sql`with ended as (
          select project_id, element_id, stay_id, min(id) as first_id, max(id) as last_id, count(*) as entries,
            bool_and(kept is null) as is_plain
          from script_history where stay_id is not null
          group by project_id, element_id, stay_id
          having max(timestamp) < now() - interval '1 day'
          limit ${maxCompacted}::int
        ), joined as (
          select * from ended where entries > 1 and is_plain and not exists (
            select 1 from script_versions v
            where v.project_id = ended.project_id and v.history_id >= ended.first_id
              and v.history_id < ended.last_id)
        ), removed as (
          delete from script_history h using joined j
          where h.project_id = j.project_id and h.stay_id = j.stay_id and h.element_id = j.element_id
            and h.id < j.last_id
          returning h.id
        ), extended as (
          update script_history h set action = f.action, previous_content = f.previous_content,
            previous_element_type = f.previous_element_type, previous_character_name = f.previous_character_name,
            previous_parenthetical = f.previous_parenthetical, after_element_id = f.after_element_id,
            stay_id = null
          from joined j join script_history f on f.id = j.first_id
          where h.id = j.last_id
          returning h.id
        )
        update script_history h set stay_id = null from ended e
        where h.project_id = e.project_id and h.stay_id = e.stay_id and h.element_id = e.element_id
          and not exists (select 1 from joined j where j.last_id = e.last_id)`,
  );
}
