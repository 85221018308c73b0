import { expect, test } from 'vitest';
import { openingOf, screenCode, viewCode } from './opening.ts';

const { screens, manager, workspace, idea } = screenCode;
const ofScript = ['', '/script-elements', '/scenes', '/characters', '/comments'];
const user = '/api/auth/user';

test.each([
  ['/', [screens, manager], [user, '/api/projects']],
  ['/dashboard', [screens, manager], [user, '/api/projects']],
  ['/projects/PrQTbI/outline', [screens, workspace, viewCode.outline], [user, '/api/projects/PrQTbI']],
  ['/project/PrQTbI/idea-development', [screens, idea], [user, '/api/projects/PrQTbI']],
  ['/projects/nonsense', [screens, workspace, viewCode.script], [user]],
  ['/projects', [screens], [user]],
  ['/projects/PrQTbI/script/more', [screens], [user]],
  ['/dashboard/PrQTbI/script', [screens], [user]],
])('%s is opened with its own code and calls', (address, code, calls) => {
  const opening = openingOf(address, false);
  expect(opening.code).toEqual(code);
  expect(opening.calls).toEqual(calls);
});

test.each([
  '/projects/PrQTbI',
  '/projects/PrQTbI/script',
  '/project/PrQTbI',
  '/projects/PrQTbI/xyz',
  '/dashboard/PrQTbI',
])('%s is opened as the script', (address) => {
  const { code, calls } = openingOf(address, false);
  expect(code.slice(0, 3)).toEqual([screens, workspace, viewCode.script]);
  expect(calls).toEqual([user, ...ofScript.map((list) => `/api/projects/PrQTbI${list}`)]);
});

test('for a visitor nothing is asked', () => {
  expect(openingOf('/projects/PrQTbI/script', true)).toEqual({ code: [screens], calls: [] });
});
