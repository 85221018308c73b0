import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { listSessions, photoLimitBytes, updateProfile, uploadPhoto } from '#shared/contract/account.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { aPng } from '#test/pictures.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { openAccount } from './testing.tsx';

freshBrowser();

const section = async (name: string) => within(await page.findByRole('region', { name }));
/** Return whether a button is off. It stays focusable, so `disabled` is not set. */
const isOff = (button: HTMLElement) =>
  (button as HTMLButtonElement).disabled || button.getAttribute('aria-disabled') === 'true';
const messageText = (text: string) => page.findByText(text, { selector: 'div' });
const stored = async ({ db, people }: Pick<TestBrowser, 'db' | 'people'>) =>
  (await db.select().from(users).where(eq(users.id, people.olive.id)))[0];

async function leaving() {
  return vi.spyOn(pageNavigation, 'leaveTo').mockImplementation(() => undefined);
}

test('names are changed, and shown wherever the user appears', async () => {
  const { user, client, ...browser } = openAccount(await aBrowser());
  const { getByRole, getByLabelText } = await section('Personal information');
  const first = getByLabelText<HTMLInputElement>('First name');
  expect([first.value, getByLabelText<HTMLInputElement>('Last name').value]).toEqual(['Olive', 'Owner']);
  const save = getByRole('button', { name: 'Save Changes' });
  expect(isOff(save)).toBe(true);
  await user.clear(first);
  await user.type(first, ' Olivia {Enter}');
  await messageText('Profile updated');
  expect(first.value).toBe('Olivia');
  expect(browser.network.callsOf(updateProfile).map(({ body }) => body)).toEqual([
    { firstName: ' Olivia ', lastName: 'Owner' },
  ]);
  expect(await stored(browser)).toMatchObject({ firstName: 'Olivia', lastName: 'Owner' });
  expect(client.getQueryData(currentUserQuery.queryKey)?.firstName).toBe('Olivia');
});

test.each([
  ['First name', '', 'First name is required'],
  ['First name', '   ', 'First name is required'],
  ['First name', 'x'.repeat(51), 'First name too long'],
  ['Last name', '', 'Last name is required'],
  ['Last name', 'x'.repeat(51), 'Last name too long'],
])('a %s of %o is rejected before it is sent', async (label, value, problem) => {
  const { user, network } = openAccount(await aBrowser());
  const { getByRole, getByLabelText, findByText } = await section('Personal information');
  fireEvent.change(getByLabelText(label), { target: { value } });
  await user.click(getByRole('button', { name: 'Save Changes' }));
  expect(await findByText(problem)).toBeTruthy();
  expect(getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(network.writes).toEqual([]);
});

test('the email is shown, and cannot be edited', async () => {
  const { people } = openAccount(await aBrowser());
  const { getByLabelText } = await section('Personal information');
  const email = getByLabelText<HTMLInputElement>('Email');
  expect([email.value, email.readOnly]).toEqual([people.olive.email, true]);
});

test('reports a failed save, and keeps the typed names', async () => {
  const { user, network } = openAccount(await aBrowser());
  network.reject(updateProfile, 'internal');
  const { getByRole, getByLabelText } = await section('Personal information');
  await user.type(getByLabelText('First name'), 'r');
  await user.click(getByRole('button', { name: 'Save Changes' }));
  await messageText('Failed to update profile. Please try again.');
  expect(getByLabelText<HTMLInputElement>('First name').value).toBe('Oliver');
});

for (const name of ['profile', 'photo'] as const) {
  test(`redirects a user who is signed out while changing the ${name} to sign in after half a second`, async () => {
    const { user, network } = openAccount(await aBrowser());
    const left = await leaving();
    network.reject(name === 'photo' ? uploadPhoto : updateProfile, 'unauthorized', 'Unauthorized');
    const { getByRole, getByLabelText } = await section('Personal information');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    if (name === 'photo') await user.upload(getByLabelText('Profile picture'), aPhoto());
    else {
      await user.type(getByLabelText('First name'), 'r');
      await user.click(getByRole('button', { name: 'Save Changes' }));
    }
    await messageText('Unauthorized');
    expect(left).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(left).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Faccount');
    vi.useRealTimers();
  });
}

const aPhoto = () => new File([new Uint8Array(aPng())], 'me.png', { type: 'image/png' });

test('a photo is uploaded, shown at once, and removed again', async () => {
  const { user, network, db, people } = openAccount(await aBrowser());
  const { getByLabelText, findByRole, queryByRole } = await section('Personal information');
  expect(queryByRole('button', { name: 'Remove photo' })).toBeNull();
  await user.upload(getByLabelText('Profile picture'), aPhoto());
  await messageText('Photo updated');
  const [call] = network.callsOf(uploadPhoto);
  expect(call?.upload?.field).toBe('photo');
  const url = (await stored({ db, people }))?.profileImageUrl;
  expect(document.querySelector(`img[src="${url}"]`)).toBeTruthy();
  await user.click(await findByRole('button', { name: 'Remove photo' }));
  await waitFor(() => expect(document.querySelector('img')).toBeNull());
  expect((await stored({ db, people }))?.profileImageUrl).toBeNull();
});

test.each([
  ['me.gif', 'image/gif', 10, 'Please select a JPEG, PNG, or WebP image.'],
  ['me.svg', 'image/svg+xml', 10, 'Please select a JPEG, PNG, or WebP image.'],
  ['me.png', 'image/png', photoLimitBytes + 1, 'Please select an image smaller than 5MB.'],
])('%s of type %s is rejected before it is sent', async (name, type, size, text) => {
  const { user, network } = openAccount(await aBrowser());
  const { getByLabelText } = await section('Personal information');
  const file = new File([new Uint8Array(size)], name, { type });
  await user.upload(getByLabelText('Profile picture'), file);
  await messageText(text);
  if (size > photoLimitBytes) await messageText('File too large');
  expect(network.uploads).toEqual([]);
});

test("shows the server's message about a photo, and a general one for other failures", async () => {
  const { user, network } = openAccount(await aBrowser());
  const { getByLabelText } = await section('Personal information');
  const send = (content: string) =>
    user.upload(getByLabelText('Profile picture'), new File([content], 'me.png', { type: 'image/png' }));
  await send('<script>alert(1)</script>');
  await messageText('Please select a JPEG, PNG, or WebP image.');
  network.reject(uploadPhoto, 'internal');
  await send('x');
  await messageText('Failed to upload photo. Please try again.');
});

for (const [balance, badge, message] of [
  [0, 'Empty', "You're out of credits. Get started with a subscription or purchase credits directly."],
  [5, 'Low', 'Your credit balance is low. You may need more credits soon for AI features.'],
  [10, 'Active', null],
  [417.42, 'Active', null],
] as const) {
  test(`a balance of ${balance} is ${badge}`, async () => {
    const browser = await aBrowser();
    await setBalance(browser, balance);
    openAccount(browser);
    const { findByText, queryByText, getByRole } = await section('Credits');
    expect(await findByText(badge)).toBeTruthy();
    expect(await findByText(String(balance))).toBeTruthy();
    if (message) expect(queryByText(message)).toBeTruthy();
    else expect(queryByText(/credit balance is low|out of credits/)).toBeNull();
    const links = { Subscription: '/subscribe', Billing: '/billing', 'Buy Credits': '/buy-credits' };
    for (const [name, href] of Object.entries(links))
      expect(getByRole('link', { name }).getAttribute('href')).toBe(href);
  });
}

async function setBalance({ db, people }: TestBrowser, creditBalance: number): Promise<void> {
  await db.update(users).set({ creditBalance }).where(eq(users.id, people.olive.id));
}

test('shows the newest ten entries of the credit history', async () => {
  const browser = await aBrowser();
  const userId = browser.people.olive.id;
  await browser.db.insert(creditTransactions).values(
    Array.from({ length: 15 }, (_, i) => ({
      ...{ userId, type: 'usage' as const, amount: -1.5, creditsAfter: 500 - i, description: `Chat ${i}` },
      ...{ aiService: 'openai', aiFeature: 'image_generation', createdAt: new Date(Date.now() + i * 1000) },
    })),
  );
  openAccount(browser);
  const { findAllByRole } = await section('Credit history');
  const [head, ...rows] = await findAllByRole('row');
  expect(head?.textContent).toBe('DateWhat forServiceCreditsBalance');
  expect(rows).toHaveLength(10);
  expect(rows[0]?.textContent).toMatch(/Chat 14image generation−1\.50486\.00$/);
  expect(rows[9]?.textContent).toContain('Chat 5');
});

test('an account without entries says so', async () => {
  openAccount(await aBrowser({ user: 'nell' }));
  const { findByText } = await section('Credit history');
  expect(await findByText('No entries yet.')).toBeTruthy();
});

test('other browsers are listed, and signed out', async () => {
  const browser = await aBrowser();
  await browser.as('olive').get('/api/auth/user');
  const { user } = openAccount(browser);
  const { findAllByRole, getByRole } = await section('Where you are signed in');
  const items = await findAllByRole('listitem');
  expect(items.filter(({ textContent }) => textContent?.includes('This browser'))).toHaveLength(1);
  expect(items.length).toBeGreaterThan(1);
  await user.click(getByRole('button', { name: 'Sign out everywhere else' }));
  await messageText('Signed out everywhere else');
  await waitFor(async () => expect(await findAllByRole('listitem')).toHaveLength(1));
  expect(isOff(getByRole('button', { name: 'Sign out everywhere else' }))).toBe(true);
});

test('offers a retry when the list of browsers fails to load', async () => {
  const browser = await aBrowser();
  browser.network.reject(listSessions, 'internal', undefined, 1);
  const { user } = openAccount(browser);
  const { findByRole, findAllByRole } = await section('Where you are signed in');
  await user.click(await findByRole('button', { name: 'Try again' }));
  expect(await findAllByRole('listitem')).not.toEqual([]);
});

test("links to a file with all of the user's data", async () => {
  openAccount(await aBrowser());
  const { getByRole } = await section('Your data');
  const link = getByRole('link', { name: 'Download all my data' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([
    '/api/auth/user/archive',
    true,
  ]);
});

test('deleting the account lists the projects, transfers one, requires the typed address, and leaves', async () => {
  const { user, ...browser } = openAccount(await aBrowser());
  const left = await leaving();
  const { olive, eddie } = browser.people;
  await user.click((await section('Your data')).getByRole('button', { name: 'Delete my account…' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Delete your account' }));
  const remove = dialog.getByRole('button', { name: 'Delete my account' });
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Night Ferry' }), eddie.id);
  expect(isOff(remove)).toBe(true);
  await user.type(dialog.getByLabelText(`Type ${olive.email} to confirm`), 'olive');
  expect(isOff(remove)).toBe(true);
  await user.clear(dialog.getByLabelText(`Type ${olive.email} to confirm`));
  await user.type(dialog.getByLabelText(`Type ${olive.email} to confirm`), olive.email.toUpperCase());
  await user.click(remove);
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/'));
  expect(await stored(browser)).toBeUndefined();
  const [ferry] = await browser.db.select().from(projects).where(eq(projects.id, browser.project.id));
  expect(ferry?.userId).toBe(eddie.id);
});

test('shows an obstacle to deletion at the typed address', async () => {
  const browser = await aBrowser();
  const { olive } = browser.people;
  await browser.db.update(users).set({ subscriptionStatus: 'active' }).where(eq(users.id, olive.id));
  const { user } = openAccount(browser);
  await user.click((await section('Your data')).getByRole('button', { name: 'Delete my account…' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Delete your account' }));
  await dialog.findByRole('combobox', { name: 'Night Ferry' });
  await user.type(dialog.getByLabelText(`Type ${olive.email} to confirm`), olive.email);
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await dialog.findByText('Please cancel your subscription first.')).toBeTruthy();
});

test('shows a visitor the logout message, and redirects to sign-in after half a second', async () => {
  const browser = await aBrowser({ user: null });
  const left = await leaving();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openAccount(browser);
  expect(await page.findByText('You are logged out. Logging in again...')).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(left).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Faccount');
  vi.useRealTimers();
});
