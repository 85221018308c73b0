import { expect, test } from 'vitest';
import { longDate, timeAgo } from './dates.ts';

const now = new Date('2026-01-05T12:00:00Z');

test('formats a moment as its age', () => {
  expect(timeAgo('2026-01-05T11:56:00Z', now)).toBe('4 minutes ago');
  expect(timeAgo('2026-01-02T12:00:00Z', now)).toBe('3 days ago');
});

const minute = 60;
const day = 24 * 60 * minute;

test.each([
  ['less than a minute ago', 30],
  ['less than a minute ago', 59],
  // A clock slightly ahead.
  ['less than a minute ago', -5],
  ['1 minute ago', minute],
  ['44 minutes ago', 44 * minute],
  ['about 1 hour ago', 46 * minute],
  ['1 day ago', day],
  ['2 months ago', 61 * day],
  ['about 3 years ago', 3 * 365 * day + day],
])('up to years: %s', (text, seconds) => {
  expect(timeAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(text);
});

test('formats a date in full', () => {
  expect(longDate('2026-01-05T12:00:00Z')).toBe('January 5, 2026');
});
