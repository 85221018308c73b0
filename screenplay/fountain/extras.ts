import type { TitlePage } from '../element.ts';
import { isDeepEqual } from '../fdx/same.ts';
import { clampTitlePage } from '../withinLimits.ts';

/** Preserved Fountain content of an element; the shape of ElementExtras.fountain. */
export interface FountainElementExtras {
  /** Sections, synopses and cut passages before the element, each a block of lines. */
  before?: string[];
  /** Notes after the element. */
  notes?: string[];
  /** Its lines in the file, with the notes and cut passages in them. */
  own?: LineSpelling;
  /** The lines between the element and the one before it. */
  gap?: LineSpelling;
}

/** Lines of the file. They are written while the writer's own text is the same as on import. */
export interface LineSpelling {
  ours: string;
  theirs: string;
}

/** Preserved Fountain content of the file; the shape of SourceExtras.fountain. */
export interface FountainSourceExtras {
  /** Blocks after the last element. */
  after: string[];
  /** Notes before the first element. */
  notes?: string[];
  /** Entries of the title page as written, each with its lines. */
  titleEntries?: string[];
  /** The lines after the last element. */
  end?: LineSpelling;
  /** All cut passages, which are also where they were (lostCuts.ts). */
  cuts?: string[];
  /** Byte order mark of the file. */
  mark?: string;
  /** End of its lines, if it is not a line feed. */
  lineEnd?: string;
  /** Original title page, if it exceeded the limits of the fields. */
  titlePage?: TitlePage;
}

/**
 * Return the original title page of the file if the stored fields are still its truncated form;
 * otherwise the stored fields.
 */
export function originalTitlePage(page: TitlePage, extras: unknown): TitlePage {
  const whole = (extras as Partial<FountainSourceExtras> | undefined)?.titlePage;
  return whole && isDeepEqual(clampTitlePage(whole).page, page) ? whole : page;
}

/** Read blocks from stored extras, which may have any shape. */
export function blocksOf(
  extras: unknown,
  key: 'before' | 'after' | 'notes' | 'titleEntries' | 'cuts',
): string[] {
  if (typeof extras !== 'object' || extras === null || !(key in extras)) return [];
  const blocks: unknown = (extras as Record<string, unknown>)[key];
  return Array.isArray(blocks) ? blocks.filter((block) => typeof block === 'string') : [];
}

/** Read a spelling from stored extras, which may have any shape. */
export function spellingOf(extras: unknown, key: 'own' | 'gap' | 'end'): LineSpelling | null {
  if (typeof extras !== 'object' || extras === null || !(key in extras)) return null;
  const stored = (extras as Record<string, unknown>)[key] as Partial<LineSpelling> | null;
  return typeof stored?.ours === 'string' && typeof stored.theirs === 'string'
    ? { ours: stored.ours, theirs: stored.theirs }
    : null;
}
