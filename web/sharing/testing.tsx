import { QueryClientProvider } from '@tanstack/react-query';
import { screen as page, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import type { AccessEntry } from '#shared/contract/shares.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { ShareDialog } from './ShareDialog.tsx';

type Answers = Parameters<typeof serve>[0];

export const accessPath = '/api/projects/PrQTbI/access';
export const readingLinkPath = '/api/projects/PrQTbI/reading-link';

/** Create an entry of a member who has accepted. */
export function anAccessEntry(changes: Partial<AccessEntry> = {}): AccessEntry {
  return {
    id: 7,
    userId: 'eddie',
    email: 'eddie@example.org',
    role: 'editor',
    status: 'accepted',
    firstName: 'Eddie',
    lastName: 'Editor',
    profileImageUrl: null,
    invitedAt: '2026-11-18T12:00:00.000Z',
    acceptedAt: '2026-11-19T12:00:00.000Z',
    ...changes,
  };
}

/** The entry of Olive, the owner. */
export const ownerEntry = anAccessEntry({
  ...{
    id: 'owner',
    userId: 'olive',
    email: 'olive@example.org',
    role: 'owner',
    firstName: 'Olive',
    lastName: 'Lind',
  },
});

/** Open the share dialog as a user, with a server that returns this list. */
export function openShareDialog(
  list: Partial<AccessEntry>[] = [ownerEntry, anAccessEntry()],
  answers: Answers = {},
  { project = {}, email = 'olive@example.org' }: { project?: Partial<Project>; email?: string } = {},
) {
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const seen = serve({
    [`GET ${accessPath}`]: () => json(list),
    [`GET ${readingLinkPath}`]: () => json({ link: null }),
    ...answers,
  });
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser({ email }));
  const [onLeave, onClose] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ShareDialog project={aProject(project)} onLeave={onLeave} onClose={onClose} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const people = () => within(page.getByRole('list', { name: 'People with access' }));
  return { seen, user, onLeave, onClose, people };
}
