import { expect, test } from 'vitest';
import { errorTexts } from '#shared/errors.ts';
import { pendingChangesText } from './pendingChangesText.ts';

test('counts the stored changes without a connection', () => {
  expect([0, 1, 12].map((count) => pendingChangesText('offline', count, false))).toEqual([
    'Offline',
    'Offline, 1 change kept here',
    'Offline, 12 changes kept here',
  ]);
});

test('names another reason', () => {
  expect(pendingChangesText('server', 2, false)).toBe('The server does not answer, 2 changes kept here');
  expect(pendingChangesText('signedOut', 1, false)).toBe('Signed out, 1 change kept here');
  expect(pendingChangesText('full', 1, false)).toBe(errorTexts.diskFull);
});

test('does not say that changes are stored if the browser cannot store them', () => {
  expect(pendingChangesText('offline', 3, true)).toBe(
    'Offline, 3 changes in this window only: the browser’s storage is full',
  );
});
