import type { MonthlySpending } from '#shared/contract/spending.ts';

const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Return when the monthly limit is renewed, and the credits reserved by running calls. */
export function monthlyNote({ renewsAt, held }: Pick<MonthlySpending, 'renewsAt' | 'held'>): string {
  const running = held > 0 ? `Running requests reserve another ${amount.format(held)}. ` : '';
  return `${running}It starts again on ${day.format(new Date(renewsAt))}.`;
}
