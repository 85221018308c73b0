import { isHeadingType } from '../elementTypes/predicates.ts';
import type { RecordedText } from '../past.ts';
import type { Carrying } from './carrying.ts';
import { NeedsWholeScript } from './editError.ts';
import {
  type HeadingFields,
  type NewRow,
  type RecordedEdit,
  type RemovedRows,
  recordedText,
  type ScriptRow,
} from './rows.ts';
import { type OrderedElement, ScriptOrder } from './scriptOrder.ts';
import { emptySnapshot, type LastRecord, type ScriptSnapshot, versionKey } from './snapshot.ts';

/** Move of an element. `recordsBefore` is the number of text changes recorded before it. */
export interface RecordedMove {
  elementId: number;
  afterElementId: number | null;
  recordsBefore: number;
}

/** Script while a list of edits is applied (apply.ts): the state after the edits so far. */
interface EditedScript {
  /** Stored state before the edits. */
  readonly stored: ScriptSnapshot;
  /** Script order: the whole script or the slice that the edits need. */
  order: ScriptOrder;
  /** Existing elements named by edits. */
  rows: Map<number, ScriptRow>;
  /**
   * Elements that need an order index, with their previous one if it should be reused
   * (numbering.ts).
   */
  numbersToAssign: Map<number, number | null>;
  /** Ids reserved for new elements; the next one is last. */
  freeIds: number[];
  /** Ids of inserted elements by their keys: later edits may name them so. */
  idsByKey: Map<number, number>;
  /** Latest record of each element that edits restore. */
  lastRecords: Map<number, LastRecord>;
  /** Texts at the versions created by the edits. */
  recordedTexts: Map<string, RecordedText | null>;
  /** Decides about pasted elements that name their source; null in the browser. */
  readonly carrying: Carrying | null;
  /**
   * Restored headings → the scene each had: one that ended with it, or one that lost its heading.
   * It is assigned at the end unless another heading has it by then.
   */
  sceneRestores: Map<number, { sceneId: number; ended: HeadingFields | undefined }>;
  /** Numbers of the scenes that new headings begin, by heading. */
  sceneNumbers: Map<number, string>;
  /** Whether order or headings changed, so that scenes must be reconciled. */
  hasStaleScenes: boolean;
}

/** Changes by a list of edits, to store and to record. */
interface EditedRows {
  /** Elements that edits inserted, as they were then; `rows` has them as later edits leave them. */
  created: NewRow[];
  deletedIds: Set<number>;
  restoredIds: Set<number>;
  /** Removed rows of restored elements, as the history had them. */
  restoredRows: Map<number, RemovedRows>;
  /** Elements named by an edit, even if it changed nothing; the response contains them. */
  namedIds: Set<number>;
  changedIds: Set<number>;
  keys: { key: number; id: number }[];
  records: RecordedEdit[];
  moves: RecordedMove[];
  /** Addresses of the sounds of elements that are deleted with their sounds. */
  removedUrls: string[];
  /** Comments that are attached to their restored element again. */
  returning: { id: number; scriptElementId: number }[];
  /** Records of removed headings whose scene may end with them. */
  endings: { record: RecordedEdit; sceneId: number }[];
}

/** Working state of a list of edits. Only planEdits.ts and the script editor have one. */
export type EditSession = EditedScript & EditedRows;

/** Create a session from a snapshot, which stays as it is. */
export function createEditSession(stored: ScriptSnapshot, carrying: Carrying | null = null): EditSession {
  return {
    ...newSession(
      stored,
      new ScriptOrder(stored.order.map((element) => ({ ...element }))),
      new Map(stored.rows),
    ),
    freeIds: [...stored.freeIds],
    lastRecords: new Map(stored.lastRecords),
    carrying,
  };
}

/** Create a session that changes `order` and `rows` in place, for a whole script kept in memory. */
export function createInPlaceEditSession(
  projectId: number,
  order: ScriptOrder,
  rows: Map<number, ScriptRow>,
): EditSession {
  return newSession(emptySnapshot(projectId), order, rows);
}

function newSession(stored: ScriptSnapshot, order: ScriptOrder, rows: Map<number, ScriptRow>): EditSession {
  return {
    stored,
    order,
    rows,
    numbersToAssign: new Map(),
    freeIds: [],
    idsByKey: new Map(),
    lastRecords: new Map(),
    recordedTexts: new Map(),
    carrying: null,
    sceneRestores: new Map(),
    sceneNumbers: new Map(),
    hasStaleScenes: false,
    created: [],
    deletedIds: new Set(),
    restoredIds: new Set(),
    restoredRows: new Map(),
    namedIds: new Set(),
    changedIds: new Set(),
    keys: [],
    records: [],
    moves: [],
    removedUrls: [],
    returning: [],
    endings: [],
  };
}

/** Insert elements after an existing one; null is the start of the script. */
export function insertIntoOrder(
  session: EditSession,
  afterId: number | null,
  elements: readonly OrderedElement[],
): void {
  session.order.insertAfter(afterId, elements);
  session.hasStaleScenes = true;
}

/** Remove an element from the order. */
export function removeFromOrder(session: EditSession, id: number): void {
  session.order.remove(id);
  session.numbersToAssign.delete(id);
  session.hasStaleScenes = true;
}

/** Return the id of the last element up to this order index; null is the start of the script. */
export function idAtOrBefore({ order }: EditSession, orderIndex: number): number | null {
  return order.findLast((element) => element.orderIndex <= orderIndex)?.id ?? null;
}

/**
 * Throw NeedsWholeScript if the element after `afterId` (null: the first element) is not loaded.
 */
export function requireLoadedNeighbour({ stored }: EditSession, afterId: number | null): void {
  if (stored.openEnds.has(afterId)) throw new NeedsWholeScript();
}

/** Record a text change for the history. */
export function recordEdit(session: EditSession, entry: RecordedEdit): void {
  session.records.push(entry);
  const { elementId, version, afterElementId, kept, after } = entry;
  session.lastRecords.set(elementId, { version, afterElementId, kept, isDeletion: after === null });
  session.changedIds.add(elementId);
  session.recordedTexts.set(versionKey(elementId, version), after);
}

/** Return the text of an element at a version; undefined if unknown. */
export function textAt(
  { stored, recordedTexts }: EditSession,
  elementId: number,
  version: number,
): RecordedText | undefined {
  const key = versionKey(elementId, version);
  const recorded = recordedTexts.get(key);
  if (recorded !== undefined) return recorded ?? undefined;
  const row = stored.rows.get(elementId);
  return row?.version === version ? recordedText(row) : stored.pastTexts.get(key);
}

/**
 * Request the previous scene for a restored heading. Throws NeedsWholeScript if the scene has
 * become the opening, which a slice does not contain completely.
 */
export function requestSceneRestore(
  session: EditSession,
  headingId: number,
  sceneId: number,
  ended?: HeadingFields,
): void {
  const { openEnds, scenes } = session.stored;
  if (openEnds.has(null) && scenes.get(sceneId)?.isOpening) throw new NeedsWholeScript();
  session.sceneRestores.set(headingId, { sceneId, ended });
}

/**
 * Assign restored headings their previous scene, unless another heading has it now. Return the
 * ended scenes that must be stored again.
 */
export function reattachScenes({ order, stored, sceneRestores }: EditSession): HeadingFields[] {
  if (sceneRestores.size === 0) return [];
  const taken = new Set<number | null>();
  for (const element of order)
    if (isHeadingType(element.elementType) && !sceneRestores.has(element.id)) taken.add(element.sceneId);
  for (const scene of stored.scenes.values()) if (scene.isOpenedElsewhere) taken.add(scene.id);
  const ended: HeadingFields[] = [];
  for (const element of order) {
    const restore = isHeadingType(element.elementType) ? sceneRestores.get(element.id) : undefined;
    if (!restore || taken.has(restore.sceneId)) continue;
    element.sceneId = restore.sceneId;
    taken.add(restore.sceneId);
    if (restore.ended?.id === restore.sceneId) ended.push(restore.ended);
  }
  return ended;
}
