import { longDate, timeAgo } from '#web/lib/dates.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Return "Updated 4 minutes ago", or after a week the date: "Updated October 28, 2026". */
export function updatedText(iso: string, now = new Date()): string {
  const isRecent = now.getTime() - new Date(iso).getTime() < weekMs;
  return `Updated ${isRecent ? timeAgo(iso, now) : longDate(iso)}`;
}
