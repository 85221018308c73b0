import type { Finding } from './finding.ts';

/** From this number on, findings of one habit are shown as one, with their count. */
export const minHabitCount = 3;

/**
 * Sort findings by weight: grouped by habit, the most certain and frequent habit first, each in
 * script order.
 */
export function byWeight(findings: readonly Finding[]): Finding[] {
  const habits = [...Map.groupBy(findings, ({ habit }) => habit).values()];
  return habits.sort((a, b) => weightOf(b) - weightOf(a)).flat();
}

/**
 * Frequency counts logarithmically: forty findings weigh more than one, but not forty times more.
 */
function weightOf(findings: readonly Finding[]): number {
  const surest = findings.reduce((max, { confidence }) => Math.max(max, confidence), 0);
  return surest * (1 + Math.log(findings.length));
}

/**
 * Return the habits with their counts, the heaviest first, as in "“Camera talk: “we see””, 39
 * times". Rare ones stay single.
 */
export function countedHabits(findings: readonly Finding[]): { habit: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { habit } of byWeight(findings)) counts.set(habit, (counts.get(habit) ?? 0) + 1);
  return [...counts].map(([habit, count]) => ({ habit, count }));
}
