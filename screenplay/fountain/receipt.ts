import type { ImportReceipt } from '../screenplay.ts';

/** What the reader met and counted on its way. */
export interface FountainReadCounts {
  sections: number;
  cuts: number;
  loneDuals: number;
  hasOpenCut: boolean;
}

/** What a reader of the import wants to know. */
export function fountainReceipt(
  countsByType: ImportReceipt['countsByType'],
  met: FountainReadCounts,
): ImportReceipt {
  const kept: string[] = [];
  if (met.sections > 0) kept.push(counted(met.sections, 'section or synopsis', 'sections and synopses'));
  if (met.cuts > 0) kept.push(counted(met.cuts, 'cut passage', 'cut passages'));
  const uncertain: string[] = [];
  if (met.hasOpenCut) uncertain.push('A “/*” without an end was read as text');
  if (met.loneDuals > 0) {
    uncertain.push(`Dual dialogue without a speech before it became a plain speech (${met.loneDuals})`);
  }
  return { countsByType, kept, uncertain, shortened: [] };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
