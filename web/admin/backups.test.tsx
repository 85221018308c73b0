import { screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
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
    lastRestore: null,
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
    [name, 'Nightly', '3.3 MB, encrypted', '1,200', '3', 'Passed', 'Restore'],
    [interrupted.name, '–', '–', '–', '–', 'Incomplete', ''],
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

describe('Restore', () => {
  const restorePath = `POST /api/admin/backups/${name}/restore`;
  const at = '2026-11-29T08:00:00Z';

  /** Confirm the restore of the only backup. */
  async function confirmRestore(user: ReturnType<typeof open>['user']): Promise<void> {
    await user.click(await page.findByRole('button', { name: /^Restore the backup of Nov 28, 2026/ }));
    const question = await page.findByRole('alertdialog', { name: 'Restore this backup?' });
    expect(question.textContent).toContain('The present data is backed up first');
    await user.click(within(question).getByRole('button', { name: 'Restore' }));
  }

  test('asks first, then waits until the server has started again', async () => {
    let answer = () => json({ ...settings, backups: [backup] });
    const { user } = open(
      {},
      {
        'GET /api/admin/backups': () => answer(),
        [restorePath]: () => {
          answer = () => rejection(503, 'The server is restoring a backup.');
          return json({ name }, 202);
        },
      },
    );
    await confirmRestore(user);
    await page.findByText(/is being restored\. The server answers no calls/);
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Back up now' }).disabled).toBe(true);
    const lastRestore = { at, name, reason: null };
    answer = () => json({ ...settings, backups: [backup], lastRestore });
    await page.findByText(/was restored on Nov 29, 2026/, {}, { timeout: 10_000 });
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Back up now' }).disabled).toBe(false);
  });

  test('asks to sign in when the restored data does not have the sign-in', async () => {
    let answer = () => json({ ...settings, backups: [backup] });
    const { user } = open(
      {},
      {
        'GET /api/admin/backups': () => answer(),
        [restorePath]: () => {
          answer = () => rejection(401, 'Unauthorized');
          return json({ name }, 202);
        },
      },
    );
    await confirmRestore(user);
    await page.findByText(/its data does not contain your sign-in/, {}, { timeout: 10_000 });
    expect(page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/api/login');
  });

  test('shows why nothing was restored', async () => {
    const reason = `The backup ${name} has a hole.`;
    const { user } = open({ backups: [backup] }, { [restorePath]: () => rejection(409, reason) });
    await confirmRestore(user);
    await waitFor(() => expect(toastsNow()).toEqual([`Nothing was restored: ${reason}`]));
    expect(page.queryByRole('alertdialog')).toBe(null);
  });

  test('shows why the last restore failed', async () => {
    open({ backups: [backup], lastRestore: { at, name, reason: 'The part tables-2 is damaged.' } });
    expect((await page.findByRole('alert')).textContent).toContain(
      'failed, and the data stayed as it was: The part tables-2 is damaged.',
    );
  });
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
