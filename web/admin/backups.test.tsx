import { screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { freshBrowser, json, rejection } from '#web/lib/testing.ts';
import { bytesText } from './figures.ts';
import { closeAdminToasts, openAdmin, toastsNow } from './testing.tsx';

freshBrowser();
afterEach(closeAdminToasts);

const name = 'cold-open-20261128-204012-a1b2c3';
const backup = {
  ...{ name, createdAt: '2026-11-28T20:40:12Z', type: 'nightly', version: '0.1.0', sizeBytes: 3_500_000 },
  ...{ rows: 1200, files: 3, isEncrypted: true, verification: 'passed', differences: [] },
};
const interrupted = {
  ...{ ...backup, name: 'cold-open-20261127-020000-a1b2c3', type: null, version: null, sizeBytes: null },
  ...{ rows: null, files: null, isEncrypted: false, verification: null },
};
const settings = {
  ...{
    place: '/backups',
    keep: 14,
    isNightly: true,
    isEncrypted: true,
    runningSince: null,
    lastFailure: null,
  },
  backups: [] as object[],
};

const open = (reply: object, answers: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin-dashboard?tab=backups', {
    'GET /api/admin/backups': () => json({ ...settings, ...reply }),
    ...answers,
  });

test('the list shows size and verification of each backup, and the command that restores the newest', async () => {
  open({ backups: [backup, interrupted] });
  const rows = within(await page.findByRole('region', { name: 'Backups' }))
    .getAllByRole('row')
    .slice(1);
  const cells = rows.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent));
  expect(cells).toEqual([
    [name, 'Nightly', '3.3 MB, encrypted', '1,200', '3', 'Passed'],
    [interrupted.name, '–', '–', '–', '–', 'Incomplete'],
  ]);
  expect(page.getByText(`npm run restore -- ${name}`)).toBeTruthy();
  expect(page.getByText(/Every night; the last 14 are kept\. Stored in \/backups, encrypted\./)).toBeTruthy();
});

test('the last failure, and nightly backups that are off, are said with what to do', async () => {
  const lastFailure = { at: '2026-11-28T02:00:00Z', reason: 'The disk of /backups is full.' };
  open({ lastFailure, isNightly: false, isEncrypted: false });
  expect((await page.findByRole('alert')).textContent).toContain('failed: The disk of /backups is full.');
  expect(page.getByText(/No nightly backups: set BACKUP_TO on the server/)).toBeTruthy();
  expect(page.getByText('No backup has been made yet.')).toBeTruthy();
});

test('Back up now starts a backup, and the list follows until it is there', async () => {
  let state: object = {};
  const { user } = open(
    {},
    {
      'GET /api/admin/backups': () => json({ ...settings, ...state }),
      'POST /api/admin/backups': () => {
        state = { runningSince: '2026-11-28T20:40:12Z' };
        return json(state, 202);
      },
    },
  );
  const button = await page.findByRole('button', { name: 'Back up now' });
  await user.click(button);
  await page.findByText(/A backup is being made since/);
  expect(button.getAttribute('aria-busy')).toBe('true');
  state = { backups: [backup] };
  await page.findByText(name);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe(null));
});

test('a backup that another administrator has started is said', async () => {
  const reason = 'A backup is being made already. Wait until it is done.';
  const { user } = open(
    {},
    {
      'POST /api/admin/backups': () => rejection(409, reason),
    },
  );
  await user.click(await page.findByRole('button', { name: 'Back up now' }));
  await waitFor(() => expect(toastsNow()).toEqual([`No backup was started: ${reason}`]));
});

test('bytesText uses the unit that fits', () => {
  expect([0, 1, 999_000, 1_048_576, 5_368_709_120].map(bytesText)).toEqual([
    '0 kB',
    '1 kB',
    '976 kB',
    '1.0 MB',
    '5.0 GB',
  ]);
});
