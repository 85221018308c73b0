import { act, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
import { deleteProject, listProjects } from '#shared/contract/projects.ts';
import { removeMember } from '#shared/contract/shares.ts';
import { aBrowser } from '#test/browser.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { openManager, setUpdatedAt } from './testing.tsx';

freshBrowser();

const card = async (name: string) => {
  const link = await page.findByRole('link', { name });
  const article = link.closest('article');
  if (!article) throw new Error(`${name} is not on a card`);
  return within(article);
};

test('shows name, description and date on a card that links to the project under its encoded id', async () => {
  const browser = await aBrowser({ columns: { description: 'One car too many.' } });
  await setUpdatedAt(browser, '2026-01-05T12:00:00Z');
  const { code } = openManager(browser);
  const { getByRole, getByText, queryByText } = await card('Night Ferry');
  expect(getByRole('link', { name: 'Night Ferry' }).getAttribute('href')).toBe(`/projects/${code}`);
  expect(getByText('One car too many.')).toBeTruthy();
  expect(getByText('Updated January 5, 2026')).toBeTruthy();
  expect(queryByText('Owner')).toBeNull();
});

test('shows cards in the order of the server', async () => {
  const browser = await aBrowser();
  await browser.as('olive').post('/api/projects', { name: 'Low Season' });
  openManager(browser);
  await card('Low Season');
  expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Low Season',
    'Night Ferry',
  ]);
});

const exports = [...exportFormatNames.map((format) => exportFormats[format].label), 'Export archive (.zip)'];

for (const [who, badge, items] of [
  ['vic', 'Viewer', [...exports, 'Leave…']],
  ['cora', 'Commenter', [...exports, 'Leave…']],
  ['eddie', 'Editor', ['Rename…', 'Duplicate', ...exports, 'Leave…']],
  ['olive', null, ['Rename…', 'Duplicate', ...exports, 'Delete']],
] satisfies [Name, string | null, string[]][]) {
  test(`offers the role ${badge ?? 'Owner'} its actions in the menu of a project`, async () => {
    const { user } = openManager(await aBrowser({ user: who }));
    const { queryByText, getByRole } = await card('Night Ferry');
    expect(badge === null || queryByText(badge) !== null).toBe(true);
    await user.click(getByRole('button', { name: 'More for Night Ferry' }));
    expect(page.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
  });
}

test('renames a project from its menu', async () => {
  const { user } = openManager(await aBrowser());
  await user.click(await page.findByRole('button', { name: 'More for Night Ferry' }));
  await user.click(page.getByRole('menuitem', { name: 'Rename…' }));
  const name = page.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect([name.value, document.activeElement]).toEqual(['Night Ferry', name]);
  await user.clear(name);
  await user.type(name, 'Day Ferry{Enter}');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(await card('Day Ferry')).toBeTruthy();
});

test('shows a copy first in the list, with a toast', async () => {
  const { user } = openManager(await aBrowser());
  await user.click(await page.findByRole('button', { name: 'More for Night Ferry' }));
  await user.click(page.getByRole('menuitem', { name: 'Duplicate' }));
  expect(await page.findByText('Project duplicated', { selector: 'div' })).toBeTruthy();
  await card('Night Ferry (copy)');
  expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Night Ferry (copy)',
    'Night Ferry',
  ]);
});

test('shows six placeholders while the list loads', async () => {
  const browser = await aBrowser();
  browser.network.hold(listProjects);
  openManager(browser);
  const waiting = await page.findByRole('status', { name: 'Loading projects' });
  expect(waiting.querySelectorAll('[data-placeholder]')).toHaveLength(6);
});

test('offers both ways to create a project when there is none', async () => {
  const { user } = openManager(await aBrowser({ user: 'sam' }));
  expect(await page.findByRole('heading', { name: 'No projects yet' })).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Import Script' }));
  expect(page.getByRole('tab', { name: 'Import Script' }).getAttribute('aria-selected')).toBe('true');
  await user.click(page.getByRole('button', { name: 'Cancel' }));
  await user.click(page.getByRole('button', { name: 'New Project' }));
  expect(page.getByRole('tab', { name: 'Create New' }).getAttribute('aria-selected')).toBe('true');
});

test('shows the reason of a failed list and retries', async () => {
  const browser = await aBrowser();
  browser.network.reject(listProjects, 'unavailable', 'The database is resting.', 1);
  const { user } = openManager(browser);
  expect((await page.findByRole('alert')).textContent).toContain('The database is resting.');
  await user.click(page.getByRole('button', { name: 'Try Again' }));
  expect(await card('Night Ferry')).toBeTruthy();
});

test('shows the logout as a plain link next to the one to the account', async () => {
  openManager(await aBrowser({ user: 'sam' }));
  const logout = await page.findByRole('link', { name: 'Logout' });
  expect(logout.getAttribute('href')).toBe('/api/logout');
  const account = page.getByRole('link', { name: 'Account' });
  expect(account.getAttribute('href')).toBe('/account');
  expect(page.getAllByRole('link')).toEqual([account, logout]);
});

test('changes the theme from the theme menu', async () => {
  const { user } = openManager(await aBrowser({ user: 'sam' }));
  await user.click(await page.findByRole('button', { name: 'Theme: System' }));
  await user.click(page.getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.className).toBe('dark');
});

const askToDelete = async ({ user }: Pick<ReturnType<typeof openManager>, 'user'>) => {
  await user.click(await page.findByRole('button', { name: 'More for Night Ferry' }));
  await user.click(page.getByRole('menuitem', { name: 'Delete' }));
  return within(page.getByRole('alertdialog', { name: 'Delete project' }));
};

test('asks before deleting with the documented texts, and changes nothing on Cancel', async () => {
  const { user, network } = openManager(await aBrowser());
  const dialog = await askToDelete({ user });
  expect(
    dialog.getByText('Are you sure you want to delete "Night Ferry"? This action cannot be undone.'),
  ).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(page.queryByRole('alertdialog')).toBeNull();
  expect(network.writes).toEqual([]);
});

test('removes a deleted project from the list and focuses the heading', async () => {
  const browser = await aBrowser();
  await browser.as('olive').post('/api/projects', { name: 'Low Season' });
  const { user } = openManager(browser);
  const dialog = await askToDelete({ user });
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await page.findByText('Project deleted', { selector: 'div' })).toBeTruthy();
  expect(page.queryByRole('link', { name: 'Night Ferry' })).toBeNull();
  expect(await card('Low Season')).toBeTruthy();
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Projects' }));
});

test('keeps the project and the dialog when a deletion fails', async () => {
  const browser = await aBrowser();
  browser.network.reject(deleteProject, 'internal', 'Something went wrong. Please try again.');
  const { user } = openManager(browser);
  const dialog = await askToDelete({ user });
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await page.findByText('Failed to delete project', { selector: 'div' })).toBeTruthy();
  expect(page.getByText('Something went wrong. Please try again.', { selector: 'div' })).toBeTruthy();
  expect(page.getByRole('alertdialog')).toBeTruthy();
});

test('shows the cached list on return, then the refetched one', async () => {
  const browser = await aBrowser();
  await setUpdatedAt(browser, '2026-01-05T12:00:00Z');
  const { router, code } = openManager(browser);
  await card('Night Ferry');
  await act(() => router.navigate({ to: '/projects/$projectId/{-$view}', params: { projectId: code } }));
  await setUpdatedAt(browser, '2026-02-07T12:00:00Z');
  await act(() => router.navigate({ to: '/' }));
  expect(page.queryByRole('status', { name: 'Loading projects' })).toBeNull();
  expect(await page.findByText('Updated February 7, 2026')).toBeTruthy();
});

test('leaves another owner’s project after confirmation and removes it from the list', async () => {
  const browser = await aBrowser({ user: 'eddie' });
  await browser.as('eddie').post('/api/projects', { name: 'Low Season' });
  const { user, network } = openManager(browser);
  const { getByRole } = await card('Night Ferry');
  await user.click(getByRole('button', { name: 'More for Night Ferry' }));
  await user.click(page.getByRole('menuitem', { name: 'Leave…' }));
  expect(network.callsOf(removeMember)).toEqual([]);
  await user.click(page.getByRole('button', { name: 'Leave' }));
  expect(await page.findByText('Project left')).toBeTruthy();
  expect((await browser.as('eddie').get('/api/projects')).json()).toMatchObject([{ name: 'Low Season' }]);
  await waitFor(() => expect(page.queryByRole('link', { name: 'Night Ferry' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('Projects');
});

test('shows the reason when leaving fails, and allows a retry', async () => {
  const browser = await aBrowser({ user: 'vic' });
  browser.network.reject(removeMember, 'internal', 'Something went wrong. Please try again.');
  const { user } = openManager(browser);
  const { getByRole } = await card('Night Ferry');
  await user.click(getByRole('button', { name: 'More for Night Ferry' }));
  await user.click(page.getByRole('menuitem', { name: 'Leave…' }));
  await user.click(page.getByRole('button', { name: 'Leave' }));
  expect(await page.findByText('Failed to leave project')).toBeTruthy();
  expect(page.getByText('Something went wrong. Please try again.')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Leave' })).toBeTruthy();
});
