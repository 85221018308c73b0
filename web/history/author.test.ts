import { expect, test } from 'vitest';
import { historyEntryRow } from '#test/rows.ts';
import { historyAuthor } from './author.ts';

const by = (changes: Parameters<typeof historyEntryRow>[0], reader: string | undefined) =>
  historyAuthor(historyEntryRow(changes), reader);

test('returns "Another user" for an author without an address or with a deleted account', () => {
  expect(by({ userId: 'eddie', userEmail: null }, 'olive')).toBe('Another user');
  expect(by({ userId: null, userEmail: null }, undefined)).toBe('Another user');
});
