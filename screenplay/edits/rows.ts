import type { ColorTheme } from '../colorThemes.ts';
import type { DualColumn, ElementExtras, ElementType } from '../element.ts';
import type { RecordedText } from '../past.ts';

/** An element of a script with all its fields. */
export interface ScriptRow extends RecordedText {
  id: number;
  projectId: number;
  sceneId: number;
  soundEffectUrl: string | null;
  soundEffectText: string | null;
  soundEffectKey: string | null;
  dialogueAudioUrl: string | null;
  dialogueAudioKey: string | null;
  /** 0 to 1. */
  audioVolume: number;
  audioOverlapSeconds: number;
  orderIndex: number;
  sequenceNumber: number;
  /** Counts the saves; a save names the one it was based on. */
  version: number;
  originalType: string | null;
  dual: DualColumn | null;
  extras: ElementExtras | null;
}

/** A scene with all its fields. */
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

/** What a new scene has besides its place, its heading, and act and sequence of the scene that it comes after. */
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

/** An element that an edit makes; where it stands is told by the order. */
export type NewRow = Omit<ScriptRow, 'sceneId' | 'orderIndex'>;

/** What no edit gives has its default. */
export const emptyRow: Omit<NewRow, 'id' | 'projectId' | 'elementType' | 'content'> = {
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

/** What history records of an element. */
export function recordedText({
  content,
  elementType,
  characterName,
  parenthetical,
}: RecordedText): RecordedText {
  return { content, elementType, characterName, parenthetical };
}

/** Whether an element is a heading, and so opens a scene. */
export function isSceneHeading({ elementType }: { elementType: ElementType }): boolean {
  return elementType === 'scene_heading';
}

/** What history keeps of rows that an edit removed. */
export interface RemovedRows {
  element?: ScriptRow;
  /** The scene that ended with its heading. */
  scene?: HeadingFields;
  /** Comments that stood on the element. */
  commentIds?: number[];
}

/** One change of one element: null before is a creation, null after a deletion (decision OQ-74). */
export interface RecordedEdit {
  elementId: number;
  before: RecordedText | null;
  after: RecordedText | null;
  /** Of the element once it is changed; a deletion counts, too. */
  version: number;
  afterElementId: number | null;
  kept: RemovedRows | null;
}
