import { isHeadingType } from '../elementTypes/predicates.ts';
import type { RecordedText } from '../past.ts';
import type { UnloadedAfterIds } from '../reconcileScenes.ts';
import type { StretchScene } from '../scenes.ts';
import type { Carrying } from './carrying.ts';
import { NeedsWholeScript } from './editError.ts';
import type { HeadingFields, NewRow, RecordedEdit, RemovedRows, ScriptRow } from './rows.ts';
import { type OrderedElement, ScriptOrder } from './scriptOrder.ts';

/** Latest history record of an element that an edit restores. */
export type LastRecord = Pick<RecordedEdit, 'version' | 'afterElementId' | 'kept'> & { isDeletion: boolean };

/** Move of an element. `recordsBefore` is the number of text changes recorded before it. */
export interface RecordedMove {
  elementId: number;
  afterElementId: number | null;
  recordsBefore: number;
}

/** Scene of a loaded slice. */
export interface PartScene extends HeadingFields, StretchScene {
  /** Whether it is the opening. */
  isOpening: boolean;
}

/** Comment on an element or on a range of its text. */
export interface CommentAnchor {
  id: number;
  elementId: number;
  start: number | null;
  end: number | null;
}

/** Lookup of the text of an element at a version; undefined if unknown. */
export interface PastTexts {
  at(elementId: number, version: number): RecordedText | undefined;
}

/**
 * Script while a list of edits is applied (apply.ts): the loaded data and the changes to store and
 * record.
 */
export interface EditSession {
  projectId: number;
  /** Script order after the edits so far: the whole script or the slice that the edits need. */
  order: ScriptOrder;
  /** Ends of the slice; empty if the whole script is loaded. */
  openEnds: UnloadedAfterIds;
  /**
   * Scenes of the slice and those that headings may restore; null if the whole script is loaded.
   */
  scenes: ReadonlyMap<number, PartScene> | null;
  /**
   * Elements that need an order index, with their previous one if it should be reused
   * (numbering.ts).
   */
  numbersToAssign: Map<number, number | null>;
  /** Existing elements named by edits, after the edits so far. */
  rows: Map<number, ScriptRow>;
  /** Stored versions of `rows`. */
  storedRows: ReadonlyMap<number, ScriptRow>;
  /** Stored position of every stored element in `order`. */
  storedPlaces: ReadonlyMap<number, { orderIndex: number; sceneId: number | null }>;
  /** Elements that edits inserted, as they were then; `rows` has them as later edits leave them. */
  created: NewRow[];
  /** Ids reserved for new elements; the next one is last. */
  freeIds: number[];
  deletedIds: Set<number>;
  restoredIds: Set<number>;
  /** Removed rows of restored elements, as the history had them. */
  restoredRows: Map<number, RemovedRows>;
  /** Elements named by an edit, even if it changed nothing; the response contains them. */
  namedIds: Set<number>;
  changedIds: Set<number>;
  keys: { key: number; id: number }[];
  /** Ids of inserted elements by their keys: later edits may name them so. */
  idsByKey: Map<number, number>;
  records: RecordedEdit[];
  moves: RecordedMove[];
  /** Latest record of each element that edits restore. */
  lastRecords: Map<number, LastRecord>;
  /** Decides about pasted elements that name their source; null in the browser. */
  carrying: Carrying | null;
  /** Texts at the versions that edits are based on. */
  pastTexts: PastTexts;
  /** Texts at the versions created by the edits so far. */
  recordedTexts: Map<string, RecordedText | null>;
  /** Comments on elements that edits update or delete. */
  comments: ReadonlyMap<number, CommentAnchor[]>;
  /** Comments that are attached to their restored element again. */
  returning: { id: number; scriptElementId: number }[];
  /** Scenes that ended with a heading; an update may restore it. */
  endedScenes: ReadonlyMap<number, HeadingFields>;
  /**
   * Restored headings → the scene each had: one that ended with it, or one that lost its heading.
   * It is assigned at the end unless another heading has it by then.
   */
  sceneRestores: Map<number, { sceneId: number; ended: HeadingFields | undefined }>;
  /** Records of removed headings whose scene may end with them. */
  endings: { record: RecordedEdit; sceneId: number }[];
  /** Whether order or headings changed, so that scenes must be reconciled. */
  hasStaleScenes: boolean;
  /** Newest history entry before this session. */
  newestHistoryId: number;
}

/**
 * Create a session from the loaded rows and the order of the script, if known. The input is copied.
 */
export function createEditSession(
  projectId: number,
  storedRows: ReadonlyMap<number, ScriptRow>,
  order: readonly OrderedElement[] = [],
): EditSession {
  return {
    ...createInPlaceEditSession(projectId, new ScriptOrder(order), new Map(storedRows)),
    storedRows,
    storedPlaces: new Map(order.map(({ id, orderIndex, sceneId }) => [id, { orderIndex, sceneId }])),
  };
}

/** Create a session that changes `order` and `rows` in place, for a whole script kept in memory. */
export function createInPlaceEditSession(
  projectId: number,
  order: ScriptOrder,
  rows: Map<number, ScriptRow>,
): EditSession {
  return {
    projectId,
    order,
    openEnds: new Set(),
    scenes: null,
    numbersToAssign: new Map(),
    rows,
    storedRows: new Map(),
    storedPlaces: new Map(),
    created: [],
    freeIds: [],
    deletedIds: new Set(),
    restoredIds: new Set(),
    restoredRows: new Map(),
    namedIds: new Set(),
    changedIds: new Set(),
    keys: [],
    idsByKey: new Map(),
    records: [],
    moves: [],
    lastRecords: new Map(),
    carrying: null,
    pastTexts: { at: () => undefined },
    recordedTexts: new Map(),
    comments: new Map(),
    returning: [],
    endedScenes: new Map(),
    sceneRestores: new Map(),
    endings: [],
    hasStaleScenes: false,
    newestHistoryId: 0,
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
export function requireLoadedNeighbour({ openEnds }: EditSession, afterId: number | null): void {
  if (openEnds.has(afterId)) throw new NeedsWholeScript();
}

/** Record a text change for the history. */
export function recordEdit(session: EditSession, entry: RecordedEdit): void {
  session.records.push(entry);
  const { elementId, version, afterElementId, kept, after } = entry;
  session.lastRecords.set(elementId, { version, afterElementId, kept, isDeletion: after === null });
  session.changedIds.add(elementId);
  session.recordedTexts.set(versionKey(elementId, version), after);
}

export function versionKey(elementId: number, version: number): string {
  return `${elementId} ${version}`;
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
  if (session.openEnds.has(null) && session.scenes?.get(sceneId)?.isOpening) throw new NeedsWholeScript();
  session.sceneRestores.set(headingId, { sceneId, ended });
}

/**
 * Assign restored headings their previous scene, unless another heading has it now. Return the
 * ended scenes that must be stored again.
 */
export function reattachScenes({ order, scenes: known, sceneRestores }: EditSession): HeadingFields[] {
  if (sceneRestores.size === 0) return [];
  const taken = new Set<number | null>();
  for (const element of order)
    if (isHeadingType(element.elementType) && !sceneRestores.has(element.id)) taken.add(element.sceneId);
  for (const scene of known?.values() ?? []) if (scene.isOpenedElsewhere) taken.add(scene.id);
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
