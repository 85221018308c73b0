export type TensionWord = 'high' | 'moderate' | 'low';

/** Lower limits of the levels, between 0 and 1 (docs/spec/planning.md). */
export const tiers = { high: 0.7, moderate: 0.4 } as const;

/** Height of a level of 1 (docs/spec/planning.md). */
export const fullHeightPx = 60;

export function tensionWord(level: number): TensionWord {
  if (level > tiers.high) return 'high';
  return level > tiers.moderate ? 'moderate' : 'low';
}

export function heightPx(level: number): number {
  return Math.round(Math.min(1, Math.max(0, level)) * fullHeightPx * 10) / 10;
}

export function percentOf(level: number): number {
  return Math.round(level * 100);
}
