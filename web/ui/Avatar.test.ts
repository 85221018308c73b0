import { expect, test } from 'vitest';
import { initialsOf } from './Avatar.tsx';

const email = 'olive@example.org';

test('initials come from both names, else from the one, else from the address', () => {
  expect(initialsOf({ firstName: 'Olive', lastName: 'Lind', email })).toBe('OL');
  expect(initialsOf({ firstName: null, lastName: 'Åberg', email })).toBe('ÅB');
  expect(initialsOf({ firstName: ' ', lastName: null, email })).toBe('OL');
});
