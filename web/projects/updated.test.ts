import { expect, test } from 'vitest';
import { updatedText } from './updated.ts';

const now = new Date('2026-11-04T12:00:00Z');

test('formats an edit of the last week as a relative time', () => {
  expect(updatedText('2026-11-04T11:56:00Z', now)).toBe('Updated 4 minutes ago');
  expect(updatedText('2026-10-28T12:00:01Z', now)).toBe('Updated 7 days ago');
});

test('formats an older edit as a date', () => {
  expect(updatedText('2026-10-28T12:00:00Z', now)).toBe('Updated October 28, 2026');
});
