import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { freshBrowser, json, rejection } from '#web/lib/testing.ts';
import { personColour } from '#web/ui/Avatar.tsx';
import { accessPath, anAccessEntry, openShareDialog, ownerEntry, readingLinkPath } from './testing.tsx';

freshBrowser();

const invitePath = '/api/projects/PrQTbI/invite';
const emailField = () => page.getByLabelText('Invite by email');
const inviteButton = () => page.getByRole('button', { name: 'Invite' });
const rowOf = async (text: string) => within((await page.findByText(text)).closest('li') as HTMLElement);

test('shows the link of the project with its encoded id', async () => {
  openShareDialog();
  const link = page.getByLabelText('Project link') as HTMLInputElement;
  expect(link.value).toBe(`${window.location.origin}/projects/PrQTbI`);
  expect(page.getByRole('dialog', { name: 'Share Night Ferry' })).toBeTruthy();
});

test('focuses the email field', async () => {
  openShareDialog();
  await waitFor(() => expect(document.activeElement).toBe(emailField()));
});

test('copies the link and confirms that for two seconds', async () => {
  vi.useFakeTimers();
  openShareDialog();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  await act(async () => fireEvent.click(page.getByRole('button', { name: 'Copy link' })));
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/projects/PrQTbI`);
  expect(page.getByText('Link copied')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(page.getByRole('button', { name: 'Copied' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(page.getByRole('button', { name: 'Copy link' })).toBeTruthy();
});

test('reports that the browser blocks copying', async () => {
  openShareDialog();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await act(async () => fireEvent.click(page.getByRole('button', { name: 'Copy link' })));
  expect(page.getByText('Failed to copy link')).toBeTruthy();
  expect(page.getByText('Unable to copy link to clipboard.')).toBeTruthy();
});

test('offers viewer, commenter and editor, and viewer first', () => {
  openShareDialog();
  const choice = page.getByLabelText('Role of the person you invite') as HTMLSelectElement;
  expect([...choice.options].map(({ text }) => text)).toEqual(['Viewer', 'Commenter', 'Editor']);
  expect(choice.value).toBe('viewer');
});

for (const [typed, title, text] of [
  ['', 'Email required', 'Please enter an email address'],
  ['   ', 'Email required', 'Please enter an email address'],
  ['marit.solheim@', 'Invalid email', 'Please enter a valid email address'],
  ['marit@example', 'Invalid email', 'Please enter a valid email address'],
  ['two words@example.com', 'Invalid email', 'Please enter a valid email address'],
] as const) {
  test(`rejects "${typed}" without a call`, async () => {
    const { seen, user } = openShareDialog();
    if (typed) await user.type(emailField(), typed);
    await user.click(inviteButton());
    expect(await page.findByText(title)).toBeTruthy();
    expect(page.getAllByText(text).length).toBe(2);
    expect(emailField().getAttribute('aria-invalid')).toBe('true');
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });
}

test('sends an invitation, shows a toast, and refetches the list', async () => {
  const guest = anAccessEntry({ id: 9, email: 'guest@example.org', role: 'commenter', status: 'pending' });
  const list = [ownerEntry];
  const { seen, user } = openShareDialog(list, {
    [`POST ${invitePath}`]: ({ init }) => {
      list.push(guest);
      return json({ ...guest, ...JSON.parse(String(init.body)) }, 201);
    },
  });
  await page.findByText('Olive Lind (you)');
  await user.type(emailField(), ' guest@example.org ');
  await user.selectOptions(page.getByLabelText('Role of the person you invite'), 'commenter');
  await user.click(inviteButton());
  expect(await page.findByText('Invitation sent')).toBeTruthy();
  const sent = seen.find(({ method }) => method === 'POST');
  expect(JSON.parse(String(sent?.init.body))).toEqual({ email: 'guest@example.org', role: 'commenter' });
  expect((emailField() as HTMLInputElement).value).toBe('');
  await page.findByLabelText('Role of Eddie Editor');
  expect(seen.filter(({ path }) => path === accessPath)).toHaveLength(2);
});

for (const [body, text] of [
  [{ message: 'No', details: 'The details' }, 'The details'],
  [{ message: 'This person already has access.' }, 'This person already has access.'],
  [{}, 'There was an error sending the invitation.'],
] as const) {
  test(`shows "${text}" for a rejected invitation`, async () => {
    const { user } = openShareDialog([ownerEntry], { [`POST ${invitePath}`]: () => json(body, 409) });
    await user.type(emailField(), 'guest@example.org');
    await user.click(inviteButton());
    expect(await page.findByText('Failed to send invitation')).toBeTruthy();
    expect(page.getByText(text)).toBeTruthy();
    expect((emailField() as HTMLInputElement).value).toBe('guest@example.org');
  });
}

test('lists members by name or address, with role and status', async () => {
  const pending = anAccessEntry({ id: 8, status: 'pending', acceptedAt: null, email: 'guest@example.org' });
  const nameless = { ...pending, firstName: null, lastName: null };
  const expired = { ...nameless, id: 9, status: 'expired', email: 'late@example.org' } as const;
  const { people } = openShareDialog([ownerEntry, anAccessEntry(), nameless, expired]);
  await page.findByText('Eddie Editor');
  const rows = people().getAllByRole('listitem');
  expect(rows).toHaveLength(4);
  const statuses = rows.map((row) => within(row).getByText(/^(Accepted|Pending|Expired)$/));
  expect(statuses.map(({ textContent }) => textContent)).toEqual([
    'Accepted',
    'Accepted',
    'Pending',
    'Expired',
  ]);
  // Each has a different class; the end-to-end test checks the colours.
  expect(new Set(statuses.map(({ className }) => className)).size).toBe(3);
  expect(within(rows[2] as HTMLElement).getByText('Invited November 18, 2026')).toBeTruthy();
  // Olive has this colour in the sidebar, in comments and in the presence list too.
  const [face] = within(rows[0] as HTMLElement).getAllByText('OL');
  expect(face?.getAttribute('style')).toContain(`var(--person-${personColour('olive')})`);
});

test('hides entries without address, role or status, or with an invalid date', async () => {
  const { email: _, ...noEmail } = anAccessEntry({ id: 11 });
  const { role: __, ...noRole } = anAccessEntry({ id: 12 });
  const { status: ___, ...noStatus } = anAccessEntry({ id: 13 });
  const odd = [anAccessEntry({ id: 14, invitedAt: 'soon' }), anAccessEntry({ id: 15, acceptedAt: 'never' })];
  const { people } = openShareDialog([ownerEntry, noEmail, noRole, noStatus, ...odd]);
  await page.findByText('Olive Lind (you)');
  expect(people().getAllByRole('listitem')).toHaveLength(1);
});

test('the owner’s row has no controls', async () => {
  openShareDialog();
  const row = await rowOf('Olive Lind (you)');
  expect(row.getByText('Owner')).toBeTruthy();
  expect(row.queryByRole('combobox')).toBeNull();
  expect(row.queryByRole('button')).toBeNull();
});

test('changes a role, with a toast', async () => {
  const { seen, user } = openShareDialog(undefined, {
    [`PATCH ${accessPath}/7`]: () => json(anAccessEntry({ role: 'viewer' })),
  });
  const choice = (await page.findByLabelText('Role of Eddie Editor')) as HTMLSelectElement;
  expect([...choice.options].map(({ value }) => value)).toEqual(['viewer', 'commenter', 'editor']);
  await user.selectOptions(choice, 'viewer');
  expect(await page.findByText('Role updated')).toBeTruthy();
  const sent = seen.find(({ method }) => method === 'PATCH');
  expect(JSON.parse(String(sent?.init.body))).toEqual({ role: 'viewer' });
  expect(choice.value).toBe('viewer');
});

for (const [answer, text] of [
  [() => rejection(400, 'Owner role cannot be changed.'), 'Owner role cannot be changed.'],
  [() => json({}, 500), 'There was an error updating the role.'],
] as const) {
  test(`reverts a rejected role, and shows "${text}"`, async () => {
    const { user } = openShareDialog(undefined, { [`PATCH ${accessPath}/7`]: answer });
    const choice = (await page.findByLabelText('Role of Eddie Editor')) as HTMLSelectElement;
    await user.selectOptions(choice, 'viewer');
    expect(await page.findByText('Failed to update role')).toBeTruthy();
    expect(page.getByText(text)).toBeTruthy();
    await waitFor(() => expect(choice.value).toBe('editor'));
  });
}

const removal = () => within(page.getByRole('alertdialog'));

test('asks with the names of member and project before removing access, and Cancel sends nothing', async () => {
  const pending = anAccessEntry({
    id: 8,
    status: 'pending',
    firstName: null,
    lastName: null,
    email: 'cora@example.org',
  });
  const { user, seen } = openShareDialog([ownerEntry, anAccessEntry(), pending]);
  await user.click(await page.findByRole('button', { name: 'Remove access of Eddie Editor' }));
  expect(
    removal().getByText('Eddie Editor will lose access to “Night Ferry”. You can invite them again.'),
  ).toBeTruthy();
  expect(document.activeElement).toBe(removal().getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Enter}');
  expect(page.queryByRole('alertdialog')).toBeNull();
  await user.click(page.getByRole('button', { name: 'Remove access of cora@example.org' }));
  expect(
    removal().getByText(
      'The invitation of cora@example.org to “Night Ferry” will stop working. You can invite them again.',
    ),
  ).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('removes access with a toast, and removes the row', async () => {
  const { user } = openShareDialog(undefined, {
    [`DELETE ${accessPath}/7`]: () => new Response(null, { status: 204 }),
  });
  await user.click(await page.findByRole('button', { name: 'Remove access of Eddie Editor' }));
  await user.click(removal().getByRole('button', { name: 'Remove' }));
  expect(await page.findByText('Access removed')).toBeTruthy();
  expect(page.queryByText('Eddie Editor')).toBeNull();
});

for (const [answer, text] of [
  [() => rejection(404, 'Access entry not found'), 'Access entry not found'],
  [() => json({}, 500), 'There was an error removing access.'],
] as const) {
  test(`shows "${text}" for a rejected removal`, async () => {
    const { user } = openShareDialog(undefined, { [`DELETE ${accessPath}/7`]: answer });
    await user.click(await page.findByRole('button', { name: 'Remove access of Eddie Editor' }));
    await user.click(removal().getByRole('button', { name: 'Remove' }));
    expect(await page.findByText('Failed to remove access')).toBeTruthy();
    expect(page.getByText(text)).toBeTruthy();
    await user.click(page.getByRole('button', { name: 'Cancel' }));
    expect(page.getByText('Eddie Editor')).toBeTruthy();
  });
}

for (const role of ['viewer', 'commenter', 'editor'] as const) {
  test(`${role}s see the list and the link, and may leave`, async () => {
    const own = anAccessEntry({ role });
    const list = [ownerEntry, own, anAccessEntry({ id: 8, firstName: 'Cora', email: 'cora@example.org' })];
    const options = { project: { role }, email: own.email };
    const { seen, user, onLeave } = openShareDialog(list, {}, options);
    expect(await page.findByText('Eddie Editor (you)')).toBeTruthy();
    expect(page.getByLabelText('Project link')).toBeTruthy();
    expect(page.queryByLabelText('Invite by email')).toBeNull();
    expect(page.queryByRole('combobox')).toBeNull();
    expect(page.queryByText('Read-only link')).toBeNull();
    expect(page.queryByRole('button', { name: /Remove access|Hand over/ })).toBeNull();
    expect(seen.map(({ path }) => path)).toEqual([accessPath]);
    await user.click(page.getByRole('button', { name: 'Leave project…' }));
    expect(onLeave).toHaveBeenCalled();
  });
}

test('offers a retry when the list fails to load', async () => {
  let isThere = false;
  const { user } = openShareDialog([], {
    [`GET ${accessPath}`]: () => (isThere ? json([ownerEntry]) : rejection(500, 'Broken')),
  });
  const again = await page.findByRole('button', { name: 'Try again' });
  isThere = true;
  await user.click(again);
  expect(await page.findByText('Olive Lind (you)')).toBeTruthy();
});

test('Done and Escape close it', async () => {
  const { user, onClose } = openShareDialog();
  await user.click(page.getByRole('button', { name: 'Done' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('the read-only link is off at first, is created for some days, and is revoked', async () => {
  const link = { path: '/read/abc', createdAt: '2026-11-20T12:00:00Z', expiresAt: '2026-11-23T12:00:00Z' };
  const { seen, user } = openShareDialog(undefined, {
    [`POST ${readingLinkPath}`]: () => json({ link }, 201),
    [`DELETE ${readingLinkPath}`]: () => new Response(null, { status: 204 }),
  });
  const days = (await page.findByLabelText('How long the link for readers works')) as HTMLSelectElement;
  expect([...days.options].map(({ text }) => text)).toEqual([
    '1 day',
    '3 days',
    '7 days',
    '14 days',
    '30 days',
  ]);
  expect(days.value).toBe('7');
  await user.selectOptions(days, '3');
  await user.click(page.getByRole('button', { name: 'Create link' }));
  const address = (await page.findByLabelText('Read-only link')) as HTMLInputElement;
  expect(address.value).toBe(`${window.location.origin}/read/abc`);
  expect(page.getByText(/until November 23, 2026, without an account/)).toBeTruthy();
  const sent = seen.find(({ method }) => method === 'POST');
  expect(JSON.parse(String(sent?.init.body))).toEqual({ expireDays: 3 });
  await user.click(page.getByRole('button', { name: 'Revoke link' }));
  expect(removal().getByText(/^Nobody will be able to read “Night Ferry” with this link/)).toBeTruthy();
  await user.click(removal().getByRole('button', { name: 'End Link' }));
  expect(await page.findByRole('button', { name: 'Create link' })).toBeTruthy();
  expect(page.getByText('Link revoked')).toBeTruthy();
});

test('transfers a project to one of its editors after a confirmation', async () => {
  const editors = [anAccessEntry(), anAccessEntry({ id: 8, firstName: 'Nina', email: 'nina@example.org' })];
  const rest = [anAccessEntry({ id: 9, role: 'viewer' }), anAccessEntry({ id: 10, status: 'pending' })];
  const { seen, user } = openShareDialog([ownerEntry, ...editors, ...rest], {
    'POST /api/projects/PrQTbI/transfer': () => json([ownerEntry]),
  });
  await user.click(await page.findByRole('button', { name: 'Hand over…' }));
  const choice = (await page.findByLabelText('New owner')) as HTMLSelectElement;
  expect([...choice.options].map(({ text }) => text)).toEqual(['Eddie Editor', 'Nina Editor']);
  await user.selectOptions(choice, '8');
  await user.click(page.getByRole('button', { name: 'Hand over' }));
  expect(await page.findByText('Project transferred')).toBeTruthy();
  const sent = seen.find(({ method }) => method === 'POST');
  expect(JSON.parse(String(sent?.init.body))).toEqual({ accessId: 8 });
});

test('offers no transfer without an editor', async () => {
  openShareDialog([ownerEntry, anAccessEntry({ role: 'viewer' })]);
  await page.findByText('Eddie Editor');
  expect(page.queryByRole('button', { name: 'Hand over…' })).toBeNull();
});
