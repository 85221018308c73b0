import { expect, test } from 'vitest';
import { longDate, timeAgo } from './dates.ts';

const now = new Date('2026-01-05T12:00:00Z');

test('a moment is told by how long ago it was', () => {
  expect(timeAgo('2026-01-05T11:56:00Z', now)).toBe('4 minutes ago');
  expect(timeAgo('2026-01-02T12:00:00Z', now)).toBe('3 days ago');
});

test('a date is told in full', () => {
  expect(longDate('2026-01-05T12:00:00Z')).toBe('January 5, 2026');
});
