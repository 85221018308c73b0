import { type SQL, sql } from 'drizzle-orm';
import type { Edit, NewElementInput } from '#screenplay/edits/edit.ts';
import { isStoredId, restorableIds } from '#screenplay/edits/references.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import type {
  CommentAnchor,
  EndedScene,
  LastRecord,
  ScriptSnapshot,
  StoredScene,
  TensionAnchor,
} from '#screenplay/edits/snapshot.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { repairDuplicates } from '#screenplay/order.ts';
import { asJson, idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { comments, type SceneRow, scenes } from '#server/db/schema/script.ts';
import { newestEntry } from './history.ts';
import { isAnsweredSql } from './idempotency.ts';
import { activeMark, type ElementRow, ownColumns } from './script.queries.ts';
import {
  type EditTarget,
  editTargetsOf,
  mergeNeighbourhoods,
  type ScriptSlice,
  scenesOpenedOutside,
  sliceLookahead,
} from './scriptSlice.ts';

/** Stored data that a few edits need, at one moment, without the texts of earlier versions. */
export type LoadedSlice = Pick<
  ScriptSnapshot,
  | 'order'
  | 'openEnds'
  | 'rows'
  | 'scenes'
  | 'freeIds'
  | 'lastRecords'
  | 'comments'
  | 'endedScenes'
  | 'tensionPoints'
  | 'newestHistoryId'
  | 'activeMark'
> & { revision: number; isAnswered: boolean };

/**
 * Read what the edits need in one statement: their positions with neighbours, and the rows that
 * they name. Returns null if there are too many, or if elements share an order number, which
 * concerns the whole script. `requestKey` is as in idempotency.ts.
 */
export async function loadSlice(
  db: Db,
  projectId: number,
  edits: readonly Edit[],
  requestKey: string | null = null,
): Promise<LoadedSlice | null> {
  const places = editTargetsOf(edits);
  if (!places) return null;
  const [found] = await rows<FoundPart>(db, reading(projectId, edits, places, requestKey));
  if (!found) return null;
  const slice = mergeNeighbourhoods(
    (found.near ?? []).map(([place, reach, isBefore, id, orderIndex, elementType, sceneId, content]) => ({
      place,
      reach,
      isBefore,
      id,
      orderIndex,
      elementType,
      sceneId,
      content,
    })),
  );
  if (repairDuplicates(slice.order).length > 0) return null;
  return {
    ...slice,
    revision: found.revision,
    isAnswered: found.isAnswered,
    scenes: scenesOfSlice(slice, found.scenes ?? []),
    rows: new Map((found.elements ?? []).map((row) => [row.id, row])),
    lastRecords: new Map(
      (found.entries ?? []).map(({ elementId, action, ...entry }) => [
        elementId,
        { ...entry, isDeletion: action === 'delete' },
      ]),
    ),
    comments: Map.groupBy(found.comments ?? [], ({ elementId }) => elementId),
    endedScenes: new Map((found.ended ?? []).map(({ elementId, ...ended }) => [elementId, ended])),
    tensionPoints: found.points ?? [],
    freeIds: (found.ids ?? []).reverse(),
    newestHistoryId: found.newest ?? 0,
    activeMark: found.activeMark,
  };
}

function scenesOfSlice(slice: ScriptSlice, found: readonly FoundScene[]): Map<number, StoredScene> {
  const elsewhere = scenesOpenedOutside(slice, found);
  return new Map(found.map((row) => [row.id, { ...row, isOpenedElsewhere: elsewhere.has(row.id) }]));
}

type FoundScene = SceneRow & { isOpening: boolean };

interface FoundPart {
  revision: number;
  activeMark: number;
  isAnswered: boolean;
  near: [number, number, boolean, number, number, ElementRow['elementType'], number, string][] | null;
  scenes: FoundScene[] | null;
  elements: ScriptRow[] | null;
  entries: (Omit<LastRecord, 'isDeletion'> & { elementId: number; action: string })[] | null;
  comments: CommentAnchor[] | null;
  ended: ({ elementId: number } & EndedScene)[] | null;
  ids: number[] | null;
  newest: number | null;
  points: TensionAnchor[] | null;
}

/** Build the statement with the parts that the edits need. */
function reading(
  projectId: number,
  edits: readonly Edit[],
  places: readonly EditTarget[],
  requestKey: string | null,
): SQL {
  const named: number[] = [];
  const spokenOf: number[] = [];
  const restored = restorableIds(edits, projectId);
  const headings: number[] = [];
  let count = 0;
  for (const edit of edits) {
    if (edit.type === 'insert') count += edit.elements.length;
    else if (edit.type === 'move') named.push(...edit.ids.filter(isStoredId));
    else if (edit.type !== 'restore' && isStoredId(edit.id)) {
      named.push(edit.id);
      spokenOf.push(edit.id);
      if (edit.type === 'update' && isHeadingType(edit.fields.elementType)) headings.push(edit.id);
    }
  }
  const movesElements = edits.some(
    (edit) => edit.type === 'move' || (edit.type === 'update' && edit.fields.orderIndex !== undefined),
  );
  // A deletion in a revision leaves its mark on the element before, and a restore removes it.
  const changesNeighbours = restored.length > 0 || edits.some(({ type }) => type === 'delete');
  const none = sql`null`;
  return sql`with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(places)}::json) as a(type text, value int, reach int)
    ),
    ${restored.length > 0 ? lastEntries(projectId, restored) : sql``}
    ${headings.length > 0 ? endedScenes(projectId, headings) : sql``}
    places as materialized (
      select at.order_index, at.id, max(asked.reach) as reach
      from (select * from asked ${restored.length > 0 ? formerPlaces : sql``}) asked
      cross join lateral (${elementAt(projectId)}) at
      group by at.order_index, at.id
    ),
    near as materialized (select places.id as place, places.reach, e.* from places
      cross join lateral (${surroundings(projectId)}) e)
    select p.revision, ${isAnsweredSql(projectId, requestKey)} as "isAnswered", ${activeMark} as "activeMark",
      (select json_agg(json_build_array(place, reach, is_before, id, order_index, element_type, scene_id, content)
        order by place, order_index, id) from near) as near,
      (select json_agg(${asJson(scenes, sql`s`, { isOpening })})
        from scenes s where s.project_id = p.id and s.id = any(array(select scene_id from near
        ${restored.length > 0 ? sql`union select (kept #>> '{element,sceneId}')::int from last` : sql``}
        ${headings.length > 0 ? sql`union select (scene ->> 'id')::int from ended` : sql``}))) as scenes,
      ${named.length + restored.length > 0 ? elements(projectId, named, changesNeighbours) : none} as elements,
      ${restored.length > 0 ? entries : none} as entries,
      ${spokenOf.length > 0 ? commentsOn(projectId, spokenOf) : none} as comments,
      ${headings.length > 0 ? sql`(select json_agg(ended) from ended)` : none} as ended,
      ${count > 0 ? newIds(count) : none} as ids,
      ${movesElements ? newestEntry(projectId) : none} as newest,
      ${mayDetachPoints(edits) ? pointsNearby(named, restored.length > 0, headings.length > 0) : none} as points
    from projects p where p.id = ${projectId}`;
}

/** The opening has no heading element; a heading may be empty. */
const isOpening = sql`(s.heading = '' and (
    select h.id from script_elements h where h.scene_id = s.id and h.element_type = 'scene_heading' limit 1
  ) is null)`;

const lastEntries = (projectId: number, ids: readonly number[]) => sql`last as materialized (
    select distinct on (h.element_id) h.element_id, h.action, h.version, h.after_element_id, h.kept
    from script_history h where h.project_id = ${projectId} and ${idIn(sql`h.element_id`, ids)}
    order by h.element_id, h.id desc
  ),`;

const entries = sql`(select json_agg(json_build_object('elementId', element_id, 'action', action,
    'version', version, 'afterElementId', after_element_id, 'kept', kept)) from last)`;

/** Former positions of deleted elements: after another one, at the start, or by their number. */
const formerPlaces = sql`
  union all select 'element', after_element_id, ${sql.raw(`${sliceLookahead}`)} from last where after_element_id is not null
  union all select 'start', 0, ${sql.raw(`${sliceLookahead}`)} from last where after_element_id is null
  union all select 'number', (kept #>> '{element,orderIndex}')::int, ${sql.raw(`${sliceLookahead}`)} from last
    where kept -> 'element' is not null`;

const endedScenes = (projectId: number, ids: readonly number[]) => sql`ended as materialized (
    select distinct on (h.element_id) h.element_id as "elementId", h.kept -> 'scene' as scene,
      coalesce(h.kept -> 'sceneTensionPointIds', '[]') as "tensionPointIds"
    from script_history h where h.project_id = ${projectId} and ${idIn(sql`h.element_id`, ids)}
      and h.kept -> 'scene' is not null
    order by h.element_id, h.id desc
  ),`;

/** The start stands for the first element. */
const start = sql`select -2147483648, 0`;

function elementAt(projectId: number): SQL {
  const from = sql`select e.order_index, e.id from script_elements e where e.project_id = ${projectId}`;
  const last = sql`order by e.order_index desc, e.id desc limit 1`;
  // Avoid the index of the project, which would read everything after the scene.
  const lastOfScene = sql`order by e.order_index + 0 desc, e.id desc limit 1`;
  const lowest = sql`select e.order_index from script_elements e where e.project_id = ${projectId}
    order by e.order_index, e.id limit 1`;
  return sql`(${from} and asked.type = 'element' and e.id = asked.value)
    union all (${from} and asked.type = 'heading' and e.id = asked.value and e.element_type = 'scene_heading')
    union all (${from} and asked.type = 'number' and e.order_index <= asked.value ${last})
    union all (${from} and asked.type = 'scene' and e.scene_id = asked.value ${lastOfScene})
    union all (${from} and asked.type = 'end' ${last})
    union all (${start} where asked.type = 'start')
    union all (${start} where asked.type = 'number' and asked.value < (${lowest}))`;
}

/** Build the elements around a position: the one before it, and those from there on. */
function surroundings(projectId: number): SQL {
  const columns = sql`e.id, e.order_index, e.element_type, e.scene_id,
    case when e.element_type = 'scene_heading' then e.content else '' end as content`;
  const from = sql`from script_elements e where e.project_id = ${projectId}`;
  const place = sql`(places.order_index, places.id)`;
  return sql`(select ${columns}, true as is_before ${from} and (e.order_index, e.id) < ${place}
      order by e.order_index desc, e.id desc limit 1)
    union all
    (select ${columns}, false ${from} and (e.order_index, e.id) >= ${place}
      order by e.order_index, e.id limit places.reach + 1)`;
}

const elements = (projectId: number, ids: readonly number[], hasNeighbours: boolean) => sql`(
    select json_agg(named) from (
      select ${ownColumns}, e.extras from script_elements e
      where e.project_id = ${projectId} and (${idIn(sql`e.id`, ids)} ${hasNeighbours ? markedNeighbours : sql``})
    ) named)`;

const markedNeighbours = sql`or (p.format -> 'revisions' is not null
    and e.id = any(array(select id from near where is_before or id = place)))`;

const commentsOn = (projectId: number, elementIds: readonly number[]) => sql`(select json_agg(found) from (
    select c.id, c.script_element_id as "elementId", c.selection_start as start, c.selection_end as "end"
    from ${comments} c where c.project_id = ${projectId} and ${idIn(sql`c.script_element_id`, elementIds)}
    order by c.id) found)`;

/** Return whether edits may remove or restore elements or scenes, which tension points are on. */
function mayDetachPoints(edits: readonly Edit[]): boolean {
  return edits.some((edit) => {
    if (edit.type === 'update')
      return edit.fields.elementType !== undefined || edit.fields.orderIndex !== undefined;
    const isText = ({ source, elementType }: NewElementInput) => !source && !isHeadingType(elementType);
    return edit.type !== 'insert' || !edit.elements.every(isText);
  });
}

/** Build the tension points on elements and scenes of the slice, and on restored ones. */
const pointsNearby = (
  elementIds: readonly number[],
  isRestoring: boolean,
  mayRestoreScenes: boolean,
) => sql`(select json_agg(
      json_build_object('id', t.id, 'scriptElementId', t.script_element_id, 'sceneId', t.scene_id) order by t.id)
    from tension_points t where t.project_id = p.id and (
      ${idIn(sql`t.script_element_id`, elementIds)} or t.scene_id = any(array(select scene_id from near))
      ${isRestoring ? sql`or t.id in (${restoredPoints})` : sql``}
      ${mayRestoreScenes ? sql`or t.id in (${pointsOfEndedScenes})` : sql``}))`;

const restoredPoints = sql`select jsonb_array_elements_text(coalesce(last.kept -> 'tensionPointIds', '[]')
    || coalesce(last.kept -> 'sceneTensionPointIds', '[]'))::int from last`;

const pointsOfEndedScenes = sql`select jsonb_array_elements_text(ended."tensionPointIds")::int from ended`;

const newIds = (count: number) => sql`(select json_agg(id) from (
    select nextval(pg_get_serial_sequence('script_elements', 'id'))::int as id
    from generate_series(1, ${count}::int)) taken)`;
