import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { StretchElement, StretchScene } from '#screenplay/scenes.ts';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';

/**
 * The columns of an element that its readers get; of extras only what layout needs. As a row that becomes JSON
 * as a whole, which costs the database half of what naming every value of an object does.
 */
const toldColumns = sql`e.id, e.project_id as "projectId", e.scene_id as "sceneId",
  e.element_type as "elementType", e.content, e.character_name as "characterName", e.parenthetical,
  e.sound_effect_url as "soundEffectUrl", e.sound_effect_text as "soundEffectText",
  e.dialogue_audio_url as "dialogueAudioUrl", e.audio_volume as "audioVolume",
  e.audio_overlap_seconds as "audioOverlapSeconds", e.order_index as "orderIndex",
  e.sequence_number as "sequenceNumber", e.version, e.original_type as "originalType", e.dual,
  nullif(e.extras - 'fdx' - 'fountain' - 'piece', '{}'::jsonb) as extras`;

/**
 * The script as one JSON text, made by the database: 4,000 elements cost one row. `where` narrows it further,
 * with e for the element. `hasDuplicates`: two of these elements share a place (spec workspace §4).
 */
export async function scriptJson(
  db: Db,
  projectId: number,
  where: SQL = sql`true`,
): Promise<{ script: string; hasDuplicates: boolean }> {
  const [row] = await rows<{ script: string; hasDuplicates: boolean }>(
    db,
    sql`select coalesce(json_agg(told), '[]')::text as script,
          count(*) > count(distinct told."orderIndex") as "hasDuplicates"
        from (
          select ${toldColumns} from script_elements e
          where e.project_id = ${projectId} and ${where} order by e.order_index, e.id
        ) told`,
  );
  return row ?? { script: '[]', hasDuplicates: false };
}

/** An element as ordering and scenes see it. `content` is "" for all but headings. */
export interface OutlinedElement extends StretchElement {
  orderIndex: number;
}

/** The whole script in order with nothing but what ordering and scenes need: one row, a few milliseconds. */
export async function outlineOf(db: Db, projectId: number): Promise<OutlinedElement[]> {
  const [row] = await rows<{ outline: string }>(
    db,
    sql`select coalesce(json_agg(json_build_array(id, order_index, element_type, scene_id,
          case when element_type = 'scene_heading' then content else '' end)
          order by order_index, id), '[]')::text as outline
        from script_elements where project_id = ${projectId}`,
  );
  const outline = JSON.parse(row?.outline ?? '[]') as [
    number,
    number,
    StretchElement['elementType'],
    number,
    string,
  ][];
  return outline.map(([id, orderIndex, elementType, sceneId, content]) => ({
    id,
    orderIndex,
    elementType,
    sceneId,
    content,
  }));
}

export function stretchScenesOf(db: Db, projectId: number): Promise<StretchScene[]> {
  return db
    .select({ id: scenes.id, sceneNumber: scenes.sceneNumber, heading: scenes.heading })
    .from(scenes)
    .where(eq(scenes.projectId, projectId));
}

export type ElementRow = typeof scriptElements.$inferSelect;

/** Those elements, in script order. */
export async function elementsById(
  db: Db,
  projectId: number,
  elementIds: readonly number[],
): Promise<ElementRow[]> {
  if (elementIds.length === 0) return [];
  return db
    .select()
    .from(scriptElements)
    .where(and(eq(scriptElements.projectId, projectId), idIn(scriptElements.id, elementIds)))
    .orderBy(asc(scriptElements.orderIndex), asc(scriptElements.id));
}

export function elementsOf(db: Db, projectId: number): Promise<ElementRow[]> {
  return db
    .select()
    .from(scriptElements)
    .where(eq(scriptElements.projectId, projectId))
    .orderBy(asc(scriptElements.orderIndex), asc(scriptElements.id));
}

/** What its words tell to who reads it, in order; without what only editing needs. */
export function wordsOf(db: Db, projectId: number) {
  const { id, sceneId, elementType, content, characterName, dual, originalType, extras } = scriptElements;
  return db
    .select({ id, sceneId, elementType, content, characterName, dual, originalType, extras })
    .from(scriptElements)
    .where(eq(scriptElements.projectId, projectId))
    .orderBy(asc(scriptElements.orderIndex), asc(scriptElements.id));
}

/** Which project an element belongs to, for the door of calls that name only the element. */
export async function projectOfElement(db: Db, { id }: { id: number }) {
  const [found] = await db
    .select({ projectId: scriptElements.projectId })
    .from(scriptElements)
    .where(eq(scriptElements.id, id));
  return found;
}

/** Writes many new places in one statement. */
export async function renumber(db: Db, projectId: number, places: { id: number; orderIndex: number }[]) {
  if (places.length === 0) return;
  await rows(
    db,
    sql`update script_elements e set order_index = p."orderIndex"
        from json_to_recordset(${JSON.stringify(places)}::json) as p(id int, "orderIndex" int)
        where e.id = p.id and e.project_id = ${projectId}`,
  );
}
