import type { DualColumn, ElementType, LayoutOverride, OmittedScene, ScriptElement } from '../element.ts';
import type { ElementSource } from '../pastedElement.ts';

/** Fields of a new element. */
export interface NewElementInput extends LayoutFields, Pick<ScriptElement, 'elementType' | 'content'> {
  characterName?: string | null | undefined;
  parenthetical?: string | null | undefined;
  dual?: DualColumn | null | undefined;
  /** Shot of action, or Lyrics of action and dialogue; others are ignored. */
  originalType?: string | null | undefined;
  /** Number of the scene that a heading begins; ignored for other types. */
  sceneNumber?: string | undefined;
  /** Client-side key to identify the created element in the response. */
  key?: number | undefined;
  /**
   * Element that this one was cut or copied from. A deleted one with the same text is restored
   * instead of creating another; otherwise the new element gets what copies share (carrying.ts).
   */
  source?: ElementSource | undefined;
}

export interface LayoutFields {
  alignment?: LayoutOverride['alignment'] | null | undefined;
  startsNewPage?: boolean | undefined;
}

/** Changed fields of an element; missing ones do not change. */
export interface ElementFieldChanges extends LayoutFields {
  elementType?: ElementType | undefined;
  content?: string | undefined;
  characterName?: string | null | undefined;
  parenthetical?: string | null | undefined;
  dual?: DualColumn | null | undefined;
  dialogueAudioUrl?: null | undefined;
  soundEffectUrl?: null | undefined;
  /** Text of a scene, on the heading that omits it; null to restore it. */
  omitted?: OmittedScene | null | undefined;
  /** Order index, even if another element has it already. */
  orderIndex?: number | undefined;
}

/**
 * Insert elements after another one; `afterId` null is the start of the script. Without `afterId`,
 * the position is `orderIndex` or the end of `sceneId`. With both, `orderIndex` is used if it is
 * between the numbers of the neighbours.
 */
export interface InsertEdit {
  type: 'insert';
  afterId?: number | null | undefined;
  /** Order index of a single element; without `afterId` even if another one has it already. */
  orderIndex?: number | undefined;
  /** Insert at the end of this scene if no position is specified. */
  sceneId?: number | null | undefined;
  elements: readonly NewElementInput[];
}

export interface UpdateEdit {
  type: 'update';
  id: number;
  fields: ElementFieldChanges;
  /** Version on which the change is based. Without it the last write wins (decision OQ-27). */
  baseVersion?: number | undefined;
}

export interface DeleteEdit {
  type: 'delete';
  id: number;
  /** Version that the user deleted. Without it any version is deleted. */
  baseVersion?: number | undefined;
  /** Delete its sounds, too. Without it they stay, because undo restores the element. */
  removesSounds?: boolean | undefined;
}

/** Move elements, in their current order, after another one. */
export interface MoveEdit {
  type: 'move';
  ids: readonly number[];
  afterId: number | null;
}

/**
 * Restore a deleted element. Without `afterId`, or if that element does not exist, it returns to
 * its old position.
 */
export interface RestoreEdit {
  type: 'restore';
  id: number;
  afterId?: number | null | undefined;
}

/** Edit of a script (decision OQ-51, docs/decisions/0009). */
export type Edit = InsertEdit | UpdateEdit | DeleteEdit | MoveEdit | RestoreEdit;
