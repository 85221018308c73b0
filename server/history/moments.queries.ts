import { sql } from 'drizzle-orm';
import type { PastElement, PastEntry, PastMove } from '#screenplay/past.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';

/** A moment of a project's script: after this entry and this move, and before all others. */
export interface Moment {
  historyId: number;
  moveId: number;
}

/** Return the current moment of a project's script. */
export async function newestMoment(db: Db, projectId: number): Promise<Moment> {
  const [found] = await rows<Moment>(
    db,
    sql`select
          coalesce((select max(id) from script_history where project_id = ${projectId}), 0) as "historyId",
          coalesce((select max(id) from script_moves where project_id = ${projectId}), 0) as "moveId"`,
  );
  return found ?? { historyId: 0, moveId: 0 };
}

/**
 * Return the moment after the change that contains the entry, or after the last change before that
 * id. Entries of one transaction share their timestamp, because no state between them was visible.
 * Moves before the next entry belong to the moment, except those of that entry's change.
 */
export async function momentOf(db: Db, projectId: number, historyId: number): Promise<Moment> {
  const [found] = await rows<Moment>(
    db,
    sql`with asked as (
          select timestamp from script_history
          where project_id = ${projectId} and id <= ${historyId} order by id desc limit 1
        ), moment as (
          select coalesce(max(h.id), 0) as id from script_history h
          where h.project_id = ${projectId} and h.timestamp = (select timestamp from asked)
        ), next as (
          select timestamp from script_history
          where project_id = ${projectId} and id > (select id from moment) order by id limit 1
        )
        select moment.id as "historyId", coalesce((
          select max(m.id) from script_moves m
          where m.project_id = ${projectId} and m.history_id <= moment.id
            and m.timestamp is distinct from (select timestamp from next)
        ), 0) as "moveId"
        from moment`,
  );
  return found ?? { historyId: 0, moveId: 0 };
}

/**
 * Return the current script and the changes since a moment, from one snapshot. They are one row of
 * JSON text, which for 100,000 entries takes a fraction of the time of as many rows.
 */
export async function scriptSince(db: Db, projectId: number, { historyId, moveId }: Moment) {
  const [found] = await rows<{ elements: string; entries: string; moves: string }>(
    db,
    sql`select (
          select coalesce(json_agg(told), '[]')::text from (
            select id, element_type as "elementType", content, character_name as "characterName",
              parenthetical, dual
            from script_elements where project_id = ${projectId} order by order_index, id
          ) told
        ) as elements, (
          select coalesce(json_agg(told), '[]')::text from (
            select id, element_id as "elementId", action,
              previous_element_type as "previousElementType", new_element_type as "newElementType",
              previous_content as "previousContent",
              case when action = 'update' then new_content end as "newContent",
              previous_character_name as "previousCharacterName", new_character_name as "newCharacterName",
              previous_parenthetical as "previousParenthetical", new_parenthetical as "newParenthetical",
              after_element_id as "afterElementId",
              case when action = 'delete' and kept -> 'element' is not null then jsonb_build_object(
                'element', jsonb_build_object(
                  'elementType', kept #> '{element,elementType}', 'content', kept #> '{element,content}',
                  'characterName', kept #> '{element,characterName}',
                  'parenthetical', kept #> '{element,parenthetical}', 'dual', kept #> '{element,dual}'
                )
              ) end as kept
            from script_history where project_id = ${projectId} and id > ${historyId}
          ) told
        ) as entries, (
          select coalesce(json_agg(told), '[]')::text from (
            select id, element_id as "elementId", after_element_id as "afterElementId",
              history_id as "historyId"
            from script_moves
            where project_id = ${projectId}
              and (history_id > ${historyId} or (history_id = ${historyId} and id > ${moveId}))
          ) told
        ) as moves`,
  );
  return {
    current: JSON.parse(found?.elements ?? '[]') as PastElement[],
    steps: {
      entries: JSON.parse(found?.entries ?? '[]') as PastEntry[],
      moves: JSON.parse(found?.moves ?? '[]') as PastMove[],
    },
  };
}
