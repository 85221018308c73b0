import { formatDistance } from 'date-fns/formatDistance';

const minuteMs = 60_000;

/**
 * Return "4 minutes ago". Under a minute it is always "less than a minute ago"
 * (docs/spec/application.md), which date-fns uses for half of it.
 */
export function timeAgo(iso: string, now = new Date()): string {
  if (Math.abs(now.getTime() - Date.parse(iso)) < minuteMs) return 'less than a minute ago';
  return formatDistance(new Date(iso), now, { addSuffix: true });
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Return "January 5, 2026" (decision OQ-24). */
export function longDate(iso: string): string {
  return longFormat.format(new Date(iso));
}
