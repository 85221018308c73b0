import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import { compareOrder } from '#screenplay/order.ts';
import type { StretchElement } from '#screenplay/scenes.ts';
import { idIn, inBatches } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { isEmbedded, rows } from '#server/db/client.ts';
import { scriptElements } from '#server/db/schema/script.ts';

/**
 * Columns of an element for readers, without `extras`. The row is converted to JSON as a whole,
 * which takes half the time of naming each value.
 */
export const ownColumns = sql`e.id, e.project_id as "projectId", e.scene_id as "sceneId",
  e.element_type as "elementType", e.content, e.typed_content as "typedContent", e.character_name as "characterName", e.parenthetical,
  e.sound_effect_url as "soundEffectUrl", e.sound_effect_text as "soundEffectText",
  e.sound_effect_key as "soundEffectKey",
  e.dialogue_audio_url as "dialogueAudioUrl", e.dialogue_audio_key as "dialogueAudioKey", e.audio_volume as "audioVolume",
  e.audio_overlap_seconds as "audioOverlapSeconds", e.order_index as "orderIndex",
  e.sequence_number as "sequenceNumber", e.version, e.original_type as "originalType", e.dual`;

const listedColumns = sql`${ownColumns}, nullif(e.extras - 'fdx' - 'fountain' - 'piece', '{}'::jsonb) as extras`;

/** Position of an element. */
export type StoredPlace = [orderIndex: number, id: number];

/**
 * Maximum number of elements of a long script per statement, and of their bytes, so that other
 * calls can run in between.
 */
const elementsAtOnce = 2500;
const bytesAtOnce = 500_000;

/** Mark of new text in project `p` (docs/decisions/0111); 0 while no revision is active. */
export const activeMark = sql`coalesce((p.format #>> '{revisions,active}')::int, 0)`;

/** Size of a row of script_elements, without reading long values. */
export const bytesOfElement = sql`octet_length(e.content) + coalesce(pg_column_size(e.extras), 0)`;

/** Build the condition for the batch of elements after a position. */
export function stretchAfter(projectId: number, after: StoredPlace | null, where: SQL = sql`true`): SQL {
  const place = after ? sql`and (e.order_index, e.id) > (${after[0]}::int, ${after[1]}::int)` : sql``;
  const rest = sql`e.project_id = ${projectId} and ${where} ${place}`;
  return sql`${rest} and (e.order_index, e.id) <= (
    select order_index, id from (
      select order_index, id, sum(bytes) over (order by order_index, id) - bytes as bytes_before from (
        select e.order_index, e.id, ${bytesOfElement} as bytes from script_elements e
        where ${rest} order by e.order_index, e.id limit ${elementsAtOnce}
      ) few
    ) measured where bytes_before < ${bytesAtOnce} order by order_index desc, id desc limit 1
  )`;
}

/** Consecutive elements of the script list, at least one. */
export interface ListedElements {
  /** JSON of the list. */
  list: string;
  /** Whether two of them share an order number (docs/spec/script.md). */
  hasDuplicates: boolean;
}

/** Batch of a long script, with the positions of its first and last element. */
export interface ElementPage extends ListedElements {
  first: number;
  last: StoredPlace;
}

/**
 * Limits above which a script is listed in batches. A feature film has three thousand elements and
 * 200 kB.
 */
const longElements = 5000;
const longBytes = 1_000_000;

/** List all elements that match `where` (alias e). Null: the script is long, or there are none. */
export function listAllElements(
  db: Db,
  projectId: number,
  where: SQL = sql`true`,
): Promise<ListedElements | null> {
  // Stop counting at the limit, because a longer script has a hundred thousand elements.
  const few = sql`(select octet_length(content) as bytes from script_elements
    where project_id = ${projectId} limit ${longElements}::int + 1) few`;
  const count = sql`(select case when count(*) > ${longElements} or sum(bytes) > ${longBytes}
    then 0 else ${longElements}::int end from ${few})`;
  return listed(db, sql`e.project_id = ${projectId} and ${where}`, sql`limit ${count}`);
}

/** List the batch of elements after a position. Null: there are none. */
export function listElementsAfter(
  db: Db,
  projectId: number,
  after: StoredPlace | null,
  where?: SQL,
): Promise<ElementPage | null> {
  const ends = sql`, min("orderIndex") as first, to_json(max(array["orderIndex", id])) as last`;
  return listed(db, stretchAfter(projectId, after, where), sql``, ends) as Promise<ElementPage | null>;
}

/**
 * List elements as JSON text. On the embedded database, SQL builds the text, because each returned
 * row costs time. On Postgres, rows are twice as fast.
 */
async function listed(
  db: Db,
  where: SQL,
  limit: SQL,
  ends = sql``,
): Promise<ListedElements | ElementPage | null> {
  const elements = sql`select ${listedColumns} from script_elements e
    where ${where} order by e.order_index, e.id ${limit}`;
  if (!isEmbedded(db)) return pieceOf(await rows<{ orderIndex: number; id: number }>(db, elements));
  const [row] = await rows<{ list: string | null; hasDuplicates: boolean }>(
    db,
    sql`select json_agg(told)::text as list, count(*) > count(distinct "orderIndex") as "hasDuplicates" ${ends}
        from (${elements}) told`,
  );
  return row && row.list !== null ? { ...row, list: row.list } : null;
}

function pieceOf(found: readonly { orderIndex: number; id: number }[]): ElementPage | null {
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return null;
  return {
    list: JSON.stringify(found),
    first: first.orderIndex,
    last: [last.orderIndex, last.id],
    hasDuplicates: found.some(({ orderIndex }, i) => orderIndex === found[i - 1]?.orderIndex),
  };
}

/** Elements of an outline per statement. */
const outlinedAtOnce = 5000;

/** Load the order of a script: the fields that ordering and scenes need. */
export async function findScriptOutline(db: Db, projectId: number): Promise<OrderedElement[]> {
  const found: OrderedElement[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last ? sql`and (order_index, id) > (${last.orderIndex}::int, ${last.id}::int)` : sql``;
    const [row] = await rows<{ outline: string }>(
      db,
      sql`select coalesce(json_agg(json_build_array(id, order_index, element_type, scene_id, content)
            order by order_index, id), '[]')::text as outline
          from (
            select id, order_index, element_type, scene_id,
              case when element_type = 'scene_heading' then content else '' end as content
            from script_elements where project_id = ${projectId} ${after}
            order by order_index, id limit ${outlinedAtOnce}::int
          ) piece`,
    );
    const piece = JSON.parse(row?.outline ?? '[]') as OutlinedRow[];
    for (const [id, orderIndex, elementType, sceneId, content] of piece)
      found.push({ id, orderIndex, elementType, sceneId, content });
    if (piece.length < outlinedAtOnce) return found;
  }
}

type OutlinedRow = [
  id: number,
  orderIndex: number,
  elementType: StretchElement['elementType'],
  sceneId: number,
  content: string,
];

export type ElementRow = typeof scriptElements.$inferSelect;

/** Load elements by id, in script order. */
export async function elementsById(
  db: Db,
  projectId: number,
  elementIds: readonly number[],
): Promise<ElementRow[]> {
  const found: ElementRow[] = [];
  for (const ids of inBatches(elementIds)) {
    found.push(
      ...(await rows<ElementRow>(
        db,
        sql`select ${ownColumns}, e.extras from script_elements e
            where e.project_id = ${projectId} and ${idIn(sql`e.id`, ids)}`,
      )),
    );
  }
  return found.sort(compareOrder);
}

export function findElements(db: Db, projectId: number): Promise<ElementRow[]> {
  return db
    .select()
    .from(scriptElements)
    .where(eq(scriptElements.projectId, projectId))
    .orderBy(asc(scriptElements.orderIndex), asc(scriptElements.id));
}

/** Update many order numbers, in few statements. */
export async function renumber(db: Db, projectId: number, places: { id: number; orderIndex: number }[]) {
  for (const piece of inBatches(places)) {
    await rows(
      db,
      sql`update script_elements e set order_index = p."orderIndex"
          from json_to_recordset(${JSON.stringify(piece)}::json) as p(id int, "orderIndex" int)
          where e.id = p.id and e.project_id = ${projectId} and ${idIn(
            sql`e.id`,
            piece.map(({ id }) => id),
          )}`,
    );
  }
}
