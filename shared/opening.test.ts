import { expect, test } from 'vitest';
import { pagePreloadOf, screenFiles } from './opening.ts';
import { viewNamed } from './views.ts';

const { screens, manager, workspace, idea } = screenFiles;
const ofScript = ['', '/script-elements?with=changes', '/scenes', '/characters', '/comments'];
const user = '/api/auth/user';

test.each([
  ['/', [screens, manager], [user, '/api/projects']],
  ['/dashboard', [screens, manager], [user, '/api/projects']],
  [
    '/projects/PrQTbI/outline',
    [screens, workspace, viewNamed('outline').file],
    [user, '/api/projects/PrQTbI'],
  ],
  ['/project/PrQTbI/idea-development', [screens, idea], [user, '/api/projects/PrQTbI']],
  ['/projects/nonsense', [screens, workspace, viewNamed('script').file], [user]],
  ['/admin', [screens, screenFiles.admin], [user]],
  ['/admin/user-invitations', [screens, screenFiles.admin], [user]],
  ['/admin-legacy', [screens, screenFiles.admin], [user]],
  ['/admin-dashboard', [screens, screenFiles.admin], [user]],
  ['/administrators', [screens], [user]],
  [
    '/account',
    [screens, screenFiles.account],
    [user, '/api/user/credits', '/api/user/credit-history?limit=10', '/api/auth/sessions'],
  ],
  ['/subscribe', [screens, screenFiles.subscribe], [user, '/api/config']],
  ['/buy-credits/', [screens, screenFiles.buyCredits], [user, '/api/config']],
  [
    '/billing',
    [screens, screenFiles.billing],
    [user, '/api/config', '/api/subscription-status', '/api/payment-history'],
  ],
  [
    '/billing/credits',
    [screens, screenFiles.ledger],
    [user, '/api/config', '/api/user/credit-ledger?limit=50', '/api/user/credit-use'],
  ],
  ['/billing/more', [screens], [user]],
  ['/account/more', [screens], [user]],
  ['/projects', [screens], [user]],
  ['/projects/PrQTbI/script/more', [screens], [user]],
  ['/dashboard/PrQTbI/script', [screens], [user]],
])('%s is opened with its own code and calls', (address, files, calls) => {
  const opening = pagePreloadOf(address, false);
  expect(opening.files).toEqual(files);
  expect(opening.calls).toEqual(calls);
});

test.each([
  '/projects/PrQTbI',
  '/projects/PrQTbI/script',
  '/project/PrQTbI',
  '/projects/PrQTbI/xyz',
  '/dashboard/PrQTbI',
])('%s is opened as the script', (address) => {
  const { files, calls, script } = pagePreloadOf(address, false);
  expect(script).toBe('PrQTbI');
  expect(files).toEqual([screens, workspace, viewNamed('script').file]);
  expect(calls).toEqual([user, ...ofScript.map((list) => `/api/projects/PrQTbI${list}`)]);
});

test('pagePreloadOf an invitation is the same for visitors and users', () => {
  const opening = { files: [screens, screenFiles.invitation], script: null };
  const call = '/api/invitations/a-b_C';
  expect(pagePreloadOf('/invite/a-b_C', false)).toEqual({ ...opening, calls: [user, call] });
  expect(pagePreloadOf('/invite/a-b_C', true)).toEqual({ ...opening, calls: [call] });
});

test('pagePreloadOf a visitor has no calls', () => {
  expect(pagePreloadOf('/projects/PrQTbI/script', true)).toEqual({
    files: [screens],
    calls: [],
    script: null,
  });
});
