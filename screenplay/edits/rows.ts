import type { ColorTheme } from '../colorThemes.ts';
import type { DualColumn, ElementExtras } from '../element.ts';
import type { RecordedText } from '../past.ts';
import type { NewScene } from '../scenes.ts';

/** Element of a script with all fields. */
export interface ScriptRow extends RecordedText {
  id: number;
  projectId: number;
  sceneId: number;
  /** Text as typed, where it differs from its content in capitals (typedLetters.ts). */
  typedContent: string | null;
  soundEffectUrl: string | null;
  soundEffectText: string | null;
  soundEffectKey: string | null;
  dialogueAudioUrl: string | null;
  dialogueAudioKey: string | null;
  /** From 0 to 1. */
  audioVolume: number;
  audioOverlapSeconds: number;
  orderIndex: number;
  sequenceNumber: number;
  /** Incremented by every save. A save names the version on which it is based. */
  version: number;
  originalType: string | null;
  dual: DualColumn | null;
  extras: ElementExtras | null;
}

/** Scene with all fields. */
export interface HeadingFields {
  id: number;
  projectId: number;
  sequenceId: number | null;
  beatId: number | null;
  colorTheme: ColorTheme | null;
  sceneNumber: number;
  displayNumber: string | null;
  heading: string;
  location: string | null;
  timeOfDay: string | null;
  pageNumber: number | null;
  notes: string | null;
  actNumber: number;
  imageUrl: string | null;
  imagePrompt: string | null;
  videoUrl: string | null;
  videoPrompt: string | null;
  videoStatus: string | null;
  videoProblem: string | null;
}

/** Default fields of a new scene. Position, heading, act and sequence are set separately. */
export const emptyScene: Omit<
  HeadingFields,
  'id' | 'projectId' | 'sceneNumber' | 'heading' | 'location' | 'timeOfDay' | 'actNumber' | 'sequenceId'
> = {
  beatId: null,
  colorTheme: null,
  displayNumber: null,
  pageNumber: null,
  notes: null,
  imageUrl: null,
  imagePrompt: null,
  videoUrl: null,
  videoPrompt: null,
  videoStatus: null,
  videoProblem: null,
};

/** Return a scene that an edit creates. It shares act and sequence with the scene before it. */
export function newSceneRow(
  { sceneNumber, heading, location, timeOfDay }: NewScene,
  before: Pick<HeadingFields, 'actNumber' | 'sequenceId'> | undefined,
  ids: Pick<HeadingFields, 'id' | 'projectId'>,
) {
  const { actNumber = 1, sequenceId = null } = before ?? {};
  return { ...emptyScene, ...ids, sceneNumber, heading, location, timeOfDay, actNumber, sequenceId };
}

/** Row of a created element. Its position is stored in the order. */
export type NewRow = Omit<ScriptRow, 'sceneId' | 'orderIndex'>;

/** Default fields of a new element. */
export const emptyRow: Omit<NewRow, 'id' | 'projectId' | 'elementType' | 'content'> = {
  typedContent: null,
  characterName: null,
  parenthetical: null,
  soundEffectUrl: null,
  soundEffectText: null,
  soundEffectKey: null,
  dialogueAudioUrl: null,
  dialogueAudioKey: null,
  audioVolume: 0.5,
  audioOverlapSeconds: 0,
  sequenceNumber: 0,
  version: 1,
  originalType: null,
  dual: null,
  extras: null,
};

/** Return the fields that the history records. */
export function recordedText({
  content,
  elementType,
  characterName,
  parenthetical,
}: RecordedText): RecordedText {
  return { content, elementType, characterName, parenthetical };
}

/** Removed rows stored in the history. */
export interface RemovedRows {
  element?: ScriptRow;
  /** Scene that ended with its heading. */
  scene?: HeadingFields;
  /** Comments on the element. */
  commentIds?: number[];
  /** Tension points on the element, and on the scene that ended. */
  tensionPointIds?: number[];
  sceneTensionPointIds?: number[];
}

/**
 * Change of one element. `before` is null for a creation, `after` for a deletion (decision OQ-74).
 */
export interface RecordedEdit {
  elementId: number;
  before: RecordedText | null;
  after: RecordedText | null;
  /** Version of the element after the change; a deletion counts as a version. */
  version: number;
  afterElementId: number | null;
  kept: RemovedRows | null;
}
