import { expect, test } from 'vitest';
import { roles } from '#shared/roles.ts';
import { roleLabel } from './roleLabel.ts';

test('a role is shown capitalised, Owner where none is known', () => {
  expect(roles.map(roleLabel)).toEqual(['Viewer', 'Commenter', 'Editor', 'Owner']);
  expect(roleLabel(undefined)).toBe('Owner');
});
