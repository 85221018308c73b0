import type { ScriptElement, TitlePage } from '../element.ts';
import { maxNotes, maxParagraphs, type ScriptNote } from '../screenplay.ts';
import { extractHidden, type HiddenExtraction } from './hidden.ts';
import { FountainReader } from './reader.ts';
import type { LineCounts } from './receipt.ts';
import type { TitlePageLines } from './titleReader.ts';

/** First and last line of an element. */
export interface LineRange {
  from: number;
  to: number;
  /**
   * Whether the first line was classified without a mark, and as the writer classifies a line that
   * it separates from its neighbours.
   */
  isUnmarked: boolean;
}

/** A text that was read line by line. */
export interface FountainReading {
  hidden: HiddenExtraction;
  lines: readonly string[];
  /** By element. */
  ranges: readonly LineRange[];
  titlePage: TitlePage;
  titleLines: TitlePageLines | null;
  elements: ScriptElement[];
  hasSceneNumbers: boolean;
  notes: ScriptNote[];
  /** Notes that are in the lines of no element. */
  notesBetween: ScriptNote[];
  /** Sections, synopses and cut passages after the last element. */
  blocksAfter: string[];
  counts: LineCounts;
  /** Whether lines were read by what all others are, not only by those of their block. */
  dependsOnAllLines: boolean;
}

/** Read a normalised text. Return the name of the limit that it exceeds, if any. */
export function readFountain(text: string): FountainReading | 'paragraphs' | 'notes' {
  const reading = new FountainReader(extractHidden(text)).read();
  if (reading.elements.length > maxParagraphs) return 'paragraphs';
  return reading.notes.length > maxNotes ? 'notes' : reading;
}
