const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Format as "Jan 5, 2026". */
export function shortDate(iso: string): string {
  return dayFormat.format(new Date(iso));
}

/** Format as "Jan 5, 2026, 3:04 PM". */
export function shortMoment(iso: string): string {
  return momentFormat.format(new Date(iso));
}
