import type { Finding } from './finding.ts';

/** So many findings of one habit are told as one, with their count. */
export const minHabitCount = 3;

/**
 * Findings in order of weight: those of one habit together, the habit that is surest and most frequent first, each in the
 * order of the script.
 */
export function byWeight(findings: readonly Finding[]): Finding[] {
  const habits = [...Map.groupBy(findings, ({ habit }) => habit).values()];
  return habits.sort((a, b) => weightOf(b) - weightOf(a)).flat();
}

/** Forty times the same weigh more than once, and not forty times more. */
function weightOf(findings: readonly Finding[]): number {
  const surest = findings.reduce((max, { confidence }) => Math.max(max, confidence), 0);
  return surest * (1 + Math.log(findings.length));
}

/** "“Camera talk: “we see””, 39 times" of each habit, the weightiest first; what occurs once or twice stays single. */
export function countedHabits(findings: readonly Finding[]): { habit: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { habit } of byWeight(findings)) counts.set(habit, (counts.get(habit) ?? 0) + 1);
  return [...counts].map(([habit, count]) => ({ habit, count }));
}
