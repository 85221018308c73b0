import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PastElement, PastEntry, PastMove, UndoSteps } from '#screenplay/past.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { fixedNumberColumn, readConsistently } from '#server/script/screenplay.service.ts';
import { elementsInBatches } from '#server/script/script.service.ts';

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
 * Return the moment at a time, with the time of the last change before it. Null: the script had no
 * change until then.
 */
export async function momentAtTime(
  db: Db,
  projectId: number,
  time: Date,
): Promise<(Moment & { changedAt: Date }) | null> {
  const [last] = await rows<{ id: number; changedAt: string }>(
    db,
    sql`select id, to_json(timestamp) as "changedAt" from script_history
        where project_id = ${projectId} and timestamp <= to_timestamp(${time.getTime() / 1000}::float8)
        order by id desc limit 1`,
  );
  if (!last) return null;
  return { ...(await momentOf(db, projectId, last.id)), changedAt: new Date(last.changedAt) };
}

/** Return the current script and the changes since a moment, of one state of the project. */
export function scriptSince(
  db: Db,
  projectId: number,
  moment: Moment,
): Promise<{ current: PastElement[]; steps: UndoSteps }> {
  return readConsistently(db, projectId, true, async (at) => ({
    current: await currentElements(at, projectId),
    steps: {
      entries: await entriesSince(at, projectId, moment),
      moves: await movesSince(at, projectId, moment),
    },
  }));
}

/** Load the current script with the fields that a comparison needs. */
async function currentElements(db: Db, projectId: number): Promise<PastElement[]> {
  const sceneNumber = await fixedNumberColumn(db, projectId);
  return elementsInBatches<PastElement>(
    db,
    projectId,
    sql`e.id, e.element_type as "elementType", e.content, e.character_name as "characterName",
      e.parenthetical, e.dual, e.original_type as "originalType",
      nullif(e.extras - 'fdx' - 'fountain' - 'piece', '{}'::jsonb) as extras,
      ${sceneNumber} as "sceneNumber"`,
  );
}

/** Entries and moves per statement, so that other calls can run in between. */
const stepsAtOnce = 2000;

/**
 * Load the history entries since a moment. Batches of JSON text take a fraction of the time of as
 * many rows.
 */
async function entriesSince(db: Db, projectId: number, { historyId }: Moment): Promise<PastEntry[]> {
  return stepsInBatches<PastEntry>(
    db,
    historyId,
    (after) => sql`
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
          'parenthetical', kept #> '{element,parenthetical}', 'dual', kept #> '{element,dual}',
          'originalType', kept #> '{element,originalType}',
          'extras', nullif(kept #> '{element,extras}', 'null'::jsonb) - 'fdx' - 'fountain' - 'piece',
          'sceneNumber', kept #> '{scene,displayNumber}'
        )
      ) end as kept
    from script_history where (project_id, id) > (${projectId}::int, ${after}::int)
      and (project_id, id) < (${projectId}::int + 1, 0)
    order by project_id, id limit ${stepsAtOnce}::int`,
  );
}

async function movesSince(db: Db, projectId: number, { historyId, moveId }: Moment): Promise<PastMove[]> {
  return stepsInBatches<PastMove>(
    db,
    0,
    (after) => sql`
    select id, element_id as "elementId", after_element_id as "afterElementId",
      history_id as "historyId"
    from script_moves
    where project_id = ${projectId} and id > ${after}::int
      and (history_id > ${historyId} or (history_id = ${historyId} and id > ${moveId}))
    order by id limit ${stepsAtOnce}::int`,
  );
}

/** Load rows with ascending ids, in batches. */
async function stepsInBatches<Row extends { id: number }>(
  db: Db,
  afterId: number,
  select: (afterId: number) => SQL,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let after = afterId; ; await setImmediate()) {
    const [batch] = await rows<{ list: string }>(
      db,
      sql`select coalesce(json_agg(told), '[]')::text as list from (${select(after)}) told`,
    );
    const steps = JSON.parse(batch?.list ?? '[]') as Row[];
    for (const step of steps) found.push(step);
    after = steps.at(-1)?.id ?? 0;
    if (steps.length < stepsAtOnce) return found;
  }
}
