import { type Placed, repairDuplicates } from '#screenplay/order.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { HistoryEntry } from './history.ts';
import type { ElementRow, OutlinedElement } from './script.queries.ts';
import type { SceneRow } from './stretches.ts';

/** An element that the change makes: what no edit gives has its column's default. */
export type NewElement = Pick<
  ElementRow,
  'id' | 'projectId' | 'elementType' | 'content' | 'characterName' | 'parenthetical' | 'dual' | 'extras'
>;

/** What history knows of an element that an edit brings back. */
export type LastEntry = Pick<HistoryEntry, 'version' | 'afterElementId' | 'kept'> & { isDeletion: boolean };

/** An element that was put behind another one, as of when so many entries of this change were told. */
export interface Move {
  elementId: number;
  afterElementId: number | null;
  entriesBefore: number;
}

/**
 * A script while a change is made of it: edits work on this, in their order, and only then is it stored
 * (saving.ts), so that many edits cost the database as much as one.
 */
export interface Draft {
  change: ProjectChange;
  /** The whole script in order, as the edits so far leave it. Empty where no edit can move anything or touch scenes. */
  order: OutlinedElement[];
  /** Elements that edits name and that are there, as the edits so far leave them. */
  rows: Map<number, ElementRow>;
  /** The same as they are stored. */
  storedRows: ReadonlyMap<number, ElementRow>;
  /** Where every stored element stands. */
  storedPlaces: ReadonlyMap<number, number>;
  created: NewElement[];
  /** Ids for elements to make. */
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
  /** Comments that stand on elements that edits delete. */
  commentIds: ReadonlyMap<number, number[]>;
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
  /** Whether scenes have to be brought in step. */
  isOutOfStep: boolean;
}

/** What an element said at a version; undefined where that is not known. */
export interface PastTexts {
  at(elementId: number, version: number): HistoryEntry['after'] | undefined;
}

export function isHeading(element: Pick<OutlinedElement, 'elementType'>): boolean {
  return element.elementType === 'scene_heading';
}

export function positionOf({ order }: Draft, elementId: number): number {
  return order.findIndex((element) => element.id === elementId);
}

/** What stands before that position; null for the very start. */
export function idBefore({ order }: Draft, position: number): number | null {
  return order[position - 1]?.id ?? null;
}

/** Whether no heading stands before that position. */
export function isInOpening({ order }: Draft, position: number): boolean {
  const firstHeading = order.findIndex(isHeading);
  return firstHeading < 0 || firstHeading >= position;
}

/** Gives elements new numbers; those of the script have to rise as before, or to be sorted. */
export function setPlaces(draft: Draft, places: readonly Placed[]): void {
  if (places.length === 0) return;
  const byId = new Map(places.map(({ id, orderIndex }) => [id, orderIndex]));
  for (const element of draft.order) element.orderIndex = byId.get(element.id) ?? element.orderIndex;
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
}
