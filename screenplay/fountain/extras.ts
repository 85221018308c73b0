/** What of a Fountain file has no field of ours: the shape of ElementExtras.fountain. */
export interface FountainElementExtras {
  /** Sections, synopses and cut passages that stand before the element, each a block of lines. */
  before?: string[];
  /** Notes that stand in it or behind it. */
  notes?: string[];
}

/** The shape of SourceExtras.fountain. */
export interface FountainSourceExtras {
  /** Blocks behind the last element. */
  after: string[];
  /** Notes before the first element. */
  notes?: string[];
}

/** Reads stored extras, which may be anything. */
export function blocksOf(extras: unknown, key: 'before' | 'after' | 'notes'): string[] {
  if (typeof extras !== 'object' || extras === null || !(key in extras)) return [];
  const blocks: unknown = (extras as Record<string, unknown>)[key];
  return Array.isArray(blocks) ? blocks.filter((block) => typeof block === 'string') : [];
}
