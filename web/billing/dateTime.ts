const moment = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});

/** Format as "Nov 18, 2026, 09:00". */
export function dateTime(iso: string): string {
  return moment.format(new Date(iso));
}
