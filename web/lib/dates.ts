import { formatDistance } from 'date-fns/formatDistance';

/** "4 minutes ago" */
export function timeAgo(iso: string, now = new Date()): string {
  return formatDistance(new Date(iso), now, { addSuffix: true });
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** "January 5, 2026" (decision OQ-24) */
export function longDate(iso: string): string {
  return longFormat.format(new Date(iso));
}
