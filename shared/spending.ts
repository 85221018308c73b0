/** Share of a limit from which a notice is shown (docs/decisions/0034). */
export const alertShare = 0.8;

/** Spent credits of a limit; null: there is none. */
export interface Spending {
  limit: number | null;
  /** In this month, and held by calls that run. */
  spent: number;
  held: number;
}

/** Whether most of the limit is spent; of none at all, nothing is. */
export function isNearLimit({ limit, spent }: Pick<Spending, 'limit' | 'spent'>): boolean {
  return limit !== null && spent >= limit * alertShare;
}

/** The first moment of the next month (UTC), when all of a limit may be spent again. */
export function nextMonthOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** "December 1" */
export function renewalDay(now: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(nextMonthOf(now));
}
