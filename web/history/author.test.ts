import { expect, test } from 'vitest';
import { historyEntryRow } from '#test/rows.ts';
import { historyAuthor } from './author.ts';

const by = (changes: Parameters<typeof historyEntryRow>[0], reader: string | undefined) =>
  historyAuthor(historyEntryRow(changes), reader);

test('a person without an address is another user, and so is one who is gone', () => {
  expect(by({ userId: 'eddie', userEmail: null }, 'olive')).toBe('Another user');
  expect(by({ userId: null, userEmail: null }, undefined)).toBe('Another user');
});
