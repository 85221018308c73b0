import type { Edit } from '#screenplay/edits/edit.ts';
import type { PlannedReply } from '#screenplay/edits/plan.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import type { Db } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { changeScript } from '#shared/contract/edits.ts';
import type { createElement, updateElement } from '#shared/contract/elements.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { applyEdits, applyEditsUnlocked } from './changeScript.ts';
import type { ChangeAttribution } from './history.ts';
import type { IdempotentReply } from './idempotency.ts';

/** Call that changes the script: its edits, and the reply that is made of their result. */
export interface ScriptCall<Reply> {
  edits: readonly Edit[];
  attribution: ChangeAttribution;
  /** Whether a rejection names the index of the edit. */
  hasEditIndex: boolean;
  replyOf(result: PlannedReply): Reply;
}

/** Run a call. Most need no transaction. */
export function runScriptCall<Reply>(db: Db, scope: Scope, call: ScriptCall<Reply>): Promise<Reply> {
  return changeProject(
    db,
    scope,
    (change) => runLocked(change, call),
    () => runUnlocked(db, scope, call),
  );
}

/** Run a call in a transaction. */
export async function runLocked<Reply>(change: ProjectChange, call: ScriptCall<Reply>): Promise<Reply> {
  const { edits, attribution, hasEditIndex } = call;
  return call.replyOf(await applyEdits(change, edits, attribution, hasEditIndex));
}

/** Run a call without a transaction. Returns undefined if it needs one. */
export async function runUnlocked<Reply>(
  db: Db,
  scope: Scope,
  { edits, attribution, replyOf }: ScriptCall<Reply>,
  once?: IdempotentReply<Reply>,
): Promise<Reply | undefined> {
  const recording = once && {
    ...once,
    recorded: (result: PlannedReply) => once.recorded(replyOf(result)),
  };
  const result = await applyEditsUnlocked(db, scope, edits, attribution, recording);
  return result && replyOf(result);
}

/** Several edits as one change. */
export function editsCall(
  edits: HandlerInput<typeof changeScript>['body']['edits'],
  attribution: ChangeAttribution,
) {
  return { edits, attribution, hasEditIndex: true, replyOf: (result: PlannedReply) => result };
}

/** Insert an element. Throws invalid if the position is not in this project. */
export function insertionCall(
  { afterId, orderIndex, sceneId, ...element }: HandlerInput<typeof createElement>['body'],
  attribution: ChangeAttribution = {},
) {
  const edit: Edit = { type: 'insert', afterId, orderIndex, sceneId, elements: [element] };
  const replyOf = ({ elements, renumbered, scenes, removedSceneIds }: PlannedReply) => {
    return { ...onlyOne(elements), renumbered, scenes, removedSceneIds };
  };
  return { edits: [edit], attribution, hasEditIndex: false, replyOf };
}

/**
 * Update fields of an element. An update based on an older version is merged with later ones. If
 * both changed the same words, nothing is stored and a conflict with both texts is thrown (decision
 * OQ-27).
 */
export function updateCall(
  id: number,
  { baseVersion, ...fields }: HandlerInput<typeof updateElement>['body'],
  attribution: ChangeAttribution = {},
) {
  const edit: Edit = { type: 'update', id, fields, baseVersion };
  const replyOf = ({ elements, scenes, removedSceneIds }: PlannedReply) => {
    return { ...onlyOne(elements), scenes, removedSceneIds };
  };
  return { edits: [edit], attribution, hasEditIndex: false, replyOf };
}

/**
 * Delete an element and its sounds. Its comments stay (decision OQ-67). If it was a heading, its
 * scene range merges with the previous one.
 */
export function removalCall(id: number) {
  const edit: Edit = { type: 'delete', id, removesSounds: true };
  const replyOf = ({ scenes, removedSceneIds }: PlannedReply) => ({ scenes, removedSceneIds });
  return { edits: [edit], attribution: {}, hasEditIndex: false, replyOf };
}

function onlyOne(elements: readonly ScriptRow[]): ScriptRow {
  const [element] = elements;
  if (!element) throw notFound('Element');
  return element;
}
