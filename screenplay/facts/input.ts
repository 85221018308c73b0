import type { JointCues } from '../cast.ts';
import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import type { Pagination } from '../layout/types.ts';

/** Row of the script as input for the script doctor. */
export interface ReadElement extends ScriptElement {
  id: number;
  sceneId?: number | null | undefined;
  /** The speaker that was set explicitly. If missing, the cue above determines the speaker. */
  characterName?: string | null | undefined;
}

/** Stored data of a scene beyond its text. */
export interface ReadScene {
  id: number;
  sceneNumber: number;
  displayNumber?: string | null | undefined;
  actNumber?: number | null | undefined;
  /** Title of its sequence in the plan. */
  sequence?: string | null | undefined;
}

/** Character card. */
export interface ReadCharacter {
  name: string;
  role?: string | null | undefined;
  description?: string | null | undefined;
}

/** Act of the plan. Scenes name the act to which they belong. */
export interface ReadAct {
  number: number;
  title: string;
  /** Planned pages, used if the scenes are not assigned to acts. */
  startPage?: number | null | undefined;
  endPage?: number | null | undefined;
}

/** Beat of the plan. */
export interface ReadBeat {
  title: string;
  description?: string | null | undefined;
  actNumber?: number | null | undefined;
  pageNumber?: number | null | undefined;
}

/** Input of the script doctor. Only the elements are required. */
export interface ProjectInput {
  elements: readonly ReadElement[];
  scenes?: readonly ReadScene[] | undefined;
  characters?: readonly ReadCharacter[] | undefined;
  acts?: readonly ReadAct[] | undefined;
  beats?: readonly ReadBeat[] | undefined;
  format?: ScriptFormat | undefined;
  /** Joint cues of several characters. */
  joint?: JointCues | undefined;
  /** Pagination of the same elements, if already computed. */
  pagination?: Pagination | undefined;
}

/** Selection of a writer: an element and optionally some of its text. */
export interface DoctorSelection {
  elementId: number | null;
  text?: string | null | undefined;
}
