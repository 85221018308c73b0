import type { ScriptFormat } from '../format.ts';
import type { Report } from '../reports.ts';
import type { Strip } from '../strip.ts';
import type { ReadAct, ReadBeat, ReadCharacter, ReadElement } from './input.ts';

/** Scene with its content. `from` and `to` are element indexes. */
export interface SceneFacts {
  /** Displayed number: "12", "12A"; null for a scene without a number if others have fixed ones. */
  number: string | null;
  /** "" for the opening. */
  heading: string;
  strip: Strip;
  /** Time of day as written; "" if there is none. */
  timeOfDay: string;
  actNumber: number | null;
  /** Title of its sequence in the plan. */
  sequence: string | null;
  from: number;
  /** Exclusive end. */
  to: number;
  eighths: number;
  /** Label of its first page. */
  page: string;
  /** Keys of the speakers (speakerKey), in order, with their number of speeches. */
  speakers: Map<string, number>;
  /** Keys of the characters that action names. */
  seen: Set<string>;
}

/** Character of the script or of the character list. */
export interface PersonFacts {
  key: string;
  name: string;
  /** Character card; null for a character that is only in the script. */
  listed: ReadCharacter | null;
  /** Indexes of the elements with which the speeches begin. */
  speeches: number[];
  words: number;
  /** Indexes of the action elements that name the character. */
  mentions: number[];
  /**
   * Ascending indexes of the scenes in which the character speaks or is named by action; no
   * opening.
   */
  scenes: number[];
  /** Whether all cues are voices from elsewhere: (V.O.), (O.S.), (O.C.). */
  isVoice: boolean;
}

/** Act found in the script or its scenes. */
export interface ActFacts {
  number: number;
  title: string;
  /** Indexes into the scenes with a heading. */
  scenes: number[];
  eighths: number;
  /** Labels of the pages on which its first and its last scene begin. */
  firstPage: string;
  lastPage: string;
}

/**
 * Facts of a project on which rules and answers are based. Created by factsOfProject; immutable.
 */
export interface ProjectFacts {
  elements: readonly ReadElement[];
  /** Text of each element without emphasis marks. */
  texts: readonly string[];
  /** Key of the speaker of each element; null for elements outside of speeches. */
  speakers: readonly (string | null)[];
  /** Element index → scene index. */
  sceneAt: readonly number[];
  indexOfId: ReadonlyMap<number, number>;
  scenes: readonly SceneFacts[];
  /** Speakers in order of appearance, then characters that are only listed. */
  people: ReadonlyMap<string, PersonFacts>;
  /** Empty if neither script nor scenes define acts. */
  acts: readonly ActFacts[];
  /** Acts of the plan, independent of the script. */
  plannedActs: readonly ReadAct[];
  beats: readonly ReadBeat[];
  report: Report;
  format: ScriptFormat;
  /** Return the label of the printed page on which an element begins. */
  pageAt(index: number): string;
  /** Return the position of that page, from 0. */
  pageIndexAt(index: number): number;
  /** Return the position of a page with a label, from 0; -1 if there is none. */
  pageOfLabel(label: string): number;
  /** Return whether a word, in any case, is a character's name or a part of one. */
  isName(word: string): boolean;
}
