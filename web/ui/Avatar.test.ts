import { expect, test } from 'vitest';
import { initialsOf } from './Avatar.tsx';

const email = 'olive@example.org';

test('initialsOf uses both names, otherwise one name, otherwise the address', () => {
  expect(initialsOf({ firstName: 'Olive', lastName: 'Lind', email })).toBe('OL');
  expect(initialsOf({ firstName: null, lastName: 'Åberg', email })).toBe('ÅB');
  expect(initialsOf({ firstName: ' ', lastName: null, email })).toBe('OL');
});
