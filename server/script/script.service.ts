import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Edit as ScriptEdit } from '#screenplay/edits/edit.ts';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { applyEdits, repairScript } from './changeScript.ts';
import type { ChangeAttribution } from './history.ts';
import { readConsistently } from './screenplay.service.ts';
import {
  type ElementPage,
  type ElementRow,
  elementsById,
  findScriptOutline,
  listAllElements,
  listElementsAfter,
  type StoredPlace,
  stretchAfter,
} from './script.queries.ts';

export type { ScriptEdit };

/** Apply one edit within a transaction, for other features. */
export function editScript(change: ProjectChange, edit: ScriptEdit, attribution: ChangeAttribution = {}) {
  return applyEdits(change, [edit], attribution, false);
}

/** Apply several edits as one change: all or none. */
export function editScriptAtOnce(
  change: ProjectChange,
  edits: readonly ScriptEdit[],
  attribution: ChangeAttribution = {},
) {
  return applyEdits(change, edits, attribution, true);
}

/** Load the order of a script for other features. */
export function scriptOutline(db: Db, projectId: number): Promise<OrderedElement[]> {
  return findScriptOutline(db, projectId);
}

/** Columns of a script's text, without those that only editing needs. */
const wordColumns = sql`e.id, e.scene_id as "sceneId", e.element_type as "elementType", e.content,
  e.character_name as "characterName", e.dual, e.original_type as "originalType", e.extras,
  e.order_index as "orderIndex"`;

type ScriptWords = Pick<
  ElementRow,
  | 'id'
  | 'sceneId'
  | 'elementType'
  | 'content'
  | 'characterName'
  | 'dual'
  | 'originalType'
  | 'extras'
  | 'orderIndex'
>;

/** Load the text of a script in order, for models and other features. */
export function scriptWords(db: Db, projectId: number): Promise<ScriptWords[]> {
  return elementsInBatches(db, projectId, wordColumns);
}

/** Load all elements of a script in order, in batches, so that other calls can run in between. */
export async function elementsInBatches<Row>(db: Db, projectId: number, columns: SQL): Promise<Row[]> {
  const found: Row[] = [];
  for (let last: StoredPlace | null = null; ; await setImmediate()) {
    const [batch]: ElementBatch[] = await rows<ElementBatch>(
      db,
      sql`select json_agg(told)::text as list, to_json(max(place)) as last from (
            select array[e.order_index, e.id] as place, (
              select row_to_json(fields) from (select ${columns}) fields
            ) as told
            from script_elements e where ${stretchAfter(projectId, last)} order by e.order_index, e.id
          ) batch`,
    );
    if (!batch?.list || !batch.last) return found;
    for (const row of JSON.parse(batch.list) as Row[]) found.push(row);
    last = batch.last;
  }
}

interface ElementBatch {
  /** JSON of the rows. Null: there are none. */
  list: string | null;
  last: StoredPlace | null;
}

/**
 * Return the script list as JSON, or the part that `narrow` selects. Duplicate order numbers are
 * repaired first. `isRepaired`: that incremented the revision.
 */
export async function readScript(
  db: Db,
  scope: Scope,
  narrow?: SQL,
): Promise<{ script: Buffer; isRepaired: boolean }> {
  const { script, hasDuplicates } = await listedScript(db, scope.projectId, narrow);
  if (!hasDuplicates) return { script, isRepaired: false };
  await changeProject(db, scope, repairScript);
  return { script: (await listedScript(db, scope.projectId, narrow)).script, isRepaired: true };
}

interface ListedScript {
  /** JSON bytes. */
  script: Buffer;
  hasDuplicates: boolean;
}

/**
 * List a script of usual length in one statement, and a longer one in batches, so that other calls
 * can run in between.
 */
async function listedScript(db: Db, projectId: number, narrow?: SQL): Promise<ListedScript> {
  const whole = await listAllElements(db, projectId, narrow);
  return whole
    ? { script: Buffer.from(whole.list), hasDuplicates: whole.hasDuplicates }
    : readConsistently(db, projectId, true, (at) => listedInPieces(at, projectId, narrow));
}

async function listedInPieces(db: Db, projectId: number, narrow?: SQL): Promise<ListedScript> {
  const bytes = [Buffer.from('[')];
  let hasDuplicates = false;
  let before: ElementPage | null = null;
  let piece = await listElementsAfter(db, projectId, null, narrow);
  while (piece) {
    bytes.push(Buffer.from(`${before ? ',' : ''}${piece.list.slice(1, -1)}`));
    hasDuplicates ||= piece.hasDuplicates || piece.first === before?.last[0];
    before = piece;
    await setImmediate();
    piece = await listElementsAfter(db, projectId, piece.last, narrow);
  }
  return { script: Buffer.concat([...bytes, Buffer.from(']')]), hasDuplicates };
}

/** Return elements by id, in script order. Deleted ones are missing. */
export function readElements(db: Db, projectId: number, ids: readonly number[]): Promise<ElementRow[]> {
  return elementsById(db, projectId, ids);
}
