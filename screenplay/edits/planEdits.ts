import { repairDuplicates } from '../order.ts';
import { runToCompletion, type Steps } from '../steps.ts';
import { applyEdit, numberDraft } from './apply.ts';
import { Carrying } from './carrying.ts';
import { carryRevisions } from './carryRevisions.ts';
import { carryRuns } from './carryRuns.ts';
import type { Edit } from './edit.ts';
import { EditError, NeedsWholeScript } from './editError.ts';
import { createEditSession, type EditSession } from './editSession.ts';
import type { PlannedNote, PlannedReply, PlanOutline, ScriptPlan } from './plan.ts';
import { noteTensionPoints, planReturningComments, planReturningPoints } from './planAttached.ts';
import { namedRows, type PlannedElements, planElements } from './planElements.ts';
import {
  type FoundSceneNeeds,
  type KnownScenes,
  type PlannedScenes,
  planScenes,
  type SceneNeeds,
} from './planScenes.ts';
import type { ScriptSnapshot, TensionAnchor } from './snapshot.ts';

/**
 * Result of planning a list of edits:
 *
 * - planned: `complete` returns what to write, once `needs` is known; `outline` is known before.
 *
 * - rejected: an edit is not possible.
 *
 * - more: the snapshot is too small.
 */
export type PlannedEdits =
  | {
      type: 'planned';
      needs: SceneNeeds;
      outline: PlanOutline;
      complete(found: FoundSceneNeeds): ScriptPlan;
    }
  | { type: 'rejected'; error: EditError; editIndex: number }
  | { type: 'more' };

/** Plan the writes of a list of edits that are one change: all or none. */
export function planEdits(snapshot: ScriptSnapshot, edits: readonly Edit[]): PlannedEdits {
  return runToCompletion(planEditsInSteps(snapshot, edits));
}

/**
 * Plan like planEdits, in one step for each edit. Duplicate order numbers are repaired first, and
 * scenes are reconciled once at the end.
 */
export function* planEditsInSteps(snapshot: ScriptSnapshot, edits: readonly Edit[]): Steps<PlannedEdits> {
  const session = createEditSession(snapshot, new Carrying(snapshot.copySources));
  if (edits.some(needsRoom)) repairNumbers(session);
  let editIndex = 0;
  try {
    for (const edit of edits) {
      applyEdit(session, edit);
      editIndex++;
      yield;
    }
    numberDraft(session);
  } catch (error) {
    if (error instanceof NeedsWholeScript) return { type: 'more' };
    if (error instanceof EditError) return { type: 'rejected', error, editIndex };
    throw error;
  }
  carryRuns(session);
  carryRevisions(session);
  const { needs, known, complete } = planScenes(session);
  const lostPoints = noteTensionPoints(session, known);
  const outline = outlinePlan(session, known);
  return {
    type: 'planned',
    needs,
    outline,
    complete: (found) => completePlan(session, outline, lostPoints, complete(found)),
  };
}

/**
 * Return whether an edit needs a free position. A number chosen by the caller refers to stored
 * ones.
 */
function needsRoom(edit: Edit): boolean {
  if (edit.type === 'insert') return edit.afterId !== undefined || edit.orderIndex === undefined;
  return edit.type === 'move' || edit.type === 'restore';
}

function repairNumbers({ order }: EditSession): void {
  for (const { id, orderIndex } of repairDuplicates([...order])) {
    const element = order.get(id);
    if (element) element.orderIndex = orderIndex;
  }
}

function outlinePlan(session: EditSession, scenes: KnownScenes): PlanOutline {
  const { records, moves, restoredIds } = session;
  return {
    elements: { restored: [...restoredIds].map((id) => ({ id })) },
    scenes: scenes.writes,
    anchors: {
      returningComments: planReturningComments(session),
      returningPoints: planReturningPoints(session, scenes),
    },
    history: records,
    moves,
    removedUrls: removedAudioUrls(session),
  };
}

function completePlan(
  session: EditSession,
  outline: PlanOutline,
  lostPoints: readonly TensionAnchor[],
  scenes: PlannedScenes,
): ScriptPlan {
  const { stored } = session;
  const elements = planElements(session, scenes);
  storeEndedScenes(session, scenes);
  const anchors = { ...outline.anchors, comments: elements.comments };
  const pointIds = [...lostPoints, ...anchors.returningPoints].map(({ id }) => id);
  return {
    ...outline,
    projectId: stored.projectId,
    elements: elements.writes,
    scenes: scenes.writes,
    anchors,
    newestHistoryId: stored.newestHistoryId,
    notes: [
      { entity: 'tension' as const, ids: [...new Set(pointIds)] },
      ...plannedNotes(session, elements, scenes, anchors.returningComments),
    ].filter(({ ids }) => ids.length > 0),
    reply: plannedReply(session, elements, scenes),
  };
}

/**
 * Store the scenes that end in the history entries of their headings, so that they can be restored
 * together. An entry of a deletion has the scene id anyway; one of a heading that became text has
 * the scene also if another heading took it over, because undo frees it.
 */
function storeEndedScenes(
  { endings }: EditSession,
  { removedSceneIds, scenes, before }: PlannedScenes,
): void {
  const goneIds = new Set(removedSceneIds);
  for (const { id, heading } of scenes) if (heading === '') goneIds.add(id);
  for (const { record, sceneId } of endings) {
    const scene = before.get(sceneId);
    if (scene && (goneIds.has(sceneId) || record.after !== null)) record.kept = { ...record.kept, scene };
  }
}

/**
 * Return the addresses of sounds that edits removed from elements (decision OQ-76). Deleted
 * elements keep theirs, because the history may restore them, unless the edit says otherwise.
 */
function removedAudioUrls({ stored, rows, removedUrls }: EditSession): string[] {
  const cleared = [...rows].flatMap(([id, row]) => {
    const before = stored.rows.get(id);
    const urls = [before?.dialogueAudioUrl, before?.soundEffectUrl];
    const after = [row.dialogueAudioUrl, row.soundEffectUrl];
    return urls.flatMap((url, place) => (url && after[place] === null ? [url] : []));
  });
  return [...removedUrls, ...cleared];
}

/** Return the announcements for browsers. */
function plannedNotes(
  { stored, deletedIds, changedIds }: EditSession,
  { renumbered, comments }: PlannedElements,
  { scenes, removedSceneIds }: PlannedScenes,
  returning: readonly { id: number }[],
): PlannedNote[] {
  const elementIds = new Set([...changedIds, ...renumbered.map(({ id }) => id)]);
  const lost = [...deletedIds].flatMap((id) => stored.comments.get(id)?.map((each) => each.id) ?? []);
  const commentIds = new Set([...lost, ...[...returning, ...comments].map(({ id }) => id)]);
  return [
    { entity: 'scene', ids: [...scenes.map(({ id }) => id), ...removedSceneIds] },
    { entity: 'element', ids: [...elementIds] },
    { entity: 'comment', ids: [...commentIds] },
  ];
}

function plannedReply(
  session: EditSession,
  { writes, renumbered }: PlannedElements,
  scenes: PlannedScenes,
): PlannedReply {
  const { moves, deletedIds, restoredIds, keys } = session;
  const movedIds = new Set(moves.map(({ elementId }) => elementId));
  return {
    elements: namedRows(session, writes, scenes),
    removedIds: [...deletedIds].filter((id) => !restoredIds.has(id)),
    // An element that an edit changed may have made room for another edit, too.
    renumbered: renumbered.filter(({ id }) => !movedIds.has(id)),
    keys,
    scenes: scenes.scenes,
    removedSceneIds: [...scenes.removedSceneIds],
  };
}
