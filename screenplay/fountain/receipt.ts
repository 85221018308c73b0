import type { ImportReceipt } from '../screenplay.ts';

/** Counts for the import report. */
export interface FountainReadCounts {
  sections: number;
  cuts: number;
  loneDuals: number;
  hasOpenCut: boolean;
}

/** Create the import report. */
export function fountainReceipt(
  countsByType: ImportReceipt['countsByType'],
  counts: FountainReadCounts,
): ImportReceipt {
  const kept: string[] = [];
  if (counts.sections > 0)
    kept.push(formatCount(counts.sections, 'section or synopsis', 'sections and synopses'));
  if (counts.cuts > 0) kept.push(formatCount(counts.cuts, 'cut passage', 'cut passages'));
  const uncertain: string[] = [];
  if (counts.hasOpenCut) uncertain.push('A “/*” without an end was read as text');
  if (counts.loneDuals > 0) {
    uncertain.push(`Dual dialogue without a speech before it became a plain speech (${counts.loneDuals})`);
  }
  return { countsByType, kept, uncertain, shortened: [] };
}

function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
