import type { JointCues } from '../cast.ts';
import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import type { Pagination } from '../layout/types.ts';

/** One element as the doctor reads it: a row of the script, in order. */
export interface ReadElement extends ScriptElement {
  id: number;
  sceneId?: number | null | undefined;
  /** Who was chosen as the speaker; where it is missing, the cue above tells. */
  characterName?: string | null | undefined;
}

/** What is kept about a scene beyond its text. */
export interface ReadScene {
  id: number;
  sceneNumber: number;
  displayNumber?: string | null | undefined;
  actNumber?: number | null | undefined;
  /** Title of the sequence it is sorted into. */
  sequence?: string | null | undefined;
}

/** A character card. One with a role or a description is meant to be somebody. */
export interface ReadCharacter {
  name: string;
  role?: string | null | undefined;
  description?: string | null | undefined;
}

/** An act of the plan; which scenes are in it, the scenes tell. */
export interface ReadAct {
  number: number;
  title: string;
  /** Where the plan puts it; said where the scenes do not tell. */
  startPage?: number | null | undefined;
  endPage?: number | null | undefined;
}

/** A beat of the plan. */
export interface ReadBeat {
  title: string;
  description?: string | null | undefined;
  actNumber?: number | null | undefined;
  pageNumber?: number | null | undefined;
}

/** All that the doctor looks at. Only the elements are needed. */
export interface ProjectInput {
  elements: readonly ReadElement[];
  scenes?: readonly ReadScene[] | undefined;
  characters?: readonly ReadCharacter[] | undefined;
  acts?: readonly ReadAct[] | undefined;
  beats?: readonly ReadBeat[] | undefined;
  format?: ScriptFormat | undefined;
  /** Cues that several people speak together. */
  joint?: JointCues | undefined;
  /** That of the same elements, where there is one already. */
  pagination?: Pagination | undefined;
}

/** What a writer has selected: an element, and maybe some of its text. */
export interface DoctorSelection {
  elementId: number | null;
  text?: string | null | undefined;
}
