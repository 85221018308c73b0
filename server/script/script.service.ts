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
 * Adds an element at its place, makes room where there is none, and keeps the scenes in step; one
 * transaction. Throws invalid when the place is not in this project.
 */
export function addElement(db: Db, scope: Scope, input: ElementInput) {
  return changeProject(
    db,
    scope,
    (change) => addElementIn(change, input),
    () => addElementInPlace(db, scope, input),
  );
}

/** The same within a transaction. */
export async function addElementIn(change: ProjectChange, input: ElementInput) {
  return added(await applyOneToScript(change, insertion(input)));
}

/** The same without one, or undefined. */
export async function addElementInPlace(
  db: Db,
  scope: Scope,
  input: ElementInput,
  once?: IdempotentReply<HandlerReply<typeof createElement>>,
) {
  const applied = await editInPlace(db, scope, [insertion(input)], {}, answering(once, added));
  return applied && added(applied);
}

function insertion({ afterId, orderIndex, sceneId, ...element }: ElementInput): ScriptEdit {
  return { type: 'insert', afterId, orderIndex, sceneId, elements: [element] };
}

function added({ elements, renumbered, scenes, removedSceneIds }: Applied) {
  return { ...one(elements), renumbered, scenes, removedSceneIds };
}

/**
 * Changes fields of an element. A save based on an older version is merged with what was stored since; where
 * both changed the same words, nothing is stored and a conflict with both texts is thrown (decision OQ-27).
 */
export function changeElement(db: Db, scope: Scope, elementId: number, patch: ElementPatch) {
  const { baseVersion, ...fields } = patch;
  const edit = { type: 'update', id: elementId, fields, baseVersion } as const;
  const changed = ({ elements, scenes, removedSceneIds }: Applied) => {
    return { ...one(elements), scenes, removedSceneIds };
  };
  return changeProject(
    db,
    scope,
    async (change) => changed(await applyOneToScript(change, edit)),
    async () => {
      const applied = await editInPlace(db, scope, [edit]);
      return applied && changed(applied);
    },
  );
}

/** Several edits as one, without a transaction; undefined where that takes one. */
export function changeInPlace(
  db: Db,
  scope: Scope,
  { edits, reason }: HandlerInput<typeof changeScript>['body'],
  once?: IdempotentReply<ScriptReply>,
): Promise<ScriptReply | undefined> {
  return editInPlace(db, scope, edits, { reason }, once);
}

/** What is recorded as the answer to a call that answers a part of what edits come to. */
function answering<Reply>(once: IdempotentReply<Reply> | undefined, replyOf: (applied: Applied) => Reply) {
  return once && { ...once, recording: (applied: Applied) => once.recording(replyOf(applied)) };
}

/** One edit of whatever kind within a transaction, for other features; what is told of it goes into the history. */
export function editScript(change: ProjectChange, edit: ScriptEdit, telling: ChangeAttribution = {}) {
  return applyOneToScript(change, edit, telling);
}

/** Several edits as one, all or none of them. */
export function editScriptAtOnce(
  change: ProjectChange,
  edits: readonly ScriptEdit[],
  telling: ChangeAttribution = {},
) {
  return applyToScript(change, edits, telling);
}

/** The whole script in order with nothing but what ordering and scenes need, for other features. */
export function scriptOutline(db: Db, projectId: number): Promise<OrderedElement[]> {
  return findScriptOutline(db, projectId);
}

/** Elements that one statement reads, between two turns of other requests. */
const wordsPerPiece = 2000;

/** The script as it is read by models, built in or not, for other features. */
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
 * Deletes an element and its sounds; its comments stay (decision OQ-67), its stretch merges when it was a heading. A
 * deletion among other edits (changeScript) leaves the sounds: whoever writes takes it back with one key.
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
 * The script as JSON for a reader, or of it what `narrow` asks for. Places that elements share are repaired
 * first; `isRepaired` tells that this took a revision of its own.
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
  /** JSON. */
  script: Buffer;
  hasDuplicates: boolean;
}

/** Scripts of usual length in one statement; a longer one in pieces, between which other requests get their turn. */
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

/** Those elements as they are now, in script order; of one that is gone there is nothing. */
export function readElements(db: Db, projectId: number, ids: readonly number[]): Promise<ElementRow[]> {
  return elementsById(db, projectId, ids);
}
