import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aUser, freshBrowser, json, rejection, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { codeOf } from '#web/opening.ts';
import { createAppRouter } from '#web/routes.tsx';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';

/** The workspace that opens afterwards is tested separately. */
vi.mock('#web/workspace/Workspace.tsx', () => ({ Workspace: () => <p>The workspace</p> }));

freshBrowser();

type Answers = Parameters<typeof serve>[0];

const token = 'a-b_C';
const path = `/api/invitations/${token}`;
const invitation = {
  ...{ projectName: 'Night Ferry', role: 'editor', projectId: 1, expiresAt: '2026-11-27T12:00:00Z' },
};
const forOlive = { ...invitation, email: 'olive@example.org' };
const joined = { projectId: 1, encodedProjectId: 'PrQTbI', role: 'editor' };

function open(
  answers: Answers,
  { isSignedIn = true, address = `/invite/${token}`, client = createQueryClient() } = {},
) {
  for (const { id } of currentToasts()) dismissToast(id);
  const seen = serve({ 'GET /api/projects': () => json([]), ...answers });
  client.setQueryData(currentUserQuery.queryKey, isSignedIn ? aUser() : null);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { seen, router, client, user: userEvent.setup() };
}

const acceptButton = () => page.findByRole('button', { name: 'Accept Invitation' });

test('shows the project, the capitalised role, the addressee and the expiry', async () => {
  open({ [`GET ${path}`]: () => json(forOlive) });
  expect(await page.findByRole('heading', { name: 'Night Ferry' })).toBeTruthy();
  expect(page.getByText('Editor').tagName).toBe('B');
  expect(
    page.getByText('The invitation is for olive@example.org and ends on November 27, 2026.'),
  ).toBeTruthy();
  expect(document.title).toBe('Invitation to Night Ferry');
  expect(page.queryByRole('link', { name: 'Sign in to accept' })).toBeNull();
});

test('shows a loading message', async () => {
  open({ [`GET ${path}`]: () => new Promise<Response>(() => undefined) });
  expect(await page.findByText('Loading...')).toBeTruthy();
});

test('shows that an unknown, used or expired invitation is not found', async () => {
  open({ [`GET ${path}`]: () => rejection(404, 'Invitation Not Found') });
  expect(await page.findByRole('heading', { name: 'Invitation Not Found' })).toBeTruthy();
  expect(page.getByText('This invitation may have expired or has already been used.')).toBeTruthy();
});

for (const address of ['/invite', '/invite/', '/invite/%20']) {
  test(`reports ${address} as invalid without a call`, async () => {
    const { seen } = open({}, { address });
    expect(await page.findByRole('heading', { name: 'Invalid Invitation' })).toBeTruthy();
    expect(seen).toEqual([]);
  });
}

test('offers a retry when there is no answer', async () => {
  let isThere = false;
  const { user } = open({ [`GET ${path}`]: () => (isThere ? json(forOlive) : rejection(500, 'Broken')) });
  const again = await page.findByRole('button', { name: 'Try again' });
  isThere = true;
  await user.click(again);
  expect(await acceptButton()).toBeTruthy();
});

test('Accept joins the project, shows a message, and opens the project after two seconds', async () => {
  await Promise.all([codeOf['invite/InvitationScreen.tsx'].load(), codeOf['workspace/Workspace.tsx'].load()]);
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const { seen, router } = open({
    [`GET ${path}`]: () => json(forOlive),
    [`POST ${path}/accept`]: () => json(joined),
  });
  await pass(50);
  fireEvent.click(page.getByRole('button', { name: 'Accept Invitation' }));
  // The answer arrives without delay in this test.
  await pass(0);
  expect(page.getByText(/You have joined as/)).toBeTruthy();
  expect(page.queryByText(/The invitation/)).toBeNull();
  expect(seen.map(({ method, path: to }) => `${method} ${to}`)).toContain(`POST ${path}/accept`);
  await pass(1900);
  expect(router.state.location.pathname).toBe(`/invite/${token}`);
  await pass(100);
  expect(router.state.location.pathname).toBe('/projects/PrQTbI');
});

for (const [status, body, text] of [
  [403, { error: 'This invitation was sent to a different email address.' }, /^This invitation was sent/],
  [410, { error: 'It is over.', message: 'Another text' }, 'It is over.'],
  [500, {}, 'Please try again.'],
] as const) {
  test(`shows a rejection with ${status}, and offers a retry`, async () => {
    let isRejected = true;
    const { user } = open({
      [`GET ${path}`]: () => json(forOlive),
      [`POST ${path}/accept`]: () => (isRejected ? json(body, status) : json(joined)),
    });
    await user.click(await acceptButton());
    expect(await page.findByText('Failed to accept invitation')).toBeTruthy();
    expect(page.getAllByText(text)).toHaveLength(2);
    isRejected = false;
    await user.click(page.getByRole('button', { name: 'Try again' }));
    expect(await page.findByText(/You have joined as/)).toBeTruthy();
  });
}

test('asks a visitor to sign in, and returns afterwards', async () => {
  const { seen, router, user } = open({ [`GET ${path}`]: () => json(invitation) }, { isSignedIn: false });
  const link = await page.findByRole('link', { name: 'Sign in to accept' });
  expect(link.getAttribute('href')).toBe(`/api/login?invite=${token}`);
  await user.click(await acceptButton());
  expect(await page.findByText('Please sign in')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
  const logins = await page.findAllByRole('link', { name: 'Login' });
  expect(logins[0]?.getAttribute('href')).toBe(`/api/login?invite=${token}`);
});

test('asks a user whose session ended to sign in', async () => {
  const { router, user } = open({
    [`GET ${path}`]: () => json(forOlive),
    [`POST ${path}/accept`]: () => rejection(401, 'Unauthorized'),
  });
  await user.click(await acceptButton());
  expect(await page.findByText('Please sign in')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('warns a user who is signed in with another address', async () => {
  open({ [`GET ${path}`]: () => json(invitation) });
  expect(await page.findByText(/sent to a different email address/)).toBeTruthy();
  expect(page.getByText(/You are signed in as olive@example.org/)).toBeTruthy();
  const out = page.getByRole('link', { name: 'Log out to use another' });
  expect(out.getAttribute('href')).toBe('/api/logout');
});

test('is fetched once within five minutes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] });
  const answers = { [`GET ${path}`]: () => json(forOlive) };
  const { seen, client } = open(answers);
  await acceptButton();
  const again = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    cleanup();
    const { seen: later } = open(answers, { client });
    await acceptButton();
    return later.filter((call) => call.path === path).length;
  };
  expect(seen.filter((call) => call.path === path)).toHaveLength(1);
  expect(await again(4.9)).toBe(0);
  expect(await again(0.2)).toBe(1);
});
