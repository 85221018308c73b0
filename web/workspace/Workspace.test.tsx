import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { exportScript, getProject, type Project } from '#shared/contract/projects.ts';
import { getReadingLink } from '#shared/contract/readingLinks.ts';
import { listAccess } from '#shared/contract/shares.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { aBrowser, type BrowserOptions, type TestBrowser } from '#test/browser.ts';

import { reportAccessRejection } from '#web/lib/accessRejected.ts';
import { reportServerReached, reportServerUnreached } from '#web/lib/connection.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { changeScreen, freshBrowser } from '#web/lib/testing.ts';
import { createAppRouter } from '#web/routes.tsx';
import { openTabStorage } from '#web/scriptSync/tabStorage.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { shellFrameCode } from './laterFrame.tsx';

/** The view is tested separately. */
vi.mock('#web/script/ScriptView.tsx', () => ({
  ScriptView: ({ project }: { project: Project }) => <p>Script of {project.name}</p>,
}));

freshBrowser();

// Tests expect the frame at once.
await shellFrameCode.load();

interface WorkspaceOptions extends BrowserOptions {
  prepare?: (browser: TestBrowser) => unknown;
}

/** Open the application at an address, in which CODE is replaced by the project's code. */
async function open(at: string, { prepare, ...options }: WorkspaceOptions = {}) {
  const browser = await aBrowser(options);
  await prepare?.(browser);
  const address = at.replace('CODE', browser.code);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, browser.user);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...browser, router, user: userEvent.setup() };
}

const opened = () => page.findByText('Script of Night Ferry');
const sidebar = () => within(page.getByRole('complementary', { name: 'Project' }));

for (const address of [
  '/projects/CODE',
  '/projects/CODE/script',
  '/projects/CODE/xyz',
  '/project/CODE',
  '/project/CODE/script',
  '/dashboard/CODE',
]) {
  test(`${address} opens the script`, async () => {
    await open(address);
    await opened();
    expect(page.getByRole('link', { name: 'Script Editor' }).getAttribute('aria-current')).toBe('page');
    expect(document.title).toBe('Night Ferry: Script Editor');
  });
}

for (const code of ['unauthorized', 'not_found', 'internal'] satisfies ErrorCode[]) {
  test(`a project that answers ${code} is "Project not found"`, async () => {
    await open('/projects/CODE', { prepare: ({ network }) => network.reject(getProject, code) });
    expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
    expect(page.getByRole('link', { name: 'Go to your projects' })).toBeTruthy();
  });
}

test('shows "Project not found" without a call for an address without a project id', async () => {
  const { network } = await open('/projects/Night');
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
  expect(network.calls).toEqual([]);
});

test('the sidebar shows the project and the user', async () => {
  const updatedAt = new Date(Date.now() - 4 * 60_000);
  const { people } = await open('/projects/CODE', { user: 'eddie', columns: { updatedAt } });
  await opened();
  expect(sidebar().getByText('Night Ferry', { selector: 'p' })).toBeTruthy();
  expect(sidebar().getByText(/Last edited/).textContent).toBe('Last edited 4 minutes ago');
  expect(sidebar().getByText(people.eddie.email)).toBeTruthy();
  expect(sidebar().getByText('EE')).toBeTruthy();
  expect(sidebar().getByText('Editor')).toBeTruthy();
  expect(sidebar().getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/api/logout');
});

test('Manage Projects opens the project manager', async () => {
  const { router, user } = await open('/projects/CODE');
  await opened();
  await user.click(sidebar().getByRole('link', { name: 'Manage Projects' }));
  await page.findByRole('heading', { name: 'Projects' });
  expect(router.state.location.pathname).toBe('/');
});

test("the sidebar can be narrowed, which is stored, and keeps the entries' names", async () => {
  const { user } = await open('/projects/CODE');
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

test('the first Tab stop is a link past the sidebar', async () => {
  const { user } = await open('/projects/CODE');
  await opened();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  expect(document.activeElement?.getAttribute('href')).toBe(`#${page.getByRole('main').id}`);
});

test('the theme menu offers Light, Dark and System and applies the choice', async () => {
  const { user } = await open('/projects/CODE');
  await opened();
  await user.click(page.getByRole('button', { name: 'Theme: System' }));
  const names = page.getAllByRole('menuitemradio').map((item) => item.textContent);
  expect(names).toEqual(['Light', 'Dark', 'System']);
  await user.click(page.getByRole('menuitemradio', { name: 'Dark' }));
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
  expect(document.documentElement.classList.contains('dark')).toBe(true);
});

test('under 768 px the menu slides in, traps the focus, and Escape returns it', async () => {
  changeScreen({ widthPx: 767 });
  const { user } = await open('/projects/CODE');
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

test('has a sidebar and no menu button at 768 px', async () => {
  changeScreen({ widthPx: 768 });
  await open('/projects/CODE');
  await opened();
  expect(page.getByRole('complementary', { name: 'Project' })).toBeTruthy();
  expect(page.queryByRole('button', { name: 'Open the menu' })).toBeNull();
});

/** Record the names of downloaded files. */
function savedNames(): string[] {
  const names: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

test('Export PDF shows toasts at start and completion, and names the file after the project', async () => {
  const names = savedNames();
  const { user, network } = await open('/projects/CODE', { columns: { name: 'My Film: Part 2' } });
  const release = network.hold(exportScript);
  await page.findByText('Script of My Film: Part 2');
  await user.click(page.getByRole('button', { name: 'Export PDF' }));
  expect(await page.findByText('Export started')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Export PDF' }).hasAttribute('disabled')).toBe(true);
  release();
  expect(await page.findByText('Export complete')).toBeTruthy();
  expect(names).toEqual(['My_Film__Part_2_script.pdf']);
});

test('disables export without a connection, with the reason', async () => {
  const { user } = await open('/projects/CODE');
  await opened();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(reportServerUnreached);
  const button = page.getByRole('button', { name: 'Export PDF', description: 'Requires a connection.' });
  expect(button.hasAttribute('disabled')).toBe(true);
  await user.click(page.getByRole('button', { name: 'Other formats' }));
  const items = await page.findAllByRole('menuitem');
  expect(items.filter((item) => item.getAttribute('aria-disabled') !== 'true')).toEqual([]);
  act(reportServerReached);
  expect(page.getByRole('button', { name: 'Export PDF' }).hasAttribute('disabled')).toBe(false);
});

test('reports a rejected export, and saves nothing', async () => {
  const names = savedNames();
  const { user, network } = await open('/projects/CODE');
  network.reject(exportScript, 'internal');
  await opened();
  await user.click(page.getByRole('button', { name: 'Export PDF' }));
  expect(await page.findByText('Export failed')).toBeTruthy();
  expect(page.getByText('Failed to export your script. Please try again.')).toBeTruthy();
  expect(names).toEqual([]);
});

test('lets the browser download the archive', async () => {
  const links: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) links.push(this.getAttribute('href'));
  });
  const { code, user } = await open('/projects/CODE');
  await opened();
  await user.click(page.getByRole('button', { name: 'Other formats' }));
  await user.click(page.getByRole('menuitem', { name: 'Export archive (.zip)' }));
  expect(links).toEqual([`/api/projects/${code}/export/archive`]);
  expect(await page.findByText('Export started')).toBeTruthy();
});

test('the sidebar links to the account', async () => {
  await open('/projects/CODE');
  await opened();
  expect(sidebar().getByRole('link', { name: 'Manage Account' }).getAttribute('href')).toBe('/account');
});

for (const [item, name] of [
  ['Export Final Draft (FDX)', 'Night_Ferry_script.fdx'],
  ['Export Fountain', 'Night_Ferry_script.fountain'],
  ['Export Word (DOCX)', 'Night_Ferry_script.docx'],
] as const) {
  test(`${item} saves ${name}`, async () => {
    const names = savedNames();
    const { user } = await open('/projects/CODE');
    await opened();
    await user.click(page.getByRole('button', { name: 'Other formats' }));
    await user.click(page.getByRole('menuitem', { name: item }));
    await waitFor(() => expect(names).toEqual([name]));
  });
}

test('the message of an export names what the file does not hold', async () => {
  savedNames();
  const { user } = await open('/projects/CODE', { columns: { sourceExtras: { fdx: {} } } });
  await opened();
  await user.click(page.getByRole('button', { name: 'Other formats' }));
  await user.click(page.getByRole('menuitem', { name: 'Export Fountain' }));
  const text =
    'The Fountain file does not contain: revisions, tags and other content of the Final Draft file.';
  expect(await page.findByText(text)).toBeTruthy();
});

test('Share opens the share dialog, which fetches its list only then', async () => {
  const { network, user } = await open('/projects/CODE', { user: 'eddie' });
  await opened();
  const requests = () => network.callsOf(listAccess);
  expect(requests()).toEqual([]);
  const button = sidebar().getByRole('button', { name: 'Share' });
  await user.click(button);
  expect(await page.findByRole('dialog', { name: 'Share Night Ferry' })).toBeTruthy();
  await waitFor(() => expect(requests()).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('on a phone the menu closes when the share dialog opens', async () => {
  changeScreen({ widthPx: 767 });
  const { user } = await open('/projects/CODE', { user: 'vic' });
  await opened();
  await user.click(page.getByRole('button', { name: 'Open the menu' }));
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Share' }));
  expect(await page.findByRole('dialog', { name: 'Share Night Ferry' })).toBeTruthy();
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1));
});

test('opens the project manager after leaving a project', async () => {
  const { router, user } = await open('/projects/CODE', { user: 'vic' });
  await opened();
  await user.click(sidebar().getByRole('button', { name: 'Share' }));
  await user.click(await page.findByRole('button', { name: 'Leave project…' }));
  await user.click(page.getByRole('button', { name: 'Leave' }));
  await page.findByText('No projects yet');
  expect(router.state.location.pathname).toBe('/');
});

test('notices a changed role or removed access with the first rejected call', async () => {
  const { network, user } = await open('/projects/CODE');
  await opened();
  expect(sidebar().getByText('Owner')).toBeTruthy();
  // As if the project had been transferred to another owner.
  network.amend(getProject, (reply) => ({ ...reply, role: 'editor' }));
  network.reject(getReadingLink, 'forbidden');
  await user.click(sidebar().getByRole('button', { name: 'Share' }));
  const requestCount = () => network.callsOf(getProject).length;
  await waitFor(() => expect(requestCount()).toBe(2));
  await waitFor(() => expect(page.queryByLabelText('Invite by email')).toBeNull());
  await user.keyboard('{Escape}');
  expect(await sidebar().findByText('Editor')).toBeTruthy();

  network.reject(getProject, 'not_found');
  act(() => reportAccessRejection(404, '/api/projects/:id/comments'));
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
  expect(requestCount()).toBe(3);
});

test('refetches the project when the live channel is rejected', async () => {
  const sockets: EventTarget[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: string) {
        super(address);
        sockets.push(this);
      }
      open() {}
    },
  );
  const { network } = await open('/projects/CODE', { user: 'vic' });
  await opened();
  await waitFor(() => expect(sockets).toHaveLength(1));
  network.reject(getProject, 'not_found');
  act(() => sockets[0]?.dispatchEvent(new CloseEvent('close', { code: 1006 })));
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
});

test('explains without a connection that a project never opened here is not available offline, and offers a retry', async () => {
  const { network, user } = await open('/projects/CODE/script', {
    prepare: (browser) => {
      browser.network.isOffline = true;
    },
  });
  expect(await page.findByRole('heading', { name: 'Not available offline' })).toBeTruthy();
  network.isOffline = false;
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await opened();
});

test('offers unsent text of a deleted project until the user discards it', async () => {
  const written = { elementType: 'action', content: 'Gulls.', key: -1 } as const;
  const { user } = await open('/projects/CODE/script', {
    user: 'sam',
    prepare: ({ people, project }) =>
      openTabStorage(people.sam.id, project.id).storeChanges([
        {
          key: 'one',
          label: null,
          type: 'edit',
          edits: [{ type: 'insert', afterId: null, elements: [written] }],
        },
      ]),
  });
  await page.findByRole('heading', { name: 'Project not found' });
  const left = within(page.getByRole('region', { name: 'Unsent text' }));
  await user.click(left.getByRole('button', { name: 'Copy my text' }));
  expect(await navigator.clipboard.readText()).toBe('Gulls.');
  await user.click(left.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.queryByRole('region', { name: 'Unsent text' })).toBeNull());
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cold-open:kept'))).toEqual([]);
});
