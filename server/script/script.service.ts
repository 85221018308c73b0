import { setImmediate } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Edit as ScriptEdit } from '#screenplay/edits/edit.ts';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import type { Db } from '#server/db/client.ts';
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
  findWords,
  listAllElements,
  listElementsAfter,
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

/** Elements per statement, so that other calls can run in between. */
const wordsPerPiece = 2000;

/** Load the text of a script, for models and other features. */
export async function scriptWords(db: Db, projectId: number) {
  const all = await findWords(db, projectId, null, wordsPerPiece);
  for (let last = all.at(-1); last && all.length % wordsPerPiece === 0; ) {
    await setImmediate();
    const piece = await findWords(db, projectId, last, wordsPerPiece);
    if (piece.length === 0) break;
    for (const element of piece) all.push(element);
    last = piece.at(-1);
  }
  return all;
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
