/** Share of a spending limit from which a notice is shown (docs/decisions/0034). */
export const alertShare = 0.8;

/** Spending of a month. `limit` null: there is no limit. */
export interface Spending {
  limit: number | null;
  /** Credits spent in the current month, and reserved by running calls. */
  spent: number;
  held: number;
}

/** Return whether most of a limit is spent. False without a limit, and when nothing is spent. */
export function isNearLimit({ limit, spent }: Pick<Spending, 'limit' | 'spent'>): boolean {
  return limit !== null && spent >= limit * alertShare;
}

/** Return the start of the next month (UTC), when spending is counted from 0 again. */
export function nextMonthOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** Format the day on which the next month begins: "December 1". */
export function renewalDay(now: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(nextMonthOf(now));
}
