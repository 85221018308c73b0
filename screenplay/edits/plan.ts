import type { NumberShift, UnloadedElements } from '../scenes.ts';
import type { RecordedMove } from './editSession.ts';
import type { HeadingFields, RecordedEdit, ScriptRow } from './rows.ts';
import type { TensionAnchor } from './snapshot.ts';

/** Position of an element. */
export interface ElementPlace {
  id: number;
  orderIndex: number;
  sceneId: number;
}

/** Writes to elements. No row is in two of the lists, except deleted ones that are restored. */
export interface ElementWrites {
  deletedIds: readonly number[];
  created: readonly ScriptRow[];
  restored: readonly ScriptRow[];
  /** Rows with changed fields, with a new position, and with both. */
  changed: readonly Omit<ScriptRow, 'projectId' | 'sceneId' | 'orderIndex'>[];
  placed: readonly ElementPlace[];
  changedAndPlaced: readonly Omit<ScriptRow, 'projectId'>[];
}

/** Elements that are not loaded, with the positions around them and the scene that they move to. */
export interface UnloadedRange extends UnloadedElements {
  to: number;
  afterIndex: number;
  beforeIndex: number | null;
}

/** Heading of a stored scene. */
export type ChangedHeading = Pick<HeadingFields, 'id' | 'heading' | 'location' | 'timeOfDay'>;

/** Writes to scenes, in this order. Scenes are removed after all elements are written. */
export interface SceneWrites {
  /** Scenes that ended and are stored again. */
  returning: readonly HeadingFields[];
  /** Scenes that stayed without their heading and get it back. */
  reheaded: readonly ChangedHeading[];
  /** Number changes of scenes that are not loaded. */
  shift: readonly NumberShift[];
  created: readonly HeadingFields[];
  /** Scenes with a new number or heading, with both fields. */
  changed: readonly (ChangedHeading & { sceneNumber: number })[];
  /** Elements that are not loaded and move to another scene. */
  unloaded: readonly UnloadedRange[];
  removed: readonly HeadingFields[];
}

/** New positions of comments and tension points. */
export interface AnchorWrites {
  comments: readonly { id: number; selectionStart: number | null; selectionEnd: number | null }[];
  /** Comments that are on their restored element again. */
  returningComments: readonly { id: number; scriptElementId: number }[];
  /** Tension points that are on their restored element or scene again. */
  returningPoints: readonly TensionAnchor[];
}

/** Changed rows of one entity, as clients are notified. */
export interface PlannedNote {
  entity: 'scene' | 'element' | 'comment' | 'tension';
  ids: number[];
}

/** Result of a change, without the ids of its history entries. */
export interface PlannedReply {
  /** Elements named by the edits, in their present state and script order. */
  elements: ScriptRow[];
  removedIds: number[];
  renumbered: { id: number; orderIndex: number }[];
  keys: { key: number; id: number }[];
  scenes: HeadingFields[];
  removedSceneIds: number[];
}

/** Parts of a plan that need no new ids, so that they are known before it is complete. */
export interface PlanOutline {
  readonly elements: { readonly restored: readonly { id: number }[] };
  readonly scenes: Pick<SceneWrites, 'returning' | 'reheaded' | 'removed'>;
  readonly anchors: Pick<AnchorWrites, 'returningComments' | 'returningPoints'>;
  readonly history: readonly RecordedEdit[];
  readonly moves: readonly RecordedMove[];
  /** Addresses of sounds that edits removed from elements (decision OQ-76). */
  readonly removedUrls: readonly string[];
}

/** All that a list of edits writes, computed from a snapshot without I/O. */
export interface ScriptPlan extends PlanOutline {
  readonly projectId: number;
  readonly elements: ElementWrites;
  readonly scenes: SceneWrites;
  readonly anchors: AnchorWrites;
  /** Entry that moves before the first entry of this change refer to. */
  readonly newestHistoryId: number;
  readonly notes: readonly PlannedNote[];
  readonly reply: PlannedReply;
}
