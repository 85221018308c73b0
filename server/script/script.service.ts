import { setImmediate } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Edit as ScriptEdit } from '#screenplay/edits/edit.ts';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import type { Db } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { detachFiles } from '#server/storage/storage.ts';
import type { changeScript } from '#shared/contract/edits.ts';
import type { createElement, updateElement } from '#shared/contract/elements.ts';
import type { HandlerInput, HandlerReply } from '#shared/endpoint.ts';
import { editInPlace } from './editingInPlace.ts';
import { applyOneToScript, applyToScript, repairScript } from './edits.ts';
import type { ChangeAttribution } from './history.ts';
import type { IdempotentReply } from './idempotency.ts';
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
import type { ChangedScenes } from './syncScenes.ts';

export type { ScriptEdit };

type Applied = Awaited<ReturnType<typeof applyOneToScript>>;
type ElementInput = HandlerInput<typeof createElement>['body'];
type ScriptReply = HandlerReply<typeof changeScript>;
type ElementPatch = HandlerInput<typeof updateElement>['body'];

/**
 * Insert an element, renumber if needed, and reconcile scenes, in one transaction. Throws invalid
 * if the position is not in this project.
 */
export function addElement(db: Db, scope: Scope, input: ElementInput) {
  return changeProject(
    db,
    scope,
    (change) => addElementIn(change, input),
    () => addElementInPlace(db, scope, input),
  );
}

/** Insert an element within a transaction. */
export async function addElementIn(
  change: ProjectChange,
  input: ElementInput,
  telling: ChangeAttribution = {},
) {
  return added(await applyOneToScript(change, insertion(input), telling));
}

/** Insert an element without a transaction. Returns undefined if it needs one. */
export async function addElementInPlace(
  db: Db,
  scope: Scope,
  input: ElementInput,
  telling: ChangeAttribution = {},
  once?: IdempotentReply<HandlerReply<typeof createElement>>,
) {
  const applied = await editInPlace(db, scope, [insertion(input)], telling, answering(once, added));
  return applied && added(applied);
}

function insertion({ afterId, orderIndex, sceneId, ...element }: ElementInput): ScriptEdit {
  return { type: 'insert', afterId, orderIndex, sceneId, elements: [element] };
}

function added({ elements, renumbered, scenes, removedSceneIds }: Applied) {
  return { ...one(elements), renumbered, scenes, removedSceneIds };
}

/**
 * Update fields of an element. An update based on an older version is merged with later ones. If
 * both changed the same words, nothing is stored and a conflict with both texts is thrown (decision
 * OQ-27).
 */
export function changeElement(
  db: Db,
  scope: Scope,
  elementId: number,
  patch: ElementPatch,
  telling: ChangeAttribution = {},
) {
  const { baseVersion, ...fields } = patch;
  const edit = { type: 'update', id: elementId, fields, baseVersion } as const;
  const changed = ({ elements, scenes, removedSceneIds }: Applied) => {
    return { ...one(elements), scenes, removedSceneIds };
  };
  return changeProject(
    db,
    scope,
    async (change) => changed(await applyOneToScript(change, edit, telling)),
    async () => {
      const applied = await editInPlace(db, scope, [edit], telling);
      return applied && changed(applied);
    },
  );
}

/** Apply several edits as one change without a transaction. Returns undefined if they need one. */
export function changeInPlace(
  db: Db,
  scope: Scope,
  edits: HandlerInput<typeof changeScript>['body']['edits'],
  telling: ChangeAttribution,
  once?: IdempotentReply<ScriptReply>,
): Promise<ScriptReply | undefined> {
  return editInPlace(db, scope, edits, telling, once);
}

/** Record only the part of the result that the call returns. */
function answering<Reply>(once: IdempotentReply<Reply> | undefined, replyOf: (applied: Applied) => Reply) {
  return once && { ...once, recording: (applied: Applied) => once.recording(replyOf(applied)) };
}

/** Apply one edit within a transaction, for other features. `telling` is stored in the history. */
export function editScript(change: ProjectChange, edit: ScriptEdit, telling: ChangeAttribution = {}) {
  return applyOneToScript(change, edit, telling);
}

/** Apply several edits as one change: all or none. */
export function editScriptAtOnce(
  change: ProjectChange,
  edits: readonly ScriptEdit[],
  telling: ChangeAttribution = {},
) {
  return applyToScript(change, edits, telling);
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

function one(elements: readonly ElementRow[]): ElementRow {
  const [element] = elements;
  if (!element) throw notFound('Element');
  return element;
}

/**
 * Delete an element and its sounds. Its comments stay (decision OQ-67). If it was a heading, its
 * scene range merges with the previous one. Deletions by changeScript keep the sounds, because undo
 * restores the element.
 */
export async function removeElement(db: Db, scope: Scope, elementId: number): Promise<ChangedScenes> {
  const edit = { type: 'delete', id: elementId } as const;
  const { projectId } = scope;
  const [element] = await elementsById(db, projectId, [elementId]);
  const sounds = [element?.dialogueAudioUrl ?? null, element?.soundEffectUrl ?? null];
  if (sounds.every((url) => url === null))
    return changeProject(
      db,
      scope,
      (change) => applyOneToScript(change, edit),
      () => editInPlace(db, scope, [edit]),
    );
  return changeProject(db, scope, async (change) => {
    const removed = await applyOneToScript(change, edit);
    await detachFiles(change.tx, sounds, { projectId });
    return removed;
  });
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
