import type { ScriptFormat } from '../format.ts';
import type { Report } from '../reports.ts';
import type { Strip } from '../strip.ts';
import type { ReadAct, ReadBeat, ReadCharacter, ReadElement } from './input.ts';

/** One scene with what stands in it. Places are indexes of elements. */
export interface SceneFacts {
  /** As the script shows it: "12", "12A"; null for a scene without a number among numbered ones. */
  number: string | null;
  /** "" for the text before the first heading. */
  heading: string;
  strip: Strip;
  /** The time of day as written; "" where there is none. */
  timeOfDay: string;
  actNumber: number | null;
  /** Title of its sequence in the plan. */
  sequence: string | null;
  from: number;
  /** After its last element. */
  to: number;
  eighths: number;
  page: number;
  /** Keys of the cast (speakerKey) who speak here, in order, each with the number of their speeches. */
  speakers: Map<string, number>;
  /** Keys of the cast whom the action names. */
  seen: Set<string>;
}

/** One person of the script or of the character list. */
export interface PersonFacts {
  key: string;
  name: string;
  /** What the character list says of them; null for those who are only in the script. */
  listed: ReadCharacter | null;
  /** Indexes of the elements with which their speeches begin. */
  speeches: number[];
  words: number;
  /** Indexes of the action lines that name them. */
  mentions: number[];
  /** Indexes into the scenes with a heading: those in which they speak or are named by the action, in order. */
  scenes: number[];
  /** All cues are voices from elsewhere: (V.O.), (O.S.), (O.C.). */
  isVoice: boolean;
}

/** An act, where the script or the scenes tell of acts. */
export interface ActFacts {
  number: number;
  title: string;
  /** Indexes into the scenes with a heading. */
  scenes: number[];
  eighths: number;
  firstPage: number;
  lastPage: number;
}

/** What the rules and the answers know of a project. Made by readProject; nothing in it changes. */
export interface ProjectFacts {
  elements: readonly ReadElement[];
  /** The text of each element without marks of emphasis. */
  texts: readonly string[];
  /** Who speaks, element by element, as a key of the cast; null for all that is no speech. */
  speakers: readonly (string | null)[];
  /** Element index → index into the scenes. */
  sceneAt: readonly number[];
  indexOfId: ReadonlyMap<number, number>;
  scenes: readonly SceneFacts[];
  /** Who speaks, in order of appearance, then who is only listed. */
  people: ReadonlyMap<string, PersonFacts>;
  /** Empty where nothing tells of acts. */
  acts: readonly ActFacts[];
  /** As the plan has them, whatever the script tells. */
  plannedActs: readonly ReadAct[];
  beats: readonly ReadBeat[];
  report: Report;
  format: ScriptFormat;
  /** The printed page on which an element begins, from 1. */
  pageAt(index: number): number;
  /** Whether a word, in any case, is the name of one of the people or a part of it. */
  isName(word: string): boolean;
}
