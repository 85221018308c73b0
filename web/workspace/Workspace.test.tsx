import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import { noteRefusal } from '#web/lib/accessRefused.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, changeScreen, freshBrowser, json, refusal, serve } from '#web/lib/testing.ts';
import { createAppRouter } from '#web/routes.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';

/** The view itself has tests of its own. */
vi.mock('#web/script/ScriptView.tsx', () => ({
  ScriptView: ({ project }: { project: Project }) => <p>Script of {project.name}</p>,
}));

freshBrowser();

type Answers = Parameters<typeof serve>[0];

function open(address: string, answers: Answers = { 'GET /api/projects/PrQTbI': () => json(aProject()) }) {
  const seen = serve({ 'GET /api/projects': () => json([]), ...answers });
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser());
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { seen, router, user: userEvent.setup() };
}

const opened = () => page.findByText('Script of Night Ferry');
const sidebar = () => within(page.getByRole('complementary', { name: 'Project' }));

for (const address of [
  '/projects/PrQTbI',
  '/projects/PrQTbI/script',
  '/projects/PrQTbI/xyz',
  '/project/PrQTbI',
  '/project/PrQTbI/script',
  '/dashboard/PrQTbI',
]) {
  test(`${address} opens the script`, async () => {
    open(address);
    await opened();
    expect(page.getByRole('link', { name: 'Script Editor' }).getAttribute('aria-current')).toBe('page');
    expect(document.title).toBe('Night Ferry: Script Editor');
  });
}

for (const status of [401, 404, 500]) {
  test(`a project that answers ${status} is "Project not found"`, async () => {
    open('/projects/PrQTbI', { 'GET /api/projects/PrQTbI': () => refusal(status, 'No') });
    expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
    expect(page.getByRole('link', { name: 'Go to your projects' })).toBeTruthy();
  });
}

test('an address that holds no project id is "Project not found" without a call', async () => {
  const { seen } = open('/projects/Night');
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
  expect(seen).toEqual([]);
});

test('the sidebar shows the project and who is here', async () => {
  open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () =>
      json(aProject({ role: 'editor', updatedAt: new Date(Date.now() - 4 * 60_000).toISOString() })),
  });
  await opened();
  expect(sidebar().getByText('Night Ferry', { selector: 'p' })).toBeTruthy();
  expect(sidebar().getByText(/Last edited/).textContent).toBe('Last edited 4 minutes ago');
  expect(sidebar().getByText('olive@example.org')).toBeTruthy();
  expect(sidebar().getByText('OL')).toBeTruthy();
  expect(sidebar().getByText('Editor')).toBeTruthy();
  expect(sidebar().getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/api/logout');
});

test('Manage Projects leads to the project manager', async () => {
  const { router, user } = open('/projects/PrQTbI');
  await opened();
  await user.click(sidebar().getByRole('link', { name: 'Manage Projects' }));
  await page.findByText('No projects yet');
  expect(router.state.location.pathname).toBe('/');
});

test('the sidebar narrows, remembers it, and still names its entries', async () => {
  const { user } = open('/projects/PrQTbI');
  await opened();
  await user.click(page.getByRole('button', { name: 'Narrow the sidebar' }));
  expect(sidebar().queryByText('Script Editor')).toBeNull();
  for (const name of ['Script Editor', 'Manage Projects', 'Logout']) {
    expect(sidebar().getByRole('link', { name })).toBeTruthy();
  }
  expect(localStorage.getItem('cold-open-sidebar')).toBe('narrow');
  await user.click(page.getByRole('button', { name: 'Widen the sidebar' }));
  expect(sidebar().getByText('Script Editor')).toBeTruthy();
});

test('the first stop of the Tab key leads past the sidebar', async () => {
  const { user } = open('/projects/PrQTbI');
  await opened();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  expect(document.activeElement?.getAttribute('href')).toBe(`#${page.getByRole('main').id}`);
});

test('the theme menu offers Light, Dark and System and applies the choice', async () => {
  const { user } = open('/projects/PrQTbI');
  await opened();
  await user.click(page.getByRole('button', { name: 'Theme: System' }));
  const names = page.getAllByRole('menuitemradio').map((item) => item.textContent);
  expect(names).toEqual(['Light', 'Dark', 'System']);
  await user.click(page.getByRole('menuitemradio', { name: 'Dark' }));
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
  expect(document.documentElement.classList.contains('dark')).toBe(true);
});

test('under 768 px the menu slides in, holds the focus, and Escape gives it back', async () => {
  changeScreen({ widthPx: 767 });
  const { user } = open('/projects/PrQTbI');
  await opened();
  expect(page.queryByRole('complementary')).toBeNull();
  const button = page.getByRole('button', { name: 'Open the menu' });
  await user.click(button);
  const menu = page.getByRole('dialog');
  expect(within(menu).getByRole('link', { name: 'Script Editor' })).toBeTruthy();
  expect(menu.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  expect(page.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('at 768 px there is a sidebar and no menu button', async () => {
  changeScreen({ widthPx: 768 });
  open('/projects/PrQTbI');
  await opened();
  expect(page.getByRole('complementary', { name: 'Project' })).toBeTruthy();
  expect(page.queryByRole('button', { name: 'Open the menu' })).toBeNull();
});

const pdf = 'GET /api/projects/PrQTbI/export/pdf';

/** The names under which files reach the browser's downloads. */
function savedNames(): string[] {
  const names: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

test('Export PDF says that it started, saves the file under the project name, and says when it is complete', async () => {
  const names = savedNames();
  let finish = (_: Response) => {};
  const { user } = open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () => json(aProject({ name: 'My Film: Part 2' })),
    [pdf]: () => new Promise((resolve) => (finish = resolve)),
  });
  await page.findByText('Script of My Film: Part 2');
  await user.click(page.getByRole('button', { name: 'Export PDF' }));
  expect(await page.findByText('Export started')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Export PDF' }).hasAttribute('disabled')).toBe(true);
  finish(new Response('%PDF'));
  expect(await page.findByText('Export complete')).toBeTruthy();
  expect(names).toEqual(['My_Film__Part_2_script.pdf']);
});

test('an export that is refused says so and saves nothing', async () => {
  const names = savedNames();
  const { user } = open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () => json(aProject()),
    [pdf]: () => refusal(500, 'Broken'),
  });
  await opened();
  await user.click(page.getByRole('button', { name: 'Export PDF' }));
  expect(await page.findByText('Export failed')).toBeTruthy();
  expect(page.getByText('Failed to export your script. Please try again.')).toBeTruthy();
  expect(names).toEqual([]);
});

test('the archive is fetched by the browser itself, into its downloads', async () => {
  const links: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) links.push(this.getAttribute('href'));
  });
  const { user } = open('/projects/PrQTbI');
  await opened();
  await user.click(page.getByRole('button', { name: 'Other formats' }));
  await user.click(page.getByRole('menuitem', { name: 'Export archive (.zip)' }));
  expect(links).toEqual(['/api/projects/PrQTbI/export/archive']);
  expect(await page.findByText('Export started')).toBeTruthy();
});

test('the sidebar leads to the account', async () => {
  open('/projects/PrQTbI');
  await opened();
  expect(sidebar().getByRole('link', { name: 'Manage Account' }).getAttribute('href')).toBe('/account');
});

for (const [item, format, name] of [
  ['Export Final Draft (FDX)', 'fdx', 'Night_Ferry_script.fdx'],
  ['Export Fountain', 'fountain', 'Night_Ferry_script.fountain'],
] as const) {
  test(`${item} saves ${name}`, async () => {
    const names = savedNames();
    const { user } = open('/projects/PrQTbI', {
      'GET /api/projects/PrQTbI': () => json(aProject()),
      [`GET /api/projects/PrQTbI/export/${format}`]: () => new Response('a file'),
    });
    await opened();
    await user.click(page.getByRole('button', { name: 'Other formats' }));
    await user.click(page.getByRole('menuitem', { name: item }));
    await waitFor(() => expect(names).toEqual([name]));
  });
}

const access = 'GET /api/projects/PrQTbI/access';

test('Share opens the window of sharing, whose list is asked for only then', async () => {
  const { seen, user } = open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () => json(aProject({ role: 'editor' })),
    [access]: () => json([]),
  });
  await opened();
  const asked = () => seen.filter(({ method, path }) => `${method} ${path}` === access);
  expect(asked()).toEqual([]);
  const button = sidebar().getByRole('button', { name: 'Share' });
  await user.click(button);
  expect(await page.findByRole('dialog', { name: 'Share Night Ferry' })).toBeTruthy();
  await waitFor(() => expect(asked()).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('on a phone the menu makes room for the window of sharing', async () => {
  changeScreen({ widthPx: 767 });
  const { user } = open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () => json(aProject({ role: 'viewer' })),
    [access]: () => json([]),
  });
  await opened();
  await user.click(page.getByRole('button', { name: 'Open the menu' }));
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Share' }));
  expect(await page.findByRole('dialog', { name: 'Share Night Ferry' })).toBeTruthy();
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1));
});

test('whoever leaves from there comes to their projects', async () => {
  const { router, user } = open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () => json(aProject({ role: 'viewer' })),
    [access]: () => json([{ id: 7, email: 'olive@example.org', role: 'viewer' }]),
    'DELETE /api/projects/PrQTbI/access/7': () => new Response(null, { status: 204 }),
  });
  await opened();
  await user.click(sidebar().getByRole('button', { name: 'Share' }));
  await user.click(await page.findByRole('button', { name: 'Leave project…' }));
  await user.click(page.getByRole('button', { name: 'Leave' }));
  await page.findByText('No projects yet');
  expect(router.state.location.pathname).toBe('/');
});

test('a role that was changed meanwhile shows with the first refusal, and so does access that was taken', async () => {
  let project = () => json(aProject({ role: 'owner' }));
  const { seen, user } = open('/projects/PrQTbI', {
    'GET /api/projects/PrQTbI': () => project(),
    [access]: () => json([]),
    'GET /api/projects/PrQTbI/reading-link': () => refusal(403, "You don't have permission to do this."),
  });
  await opened();
  expect(sidebar().getByText('Owner')).toBeTruthy();
  project = () => json(aProject({ role: 'editor' }));
  await user.click(sidebar().getByRole('button', { name: 'Share' }));
  expect(await page.findByText('Editor')).toBeTruthy();
  expect(page.queryByLabelText('Invite by email')).toBeNull();
  const asked = () => seen.filter(({ path }) => path === '/api/projects/PrQTbI').length;
  expect(asked()).toBe(2);
  await user.keyboard('{Escape}');

  project = () => refusal(404, 'Project not found');
  act(() => noteRefusal(404, '/api/projects/:id/comments'));
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
  expect(asked()).toBe(3);
});
