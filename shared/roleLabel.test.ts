import { expect, test } from 'vitest';
import { roles } from '#shared/roles.ts';
import { roleLabel } from './roleLabel.ts';

test('roleLabel capitalises a role, and returns Owner for an unknown one', () => {
  expect(roles.map(roleLabel)).toEqual(['Viewer', 'Commenter', 'Editor', 'Owner']);
  expect(roleLabel(undefined)).toBe('Owner');
});
