import type { TitlePage } from '../element.ts';
import { isDeepEqual } from '../fdx/same.ts';
import { clampTitlePage } from '../withinLimits.ts';

/** What of a Fountain file has no field of ours: the shape of ElementExtras.fountain. */
export interface FountainElementExtras {
  /** Sections, synopses and cut passages that stand before the element, each a block of lines. */
  before?: string[];
  /** Notes that stand in it or after it. */
  notes?: string[];
}

/** The shape of SourceExtras.fountain. */
export interface FountainSourceExtras {
  /** Blocks after the last element. */
  after: string[];
  /** Notes before the first element. */
  notes?: string[];
  /** As the file had it, where that is more than a title page holds. */
  titlePage?: TitlePage;
}

/** The title page of the file where the product's is still what it holds of that, else the product's. */
export function wholeTitlePage(page: TitlePage, extras: unknown): TitlePage {
  const whole = (extras as Partial<FountainSourceExtras> | undefined)?.titlePage;
  return whole && isDeepEqual(clampTitlePage(whole).page, page) ? whole : page;
}

/** Reads stored extras, which may be anything. */
export function blocksOf(extras: unknown, key: 'before' | 'after' | 'notes'): string[] {
  if (typeof extras !== 'object' || extras === null || !(key in extras)) return [];
  const blocks: unknown = (extras as Record<string, unknown>)[key];
  return Array.isArray(blocks) ? blocks.filter((block) => typeof block === 'string') : [];
}
