import { QueryClientProvider } from '@tanstack/react-query';
import { screen as page, render, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { aUser, freshBrowser, json, rejection, serve } from '#web/lib/testing.ts';
import { createQueryClient } from './lib/queryClient.ts';
import { Start } from './Start.tsx';

freshBrowser();
beforeEach(() => {
  vi.spyOn(pageNavigation, 'leaveTo').mockImplementation(() => undefined);
});

function open(address: string) {
  window.history.replaceState(null, '', address);
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <Start />
    </QueryClientProvider>,
  );
}

const signedOut = { 'GET /api/auth/user': () => rejection(401, 'Unauthorized') };
const signedIn = { 'GET /api/auth/user': () => json(aUser()), 'GET /api/projects': () => json([]) };

test('shows a full-page "Loading..." until the user is known', () => {
  serve({ 'GET /api/auth/user': () => new Promise(() => undefined) });
  open('/');
  expect(page.getByRole('status').textContent).toBe('Loading...');
});

test('a visitor at / sees the landing page', async () => {
  serve(signedOut);
  open('/');
  expect(await page.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(pageNavigation.leaveTo).not.toHaveBeenCalled();
});

test('a signed-in user at / sees the project manager', async () => {
  serve(signedIn);
  open('/');
  expect(await page.findByText('No projects yet')).toBeTruthy();
});

test('the dashboard is the project manager', async () => {
  serve(signedIn);
  open('/dashboard?payment=success');
  expect(await page.findByText('No projects yet')).toBeTruthy();
});

test('fetches the user once, also after a failure', async () => {
  const seen = serve({ 'GET /api/auth/user': () => rejection(500, 'Something went wrong.') });
  open('/nope');
  await page.findByRole('heading', { name: '404 Page Not Found' });
  expect(seen.filter(({ path }) => path === '/api/auth/user')).toHaveLength(1);
});

for (const address of [
  '/projects/PrQTbI',
  '/projects/PrQTbI/script?panel=comments',
  '/project/PrQTbI/script',
  '/dashboard',
  '/dashboard/PrQTbI?payment=success',
]) {
  test(`a visitor at ${address} is redirected to sign-in, with that address to return to`, async () => {
    const seen = serve(signedOut);
    open(address);
    await waitFor(() => expect(pageNavigation.leaveTo).toHaveBeenCalled());
    expect(pageNavigation.leaveTo).toHaveBeenCalledExactlyOnceWith(
      `/api/login?returnTo=${encodeURIComponent(address)}`,
    );
    expect(seen.map(({ path }) => path)).toEqual(['/api/auth/user']);
  });
}

for (const [who, answers] of Object.entries({ 'a visitor': signedOut, 'a signed-in user': signedIn })) {
  for (const address of [
    '/nope',
    '/projects',
    '/account/more',
    '/billing/more',
    '/projects/PrQTbI/script/more',
  ]) {
    test(`${who} at ${address} sees the not-found page with a way home`, async () => {
      serve(answers);
      open(address);
      expect(await page.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
      expect(page.getByText('Did you forget to add the page to the router?')).toBeTruthy();
      expect(page.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
      expect(pageNavigation.leaveTo).not.toHaveBeenCalled();
    });
  }
}

for (const address of [
  '/admin',
  '/admin/user-invitations',
  '/admin/nothing',
  '/admin-legacy',
  '/admin-dashboard?tab=users',
]) {
  test(`${address} explains to visitors and other users that it needs an administrator`, async () => {
    serve(signedOut);
    const { unmount } = open(address);
    expect(await page.findByRole('heading', { name: 'Admin Access Required' })).toBeTruthy();
    unmount();
    serve(signedIn);
    open(address);
    expect(await page.findByRole('heading', { name: 'Access Denied' })).toBeTruthy();
    expect(pageNavigation.leaveTo).not.toHaveBeenCalled();
  });
}

test('shows an explanation and a retry when the server is unreachable and there are no offline copies', async () => {
  let isAway = true;
  serve({
    ...signedIn,
    'GET /api/auth/user': () => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : json(aUser())),
  });
  open('/projects/PrQTbI/script');
  expect(await page.findByRole('heading', { name: 'Cold Open cannot be reached' })).toBeTruthy();
  expect(pageNavigation.leaveTo).not.toHaveBeenCalled();
  isAway = false;
  window.history.replaceState(null, '', '/');
  page.getByRole('button', { name: 'Try again' }).click();
  expect(await page.findByText('No projects yet')).toBeTruthy();
});
