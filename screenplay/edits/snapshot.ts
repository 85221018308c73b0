import type { RecordedText } from '../past.ts';
import type { UnloadedAfterIds } from '../reconcileScenes.ts';
import type { StretchScene } from '../scenes.ts';
import type { CopySource } from './carrying.ts';
import type { HeadingFields, RecordedEdit, ScriptRow } from './rows.ts';
import type { OrderedElement } from './scriptOrder.ts';

/** Latest history record of an element that an edit restores. */
export type LastRecord = Pick<RecordedEdit, 'version' | 'afterElementId' | 'kept'> & { isDeletion: boolean };

/** Scene as it is stored. */
export interface StoredScene extends HeadingFields, StretchScene {
  /** Whether it is the opening; known in a slice. */
  isOpening?: boolean;
}

/** Comment on an element or on a range of its text. */
export interface CommentAnchor {
  id: number;
  elementId: number;
  start: number | null;
  end: number | null;
}

/** Tension point of the project, on an element, a scene or neither. */
export interface TensionAnchor {
  id: number;
  scriptElementId: number | null;
  sceneId: number | null;
}

/** Scene that ended with a heading which became text, and the tension points that it had. */
export interface EndedScene {
  scene: HeadingFields;
  tensionPointIds: readonly number[];
}

/** Stored data that restored elements and scenes are attached to again, if it still exists. */
export interface RestoreTargets {
  /** Act of each sequence. */
  sequenceActs: ReadonlyMap<number, number>;
  beatIds: ReadonlySet<number>;
  /** Addresses of files that were deleted. */
  missingUrls: ReadonlySet<string>;
  /** Comments that are on no element. */
  freeCommentIds: ReadonlySet<number>;
}

/**
 * Stored state of a script at one moment, as far as a list of edits needs it: the whole script, a
 * slice, or only the elements whose text changes. Plans of edits read it and never change it.
 */
export interface ScriptSnapshot {
  readonly projectId: number;
  /** Elements in script order: all, those of a slice, or none if only text changes. */
  readonly order: readonly OrderedElement[];
  /** Ends of the slice; empty if the whole script is loaded. */
  readonly openEnds: UnloadedAfterIds;
  /** Existing elements that edits name. */
  readonly rows: ReadonlyMap<number, ScriptRow>;
  /** Scenes of the loaded elements, and those that headings may restore. */
  readonly scenes: ReadonlyMap<number, StoredScene>;
  /** Ids for new elements; the next one is last. */
  readonly freeIds: readonly number[];
  /** Latest record of each element that edits may restore. */
  readonly lastRecords: ReadonlyMap<number, LastRecord>;
  /** Texts at the versions that edits are based on, by versionKey(). */
  readonly pastTexts: ReadonlyMap<string, RecordedText>;
  /** Comments on elements that edits update or delete. */
  readonly comments: ReadonlyMap<number, readonly CommentAnchor[]>;
  /** Scenes that ended with a heading; an update may restore it. */
  readonly endedScenes: ReadonlyMap<number, EndedScene>;
  /**
   * Tension points that edits may detach or reattach: all, or in a slice those of its elements and
   * scenes and of restored ones.
   */
  readonly tensionPoints: readonly TensionAnchor[];
  readonly restoreTargets: RestoreTargets;
  /** Elements that pasted ones were cut or copied from, by sourceKey(). */
  readonly copySources: ReadonlyMap<string, CopySource>;
  readonly newestHistoryId: number;
  /** Mark of new text (docs/decisions/0111); 0 while no revision is active. */
  readonly activeMark: number;
}

/** Create the snapshot of a script of which nothing is loaded. */
export function emptySnapshot(projectId: number): ScriptSnapshot {
  return {
    projectId,
    order: [],
    openEnds: new Set(),
    rows: new Map(),
    scenes: new Map(),
    freeIds: [],
    lastRecords: new Map(),
    pastTexts: new Map(),
    comments: new Map(),
    endedScenes: new Map(),
    tensionPoints: [],
    restoreTargets: {
      sequenceActs: new Map(),
      beatIds: new Set(),
      missingUrls: new Set(),
      freeCommentIds: new Set(),
    },
    copySources: new Map(),
    newestHistoryId: 0,
    activeMark: 0,
  };
}

/** Return the key of an element's text at a version. */
export function versionKey(elementId: number, version: number): string {
  return `${elementId} ${version}`;
}
