import { screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AdminUser, UserActivity } from '#shared/contract/admin.ts';
import { freshBrowser, json, rejection } from '#web/lib/testing.ts';
import { closeAdminToasts, openAdmin, toastsNow } from './testing.tsx';

freshBrowser();
afterEach(closeAdminToasts);

const olive: AdminUser = {
  ...{ id: 'olive', email: 'olive@example.com', firstName: 'Olive', lastName: 'Owner' },
  ...{ creditBalance: 1234.5, subscriptionStatus: 'active', projects: 3, aiRequests: 4100, aiCost: 12.3 },
  ...{ createdAt: '2026-01-05T12:00:00Z', lastActiveAt: null },
};

const login: UserActivity = {
  ...{ id: 1, userId: 'olive', email: 'olive@example.com', projectId: null, action: 'auth.login' },
  ...{ details: null, ipAddress: '198.51.100.7', userAgent: null, sessionDuration: null },
  createdAt: '2026-01-05T12:00:00Z',
};

test('lists users with their figures', async () => {
  openAdmin('/admin-dashboard?tab=users', { 'GET /api/admin/users': () => json([olive]) });
  const row = within((await page.findByText('Olive Owner')).closest('tr') as HTMLElement);
  const cells = row.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual([
    ...['Olive Owner', 'olive@example.com', 'Jan 5, 2026', '–', 'active', '3', '4,100', '$12.30', '1,234.5'],
    'Sign out',
  ]);
});

test('signs a user out in all browsers, after a confirmation', async () => {
  let answer = () => rejection(404, 'User not found');
  const { user, asked } = openAdmin('/admin-dashboard?tab=users', {
    'GET /api/admin/users': () => json([olive]),
    'DELETE /api/admin/users/olive/sessions': () => answer(),
  });
  const signOut = async () => {
    await user.click(await page.findByRole('button', { name: 'Sign out olive@example.com' }));
    const question = await page.findByRole('alertdialog', { name: 'Sign this user out?' });
    expect(asked.filter(({ pathname }) => pathname.endsWith('/sessions'))).toHaveLength(ordered);
    await user.click(within(question).getByRole('button', { name: 'Sign out' }));
    ordered += 1;
  };
  let ordered = 0;
  await signOut();
  await waitFor(() => expect(toastsNow()).toEqual(['Nobody was signed out: User not found']));
  answer = () => json({ ended: 2 });
  await signOut();
  await waitFor(() => expect(toastsNow()).toContain('User signed out: olive@example.com: 2 browsers.'));
});

test('lists activity with its users, twenty entries to a page', async () => {
  const invited = {
    ...login,
    id: 2,
    email: null,
    action: 'admin.invite',
    details: { expireDays: 7, more: [1] },
  };
  const { asked } = openAdmin('/admin-dashboard?tab=activity', {
    'GET /api/admin/user-activity': () => json([login, invited]),
  });
  const row = within((await page.findByText('auth.login')).closest('tr') as HTMLElement);
  expect(row.getByText('olive@example.com')).toBeDefined();
  expect(row.getByText('198.51.100.7')).toBeDefined();
  expect(page.getByText('expireDays: 7, more: [1]')).toBeDefined();
  const list = asked.find(({ pathname }) => pathname === '/api/admin/user-activity');
  expect(Object.fromEntries(list?.searchParams ?? [])).toMatchObject({ limit: '21' });
});

test('stores the tab in the address, and shows the first tab for an unknown one', async () => {
  const { user, router } = openAdmin('/admin-dashboard?tab=nothing');
  const selected = () => page.getByRole('tab', { selected: true }).textContent;
  await page.findByRole('heading', { name: 'Admin dashboard' });
  expect(selected()).toBe('AI Usage');
  await user.click(page.getByRole('tab', { name: 'Activity' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'activity' }));
  expect(selected()).toBe('Activity');
  expect(page.getByRole('link', { name: 'Admin panel' }).getAttribute('href')).toBe('/admin');
});
