import type { DualColumn, ElementType, LayoutOverride } from '../element.ts';

/** What a writer gives of a new element. */
export interface NewElementInput extends LayoutFields {
  elementType: ElementType;
  content: string;
  characterName?: string | null | undefined;
  parenthetical?: string | null | undefined;
  dual?: DualColumn | null | undefined;
  /** The caller's own name for it. */
  key?: number | undefined;
}

export interface LayoutFields {
  alignment?: LayoutOverride['alignment'] | null | undefined;
  startsNewPage?: boolean | undefined;
}

/** Fields of an element that change; what is absent stays. */
export interface ElementFieldChanges extends LayoutFields {
  elementType?: ElementType | undefined;
  content?: string | undefined;
  characterName?: string | null | undefined;
  parenthetical?: string | null | undefined;
  dual?: DualColumn | null | undefined;
  dialogueAudioUrl?: null | undefined;
  soundEffectUrl?: null | undefined;
  /** At this number, whoever has it. */
  orderIndex?: number | undefined;
}

/** New elements in a row: after another one, null for the very start; or as the call for one element names the place. */
export interface InsertEdit {
  type: 'insert';
  afterId?: number | null | undefined;
  /** One element, at this number whoever has it. */
  orderIndex?: number | undefined;
  /** At the end of that scene when no place is given. */
  sceneId?: number | null | undefined;
  elements: readonly NewElementInput[];
}

export interface UpdateEdit {
  type: 'update';
  id: number;
  fields: ElementFieldChanges;
  /** The version the change was based on; without it the last write wins (decision OQ-27). */
  baseVersion?: number | undefined;
}

export interface DeleteEdit {
  type: 'delete';
  id: number;
  /** The version whose text is to go; without it whatever is there goes. */
  baseVersion?: number | undefined;
}

/** Elements, kept in their order, put after another one. */
export interface MoveEdit {
  type: 'move';
  ids: readonly number[];
  afterId: number | null;
}

/** Without a place, or when that element is gone, a deleted element goes where it stood. */
export interface RestoreEdit {
  type: 'restore';
  id: number;
  afterId?: number | null | undefined;
}

/** A change of a script (decision OQ-51, docs/decisions/0009). */
export type Edit = InsertEdit | UpdateEdit | DeleteEdit | MoveEdit | RestoreEdit;
