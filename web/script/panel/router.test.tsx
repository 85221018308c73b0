import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { screen as page, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import { aBrowser } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { createAppRouter } from '#web/routes.tsx';
import { currentUserQuery } from '#web/session/auth.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { usePanel } from './usePanel.ts';

let draws = 0;

vi.mock('#web/script/ScriptView.tsx', () => ({
  ScriptView: ({ project }: { project: Project }) => {
    draws++;
    return (
      <>
        <p>Script of {project.name}</p>
        <Panel />
      </>
    );
  },
}));

function Panel() {
  const { panel, assistantTab, open } = usePanel();
  return (
    <button type="button" onClick={() => open('chat', 'comments')}>
      {panel}, {assistantTab}
    </button>
  );
}

freshBrowser();

const { replaceState, pushState } = window.history;
let destroy = () => {};
beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  destroy();
  // The router replaces the functions of the history.
  Object.assign(window.history, { replaceState, pushState });
});

async function openAt(query: string) {
  const { user, code } = await aBrowser();
  const address = `/projects/${code}/script`;
  window.history.pushState(null, '', address + query);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, user);
  const router = createAppRouter();
  destroy = () => router.history.destroy();
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await page.findByText('Script of Night Ferry');
  return { router, address };
}

test('choosing a tab keeps the route and other parameters, renders nothing else, and the back button works', async () => {
  const user = userEvent.setup();
  const { router, address } = await openAt('?draft=2&panel=navigator');
  const before = draws;
  await user.click(page.getByRole('button', { name: 'navigator, chat' }));
  expect(page.getByRole('button', { name: 'chat, comments' })).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ panel: 'chat' }));
  expect(window.location.pathname).toBe(address);
  expect(window.location.search).toBe('?draft=2&panel=chat&assistantTab=comments');
  expect(draws).toBe(before);
  await router.invalidate();
  expect(window.location.search).toBe('?draft=2&panel=chat&assistantTab=comments');
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('keeps the panel and the tab after a reload', async () => {
  await openAt('?panel=chat&assistantTab=suggestions');
  expect(page.getByRole('button', { name: 'chat, suggestions' })).toBeTruthy();
  expect(window.location.search).toBe('?panel=chat&assistantTab=suggestions');
});
