import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { TestBrowser } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { createAppRouter } from '#web/routes.tsx';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';

/** Open a page about money in that browser. */
export function openMoney(browser: TestBrowser, path: string) {
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, browser.user);
  window.history.replaceState(null, '', path);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...browser, client, user: userEvent.setup() };
}
