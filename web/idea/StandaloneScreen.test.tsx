import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { createAppRouter } from '#web/routes.tsx';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { atTheIdea } from './testing.tsx';

/** The script is tested separately. */
vi.mock('#web/script/ScriptView.tsx', () => ({
  ScriptView: ({ project }: { project: Project }) => <p>Script of {project.name}</p>,
}));

freshBrowser();

async function open(addressOf: (code: string) => string, options: Parameters<typeof atTheIdea>[0] = {}) {
  const server = await atTheIdea(options);
  const address = addressOf(server.code);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, server.user);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { server, router, user: userEvent.setup() };
}

test('opens at /project/{id}/idea-development with a back button to the project', async () => {
  const { server, router, user } = await open((code) => `/project/${code}/idea-development`);
  expect((await page.findByRole<HTMLTextAreaElement>('textbox', { name: 'Title' })).value).toBe(
    'Night Ferry',
  );
  expect(page.queryByRole('complementary', { name: 'Project' })).toBeNull();
  expect(page.getAllByRole('main')).toHaveLength(1);
  expect(document.title).toBe('Night Ferry: Idea Development');
  await user.click(page.getByRole('link', { name: 'Back to project' }));
  expect(await page.findByText('Script of Night Ferry')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/projects/${server.code}`);
  expect(await page.findByRole('complementary', { name: 'Project' })).toBeTruthy();
});

test('/projects/{id}/idea-development is a view of the workspace', async () => {
  await open((code) => `/projects/${code}/idea-development`);
  expect(await page.findByRole('textbox', { name: 'Title' })).toBeTruthy();
  const entry = page.getByRole('link', { name: 'Idea Development' });
  expect(entry.getAttribute('aria-current')).toBe('page');
  expect(page.queryByRole('link', { name: 'Back to project' })).toBeNull();
});

test('opens the workspace at /project/{id}/{any other view}', async () => {
  await open((code) => `/project/${code}/script`);
  expect(await page.findByText('Script of Night Ferry')).toBeTruthy();
  expect(await page.findByRole('complementary', { name: 'Project' })).toBeTruthy();
});

test('reports a project that cannot be opened', async () => {
  await open((code) => `/project/${code}/idea-development`, { user: 'sam' });
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
});

test('sends no request for an address without a project id', async () => {
  const { server } = await open(() => '/project/Night/idea-development');
  expect(await page.findByRole('heading', { name: 'Project not found' })).toBeTruthy();
  expect(server.network.calls).toEqual([]);
});

test('the sidebar shows the new name and the new image at once', async () => {
  const { server, user } = await open((code) => `/projects/${code}/idea-development`);
  const title = await page.findByRole('textbox', { name: 'Title' });
  const sidebar = page.getByRole('complementary', { name: 'Project' });
  await user.clear(title);
  await user.type(title, 'Day Ferry');
  await user.tab();
  expect(await within(sidebar).findByText('Day Ferry', { selector: 'p' })).toBeTruthy();
  await user.click(await page.findByRole('button', { name: /^Generate Image/ }));
  await waitFor(() => expect(sidebar.querySelector('img')).toBeTruthy());
  const { conceptImageUrl } = await server.stored();
  expect(sidebar.querySelector('img')?.getAttribute('src')).toBe(conceptImageUrl);
});

test('saves the typed text when another view opens', async () => {
  const { server, user } = await open((code) => `/projects/${code}/idea-development`);
  await user.type(await page.findByRole('textbox', { name: 'Logline' }), ' Again.');
  await user.click(page.getByRole('link', { name: 'Script Editor' }));
  expect(await page.findByText('Script of Night Ferry')).toBeTruthy();
  expect(server.saves()).toMatchObject([{ logline: 'A purser counts one too many. Again.' }]);
});
