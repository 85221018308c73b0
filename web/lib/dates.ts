const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
const monthMinutes = 30 * dayMinutes;

/**
 * Return "4 minutes ago", with the steps of date-fns (docs/spec/application.md), of which the first
 * page would need more code than this.
 */
export function timeAgo(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const distance = Math.abs(now.getTime() - then.getTime());
  if (distance < minuteMs) return 'less than a minute ago';
  const text = distanceText(Math.round(distance / minuteMs), monthsBetween(then, now));
  return then > now ? `in ${text}` : `${text} ago`;
}

function distanceText(minutes: number, months: number): string {
  const roundedMonths = Math.round(minutes / monthMinutes);
  if (minutes < 45) return counted(minutes, 'minute');
  if (minutes < 1.5 * hourMinutes) return 'about 1 hour';
  if (minutes < dayMinutes) return `about ${counted(Math.round(minutes / hourMinutes), 'hour')}`;
  if (minutes < 1.75 * dayMinutes) return '1 day';
  if (minutes < monthMinutes) return counted(Math.round(minutes / dayMinutes), 'day');
  if (minutes < 2 * monthMinutes) return `about ${counted(roundedMonths, 'month')}`;
  if (months < 12) return counted(roundedMonths, 'month');
  const years = Math.floor(months / 12);
  if (months % 12 < 3) return `about ${counted(years, 'year')}`;
  return months % 12 < 9 ? `over ${counted(years, 'year')}` : `almost ${counted(years + 1, 'year')}`;
}

function counted(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** Return the number of whole months between two moments. */
function monthsBetween(one: Date, other: Date): number {
  const [from, to] = one < other ? [one, other] : [other, one];
  const months = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
  const reached = new Date(from);
  reached.setMonth(from.getMonth() + months);
  return reached > to ? months - 1 : months;
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Return "January 5, 2026" (decision OQ-24). */
export function longDate(iso: string): string {
  return longFormat.format(new Date(iso));
}
