import type { RecordedText } from '../past.ts';
import type { UnloadedAfterIds } from '../reconcileScenes.ts';
import type { StretchScene } from '../scenes.ts';
import { NeedsWholeScript } from './refusal.ts';
import {
  type HeadingFields,
  isSceneHeading,
  type NewRow,
  type RecordedEdit,
  type ScriptRow,
} from './rows.ts';
import { type OrderedElement, ScriptOrder } from './scriptOrder.ts';

/** What history knows of an element that an edit brings back. */
export type LastRecord = Pick<RecordedEdit, 'version' | 'afterElementId' | 'kept'> & { isDeletion: boolean };

/** An element that was put after another one, as of when so many changes of text were recorded. */
export interface RecordedMove {
  elementId: number;
  afterElementId: number | null;
  recordsBefore: number;
}

/** A scene of a part. */
export interface PartScene extends HeadingFields, StretchScene {
  /** Whether it is the text before the first heading. */
  isOpening: boolean;
}

/** A comment on an element, or on some of its text. */
export interface CommentAnchor {
  id: number;
  elementId: number;
  start: number | null;
  end: number | null;
}

/** What an element said at a version; undefined where that is not known. */
export interface PastTexts {
  at(elementId: number, version: number): RecordedText | undefined;
}

/**
 * A script while edits are made of it, in their order (apply.ts): what is known of it, and what has to be stored and
 * recorded of them.
 */
export interface EditSession {
  projectId: number;
  /** The script in order, as the edits so far leave it: all of it, or the part that the edits need. */
  order: ScriptOrder;
  /** Where the part ends; empty: the whole script is known. */
  openEnds: UnloadedAfterIds;
  /** The scenes of the part, and those that headings may come back to; null: the whole script is known. */
  scenes: ReadonlyMap<number, PartScene> | null;
  /** Elements that stand somewhere else and have to be numbered, some with the number they had (numbering.ts). */
  wantedNumbers: Map<number, number | null>;
  /** Elements that edits name and that are there, as the edits so far leave them. */
  rows: Map<number, ScriptRow>;
  /** The same as they are stored. */
  storedRows: ReadonlyMap<number, ScriptRow>;
  /** Where every stored element of `order` stands. */
  storedPlaces: ReadonlyMap<number, { orderIndex: number; sceneId: number | null }>;
  /** Elements that edits inserted, as they were then; `rows` has them as later edits leave them. */
  created: NewRow[];
  /** Ids for elements to make, the next one last. */
  freeIds: number[];
  deletedIds: Set<number>;
  restoredIds: Set<number>;
  /** Elements that an edit named, for the answer; also where it changed nothing. */
  namedIds: Set<number>;
  changedIds: Set<number>;
  keys: { key: number; id: number }[];
  /** Ids of inserted elements by their keys: later edits may name them so. */
  idsByKey: Map<number, number>;
  records: RecordedEdit[];
  moves: RecordedMove[];
  /** Newest record of elements that edits bring back. */
  lastRecords: Map<number, LastRecord>;
  /** What elements said at versions that edits name. */
  pastTexts: PastTexts;
  /** What they say at versions that the edits so far made. */
  recordedTexts: Map<string, RecordedText | null>;
  /** Comments that stand on elements that edits update or delete. */
  comments: ReadonlyMap<number, CommentAnchor[]>;
  /** Comments that go back to their element. */
  returning: { id: number; scriptElementId: number }[];
  /** Scenes that ended with a heading that may come back by an update. */
  keptScenes: ReadonlyMap<number, HeadingFields>;
  /**
   * Headings that come back → the scene each had: one that ended with it, or one that lost its heading when it
   * went. Given at the end, unless another heading has it by then.
   */
  scenesWanted: Map<number, { sceneId: number; ended: HeadingFields | undefined }>;
  /** Records of headings that end, whose scene may end with them. */
  endings: { record: RecordedEdit; sceneId: number }[];
  /** Whether order or headings changed, so that scenes have to be brought in step. */
  isOutOfStep: boolean;
  /** Of the records before this change. */
  newestHistoryId: number;
}

/** A draft of which nothing but these elements is known, and the order of the script where that is given. */
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

/** A draft that changes this order and these rows themselves: of a whole script that is kept from change to change. */
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
    wantedNumbers: new Map(),
    rows,
    storedRows: new Map(),
    storedPlaces: new Map(),
    created: [],
    freeIds: [],
    deletedIds: new Set(),
    restoredIds: new Set(),
    namedIds: new Set(),
    changedIds: new Set(),
    keys: [],
    idsByKey: new Map(),
    records: [],
    moves: [],
    lastRecords: new Map(),
    pastTexts: { at: () => undefined },
    recordedTexts: new Map(),
    comments: new Map(),
    returning: [],
    keptScenes: new Map(),
    scenesWanted: new Map(),
    endings: [],
    isOutOfStep: false,
    newestHistoryId: 0,
  };
}

/** Puts elements in after another one that is there; null: at the very start. */
export function insertIntoOrder(
  draft: EditSession,
  afterId: number | null,
  elements: readonly OrderedElement[],
): void {
  draft.order.insertAfter(afterId, elements);
  draft.isOutOfStep = true;
}

/** Takes an element out. */
export function removeFromOrder(draft: EditSession, id: number): void {
  draft.order.remove(id);
  draft.wantedNumbers.delete(id);
  draft.isOutOfStep = true;
}

/** The element after which one with that number stands; null for the very start. */
export function idAtOrBefore({ order }: EditSession, orderIndex: number): number | null {
  return order.findLast((element) => element.orderIndex <= orderIndex)?.id ?? null;
}

/** Throws BeyondPart where an element may follow that one, or stand at the start for null, that is not known. */
export function requireLoadedNeighbour({ openEnds }: EditSession, afterId: number | null): void {
  if (openEnds.has(afterId)) throw new NeedsWholeScript();
}

/** Notes a change of text for the history. */
export function recordEdit(draft: EditSession, entry: RecordedEdit): void {
  draft.records.push(entry);
  const { elementId, version, afterElementId, kept, after } = entry;
  draft.lastRecords.set(elementId, { version, afterElementId, kept, isDeletion: after === null });
  draft.changedIds.add(elementId);
  draft.recordedTexts.set(versionKey(elementId, version), after);
}

export function versionKey(elementId: number, version: number): string {
  return `${elementId} ${version}`;
}

/**
 * Notes that a heading comes back and had that scene. Throws BeyondPart where the scene stayed as the text before the
 * first heading, of which a part does not know all.
 */
export function requestSceneRestore(
  draft: EditSession,
  headingId: number,
  sceneId: number,
  ended?: HeadingFields,
): void {
  if (draft.openEnds.has(null) && draft.scenes?.get(sceneId)?.isOpening) throw new NeedsWholeScript();
  draft.scenesWanted.set(headingId, { sceneId, ended });
}

/**
 * Gives headings that came back the scene they had, unless another heading has it now. Gives the scenes that had ended
 * and have to be stored again.
 */
export function reattachScenes({ order, scenes: known, scenesWanted }: EditSession): HeadingFields[] {
  if (scenesWanted.size === 0) return [];
  const taken = new Set<number | null>();
  for (const element of order)
    if (isSceneHeading(element) && !scenesWanted.has(element.id)) taken.add(element.sceneId);
  for (const scene of known?.values() ?? []) if (scene.isOpenedElsewhere) taken.add(scene.id);
  const ended: HeadingFields[] = [];
  for (const element of order) {
    const wanted = isSceneHeading(element) ? scenesWanted.get(element.id) : undefined;
    if (!wanted || taken.has(wanted.sceneId)) continue;
    element.sceneId = wanted.sceneId;
    taken.add(wanted.sceneId);
    if (wanted.ended?.id === wanted.sceneId) ended.push(wanted.ended);
  }
  return ended;
}
