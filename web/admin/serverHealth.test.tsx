import { screen as page, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { getServerHealth } from '#shared/contract/serverHealth.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { freshBrowser, json } from '#web/lib/testing.ts';
import { healthProblems } from './serverHealth.ts';
import { closeAdminToasts, openAdmin } from './testing.tsx';

freshBrowser();
afterEach(closeAdminToasts);

const now = Date.parse('2026-11-28T12:00:00Z');
const healthy: CallReply<typeof getServerHealth> = {
  ...{ version: '0.1.0', node: 'node-1', startedAt: '2026-11-28T08:00:00Z', status: 'ok' },
  parts: { database: 'ok', redis: 'off', live: 'off', storage: 'ok', mail: 'ok' },
  certificates: [{ part: 'web', address: 'write.example:443', expiresAt: '2027-01-20T00:00:00Z' }],
  disk: { status: 'ok', freeBytes: 5_368_709_120 },
  memory: { resident: 262_144_000, 'cache scripts': 1_048_576 },
  pools: [{ pool: 'writers', used: 3, idle: 1, max: 8, waiting: 0 }],
  queues: { write: { running: 1, waiting: 4 } },
  live: { rooms: 2, connections: { webSocket: 12, eventStream: 0, polling: 0 } },
  workload: {
    ...{ mailsDue: 0, mailsRetrying: 0, mailsAbandoned: 0, mailError: null, videoJobs: 0 },
    ...{ paymentEventsFailed: 0, lastBackupAt: '2026-11-28T02:00:00Z', backupError: null },
  },
  jobs: [
    {
      ...{ name: 'reconciliation', scope: 'installation', endedAt: '2026-11-28T11:30:00Z' },
      ...{ runningSince: null, error: null, failures: 0, nextRunAt: '2026-11-28T12:30:00Z' },
    },
  ],
  slowCalls: {
    ...{ limitMs: 1000, count: 1 },
    latest: [
      {
        ...{ at: '2026-11-28T11:00:00Z', method: 'POST', route: '/api/projects/:id/script/edits' },
        ...{ status: 200, ms: 2400, reason: 'locks' },
      },
    ],
  },
};

describe('healthProblems', () => {
  test('returns nothing for a server without a problem', () => {
    expect(healthProblems(healthy, now)).toEqual([]);
  });

  const workload = healthy.workload as NonNullable<typeof healthy.workload>;
  test.each([
    [
      'an unavailable part',
      { parts: { ...healthy.parts, mail: 'away' as const } },
      /Check the mail settings/,
    ],
    ['a full disk', { disk: { status: 'full' as const, freeBytes: 0 } }, /Free some space/],
    ['waiting calls', { pools: [{ pool: 'writers', used: 8, idle: 0, max: 8, waiting: 9 }] }, /slow calls/],
    [
      'abandoned mails',
      { workload: { ...workload, mailsAbandoned: 2, mailError: 'no such box' } },
      /no such box/,
    ],
    ['a failed backup', { workload: { ...workload, backupError: 'The disk is full.' } }, /failed: The disk/],
    [
      'a certificate that ends soon',
      { certificates: [{ part: 'mail' as const, address: 'a:25', expiresAt: '2026-12-03T12:00:00Z' }] },
      /^The certificate of the mail server \(a:25\) expires on Dec 3, 2026\. Renew it there\.$/,
    ],
    [
      'a certificate that has ended',
      { certificates: [{ part: 'web' as const, address: 'a:443', expiresAt: '2026-11-27T12:00:00Z' }] },
      /expired on Nov 27, 2026/,
    ],
    [
      'a job that failed repeatedly',
      {
        jobs: [
          {
            ...{ name: 'reconciliation' as const, scope: 'installation' as const, endedAt: null },
            ...{ runningSince: null, error: 'No answer', failures: 2, nextRunAt: null },
          },
        ],
      },
      /^“Compare payments with the provider” failed 2 times and is tried again: No answer$/,
    ],
    ['no backup', { workload: { ...workload, lastBackupAt: null } }, /No backup has been made/],
    [
      'an old backup',
      { workload: { ...workload, lastBackupAt: '2026-11-26T02:00:00Z' } },
      /older than a day/,
    ],
  ])('returns a sentence for %s', (_, more, text) => {
    expect(healthProblems({ ...healthy, ...more }, now)).toEqual([expect.stringMatching(text)]);
  });
});

test('HealthTab shows parts, memory, queues and slow calls with their reasons in words', async () => {
  const health = { ...healthy, parts: { ...healthy.parts, storage: 'away' } };
  openAdmin('/admin-dashboard?tab=health', { 'GET /api/admin/health': () => json(health) });
  expect((await page.findByRole('alert')).textContent).toContain('Check the bucket.');
  const cellsOf = (name: string) =>
    within(page.getByRole('region', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cellsOf('Parts')).toContainEqual(['Files', 'Unavailable']);
  expect(cellsOf('Parts')).toContainEqual(['Certificate of write.example:443', 'Until Jan 20, 2027']);
  expect(cellsOf('Parts')).toContainEqual(['Disk', '5.0 GB free, enough']);
  expect(cellsOf('Memory of this node')).toContainEqual(['Cache: scripts', '1.0 MB']);
  expect(cellsOf('Connections and queues of this node')).toContainEqual([
    'Queue: write',
    '1 running, 4 waiting',
  ]);
  expect(cellsOf('Latest slow calls of this node')[0]?.slice(1)).toEqual([
    'POST /api/projects/:id/script/edits',
    '200',
    '2,400',
    'Rows were locked by others',
  ]);
});

test('HealthTab lists the changes of the versions when they are opened', async () => {
  const groups = [{ title: 'Added: Operation', items: ['A button that restores a backup.'] }];
  const { asked, user } = openAdmin('/admin-dashboard?tab=health', {
    'GET /api/admin/health': () => json(healthy),
    'GET /api/admin/changes': () => json([{ version: '0.1.0', date: '2026-12-01', groups }]),
  });
  const summary = await page.findByText('What has changed in version 0.1.0');
  const isAsked = () => asked.some(({ pathname }) => pathname === '/api/admin/changes');
  expect(isAsked()).toBe(false);
  await user.click(summary);
  const changes = within(page.getByRole('region', { name: 'Changes' }));
  expect((await changes.findByRole('heading', { name: '0.1.0, 2026-12-01' })).tagName).toBe('H3');
  expect(changes.getByRole('listitem').textContent).toBe('A button that restores a backup.');
});
