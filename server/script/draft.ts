import { compareOrder, type Placed, placeAt, repairDuplicates } from '#screenplay/order.ts';
import type { StretchScene } from '#screenplay/scenes.ts';
import type { OpenEnds } from '#screenplay/scenesInStep.ts';
import type { HistoryEntry } from './history.ts';
import type { CommentRow } from './reading.ts';
import type { ElementRow, OutlinedElement } from './script.queries.ts';
import type { SceneRow } from './stretches.ts';

/** An element that the change makes; where it stands is told by `order`. */
export type NewElement = Omit<ElementRow, 'sceneId' | 'orderIndex'>;

/** What history knows of an element that an edit brings back. */
export type LastEntry = Pick<HistoryEntry, 'version' | 'afterElementId' | 'kept'> & { isDeletion: boolean };

/** An element that was put behind another one, as of when so many entries of this change were told. */
export interface Move {
  elementId: number;
  afterElementId: number | null;
  entriesBefore: number;
}

/** A scene of a part. */
export interface PartScene extends SceneRow, StretchScene {
  /** Whether it is the text before the first heading. */
  isOpening: boolean;
}

/**
 * A script while a change is made of it: edits work on this, in their order, and only then is it stored
 * (saving.ts), so that many edits cost the database as much as one.
 */
export interface Draft {
  projectId: number;
  /** The script in order, as the edits so far leave it: all of it, or the part that the edits need. */
  order: OutlinedElement[];
  /** Where the part ends (part.ts); empty: the whole script is known. */
  openEnds: OpenEnds;
  /** The scenes of the part, and those that headings may come back to; null: the whole script is known. */
  scenes: ReadonlyMap<number, PartScene> | null;
  /** The elements of `order` by id. */
  inOrder: Map<number, OutlinedElement>;
  /** Elements that edits name and that are there, as the edits so far leave them. */
  rows: Map<number, ElementRow>;
  /** The same as they are stored. */
  storedRows: ReadonlyMap<number, ElementRow>;
  /** Where every stored element of `order` stands. */
  storedPlaces: ReadonlyMap<number, { orderIndex: number; sceneId: number | null }>;
  created: NewElement[];
  /** Ids for elements to make, the next one last. */
  freeIds: number[];
  deletedIds: Set<number>;
  restoredIds: Set<number>;
  /** Elements that an edit named, for the answer; also where it changed nothing. */
  namedIds: Set<number>;
  changedIds: Set<number>;
  keys: { key: number; id: number }[];
  entries: HistoryEntry[];
  moves: Move[];
  /** Newest entry of elements that edits bring back. */
  lastEntries: Map<number, LastEntry>;
  /** What elements said at versions that edits name. */
  pastTexts: PastTexts;
  /** What they say at versions that the edits so far made. */
  toldTexts: Map<string, HistoryEntry['after']>;
  /** Comments that stand on elements that edits update or delete. */
  comments: ReadonlyMap<number, CommentRow[]>;
  /** Comments that go back to their element. */
  returning: { id: number; scriptElementId: number }[];
  /** Scenes that ended with a heading that may come back by an update. */
  keptScenes: ReadonlyMap<number, SceneRow>;
  /**
   * Headings that come back → the scene each had: one that ended with it, or one that lost its heading when it
   * went. Given at the end, unless another heading has it by then.
   */
  scenesWanted: Map<number, { sceneId: number; ended: SceneRow | undefined }>;
  /** Entries of headings that end, whose scene may end with them. */
  endings: { entry: HistoryEntry; sceneId: number }[];
  /** Whether order or headings changed, so that scenes have to be brought in step. */
  isOutOfStep: boolean;
  /** Of the entries before this change. */
  newestHistoryId: number;
}

/** Thrown where a part of the script turns out not to be enough; nothing is stored by then. */
export class BeyondPart extends Error {}

/** What an element said at a version; undefined where that is not known. */
export interface PastTexts {
  at(elementId: number, version: number): HistoryEntry['after'] | undefined;
}

export function isHeading(element: Pick<OutlinedElement, 'elementType'>): boolean {
  return element.elementType === 'scene_heading';
}

/** Where an element stands; -1 for one that is not in the script. */
export function positionOf({ order, inOrder }: Draft, elementId: number): number {
  const element = inOrder.get(elementId);
  return element === undefined ? -1 : firstBehind(order, (other) => compareOrder(other, element) < 0);
}

/** The first position whose number is greater. */
export function positionAbove({ order }: Draft, orderIndex: number): number {
  return firstBehind(order, (other) => other.orderIndex <= orderIndex);
}

/** How many elements at the start a condition holds for that no later one meets. */
function firstBehind(order: readonly OutlinedElement[], isBefore: (element: OutlinedElement) => boolean) {
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const element = order[middle];
    if (element && isBefore(element)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Puts elements in at a position; their numbers are those of that place. */
export function putIn(draft: Draft, position: number, elements: readonly OutlinedElement[]): void {
  draft.order.splice(position, 0, ...elements);
  for (const element of elements) draft.inOrder.set(element.id, element);
  draft.isOutOfStep = true;
}

/** Takes the element at a position out. */
export function takeOut(draft: Draft, position: number): void {
  const [element] = draft.order.splice(position, 1);
  if (element) draft.inOrder.delete(element.id);
  draft.isOutOfStep = true;
}

/** What stands before that position; null for the very start. */
export function idBefore({ order }: Draft, position: number): number | null {
  return order[position - 1]?.id ?? null;
}

/** Throws BeyondPart where other elements may stand at that position than those that are known. */
export function expectKnown(draft: Draft, position: number): void {
  if (draft.openEnds.has(idBefore(draft, position))) throw new BeyondPart();
}

/** Gives elements new numbers; those of the script have to rise as before, or to be sorted. */
export function setPlaces({ inOrder }: Draft, places: readonly Placed[]): void {
  for (const { id, orderIndex } of places) {
    const element = inOrder.get(id);
    if (element) element.orderIndex = orderIndex;
  }
}

/** Makes room for so many elements at a position; their numbers. */
export function makeRoom(draft: Draft, position: number, count: number): number[] {
  expectKnown(draft, position);
  const { order, openEnds } = draft;
  const end = openEnds.size === 0 ? -1 : order.findIndex(({ id }, i) => i >= position && openEnds.has(id));
  const { orderIndexes, renumbered } = placeAt(end < 0 ? order : order.slice(0, end + 1), position, count);
  if (end >= 0 && renumbered.at(-1)?.id === order[end]?.id) throw new BeyondPart();
  setPlaces(draft, renumbered);
  return orderIndexes;
}

/** Numbers the script anew where two elements share a place. */
export function repair(draft: Draft): void {
  setPlaces(draft, repairDuplicates(draft.order));
}

/** Notes an entry for the history. */
export function tell(draft: Draft, entry: HistoryEntry): void {
  draft.entries.push(entry);
  const { elementId, version, afterElementId, kept, after } = entry;
  draft.lastEntries.set(elementId, { version, afterElementId, kept, isDeletion: after === null });
  draft.changedIds.add(elementId);
  draft.toldTexts.set(versionKey(elementId, version), after);
}

export function versionKey(elementId: number, version: number): string {
  return `${elementId} ${version}`;
}

/**
 * Notes that a heading comes back and had that scene. Throws BeyondPart where the scene stayed as the text before the
 * first heading, of which a part does not know all.
 */
export function wantScene(draft: Draft, headingId: number, sceneId: number, ended?: SceneRow): void {
  if (draft.openEnds.has(null) && draft.scenes?.get(sceneId)?.isOpening) throw new BeyondPart();
  draft.scenesWanted.set(headingId, { sceneId, ended });
}
