import { screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aUser, freshBrowser, json, rejection } from '#web/lib/testing.ts';
import { aSignup, aUserInvitation, closeAdminToasts, openAdmin, toastsNow } from './testing.tsx';

freshBrowser();
afterEach(closeAdminToasts);

const signups = 'GET /api/admin/beta-signups';
const invitations = 'GET /api/admin/user-invitations';
const selectedTab = () => page.getByRole('tab', { selected: true }).textContent;
const row = async (name: string) => (await page.findByText(name)).closest('tr') as HTMLElement;

describe('access', () => {
  const addresses = ['/admin', '/admin/user-invitations', '/admin-legacy', '/admin-dashboard?tab=users'];

  test.each(addresses)(
    'at %s, tells a visitor that an administrator is required, and fetches nothing',
    async (at) => {
      const { asked } = openAdmin(at, {}, null);
      expect(await page.findByRole('heading', { name: 'Admin Access Required' })).toBeDefined();
      expect(asked).toEqual([]);
    },
  );

  test.each(addresses)(
    'at %s, tells other users that they have no access, and fetches nothing',
    async (at) => {
      const { asked } = openAdmin(at, {}, aUser({ isAdmin: false }));
      expect(await page.findByRole('heading', { name: 'Access Denied' })).toBeDefined();
      expect(page.getByText("You don't have permission to access the admin dashboard.")).toBeDefined();
      expect(asked).toEqual([]);
    },
  );
});

describe('the panel', () => {
  test('has three tabs and a link to the dashboard', async () => {
    openAdmin('/admin');
    await page.findByRole('heading', { name: 'Admin panel' });
    expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Beta Applications',
      'User Invitations',
      'Create Invitation',
    ]);
    const link = page.getByRole('link', { name: 'Admin dashboard' });
    expect(link.getAttribute('href')).toBe('/admin-dashboard');
  });

  test.each([
    ['/admin', 'Beta Applications'],
    ['/admin/beta-applications', 'Beta Applications'],
    ['/admin/user-invitations', 'User Invitations'],
    ['/admin/create-invitation', 'Create Invitation'],
    ['/admin/nothing', 'Beta Applications'],
  ])('at %s shows %s', async (address, tab) => {
    openAdmin(address);
    await page.findByRole('heading', { name: 'Admin panel' });
    expect(selectedTab()).toBe(tab);
  });

  test('keeps the tab in the address', async () => {
    const { user, router } = openAdmin('/admin');
    await user.click(await page.findByRole('tab', { name: 'Create Invitation' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/create-invitation'));
    expect(selectedTab()).toBe('Create Invitation');
  });

  test('shows all three sections at its old address', async () => {
    openAdmin('/admin-legacy', { [signups]: () => json([aSignup()]) });
    await page.findByText('Greta Guest');
    const headings = page.getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Beta Applications',
      'User Invitations',
      'Create Invitation',
    ]);
    expect(page.queryByRole('tab')).toBeNull();
  });
});

describe('applications', () => {
  const three = [
    aSignup({ previousWork: 'Two shorts.', interests: ['Documentary', 'Puppets'] }),
    aSignup({ id: 2, firstName: 'Per', email: 'per@example.com', status: 'approved' }),
    aSignup({ id: 3, firstName: 'Åse', email: 'ase@example.com', status: 'rejected' }),
  ];

  test('show the applicant and the reason, and offer a decision while pending', async () => {
    openAdmin('/admin', { [signups]: () => json(three) });
    const greta = await row('Greta Guest');
    for (const text of [
      'greta@example.com',
      'Director, advanced',
      'I write on ferries.',
      'Jan 5, 2026',
      'Pending',
    ])
      expect(within(greta).getByText(text)).toBeDefined();
    for (const text of ['Two shorts.', 'Documentary, Puppets'])
      expect(within(greta).getByText(text)).toBeDefined();
    expect(
      within(greta)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Approve', 'Reject']);
    for (const [name, status] of [
      ['Per Guest', 'Approved'],
      ['Åse Guest', 'Rejected'],
    ] as const) {
      expect(within(await row(name)).getByText(status)).toBeDefined();
      expect(within(await row(name)).queryByRole('button')).toBeNull();
    }
  });

  const confirmation = async () =>
    within(await page.findByRole('alertdialog', { name: 'Reject application' })).getByRole('button', {
      name: 'Reject',
    });

  test('Reject asks for confirmation with the name, focuses Cancel, and Cancel sends nothing', async () => {
    const { user, asked } = openAdmin('/admin', { [signups]: () => json([aSignup()]) });
    await user.click(await page.findByRole('button', { name: 'Reject Greta Guest' }));
    const question = await page.findByRole('alertdialog', { name: 'Reject application' });
    expect(
      within(question).getByText(
        'The application of Greta Guest (greta@example.com) will be rejected. This cannot be undone.',
      ),
    ).toBeDefined();
    const cancel = within(question).getByRole('button', { name: 'Cancel' });
    expect(document.activeElement).toBe(cancel);
    await user.keyboard('{Enter}');
    expect(page.queryByRole('alertdialog')).toBeNull();
    expect(asked.filter(({ pathname }) => pathname.endsWith('reject'))).toEqual([]);
  });

  test.each([
    ['Approve', 'approve', 'Application approved'],
    ['Reject', 'reject', 'Application rejected'],
  ])('%s sends one call, shows a toast, and refetches the list', async (name, path, toast) => {
    let status: 'pending' | 'approved' = 'pending';
    const call = `POST /api/admin/beta-signups/1/${path}`;
    const { user, asked } = openAdmin('/admin', {
      [signups]: () => json([aSignup({ status })]),
      [call]: () => {
        status = 'approved';
        return json({ signup: aSignup({ status }), invitation: null });
      },
    });
    await user.dblClick(await page.findByRole('button', { name: `${name} Greta Guest` }));
    if (name === 'Reject') await user.dblClick(await confirmation());
    await waitFor(() => expect(toastsNow()).toEqual([toast]));
    expect(await page.findByText('Approved', { selector: 'span' })).toBeDefined();
    expect(asked.filter(({ pathname }) => pathname.endsWith(path))).toHaveLength(1);
  });

  test.each([
    ['Approve', 'approve', 'Approval failed: Only pending applications can be approved.'],
    ['Reject', 'reject', 'Rejection failed: Only pending applications can be rejected.'],
  ])(
    '%s reports that another administrator has already decided, and shows that decision',
    async (name, path, toast) => {
      let status: 'pending' | 'approved' = 'pending';
      const { user } = openAdmin('/admin', {
        [signups]: () => json([aSignup({ status })]),
        [`POST /api/admin/beta-signups/1/${path}`]: () => {
          status = 'approved';
          return rejection(409, toast.split(': ')[1] ?? '');
        },
      });
      await user.click(await page.findByRole('button', { name: `${name} Greta Guest` }));
      if (name === 'Reject') await user.click(await confirmation());
      await waitFor(() => expect(toastsNow()).toEqual([toast]));
      expect(await page.findByText('Approved', { selector: 'span' })).toBeDefined();
    },
  );

  test('are searched, filtered and sorted by the server', async () => {
    const { user, asked } = openAdmin('/admin', { [signups]: () => json([aSignup()]) });
    await row('Greta Guest');
    const query = () => Object.fromEntries(asked.at(-1)?.searchParams ?? []);
    expect(query()).toEqual({ limit: '51', offset: '0', sort: 'createdAt', order: 'desc' });
    await user.type(page.getByLabelText('Name or email'), ' gre ');
    await waitFor(() => expect(query()).toMatchObject({ search: 'gre' }));
    await user.selectOptions(page.getByLabelText('Status'), 'Pending');
    await waitFor(() => expect(query()).toMatchObject({ search: 'gre', status: 'pending' }));
    await user.click(page.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(query()).toMatchObject({ sort: 'name', order: 'asc' }));
    expect(page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(page.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(query()).toMatchObject({ sort: 'name', order: 'desc' }));
  });

  test('are shown in pages of fifty', async () => {
    const all = Array.from({ length: 60 }, (_, i) => aSignup({ id: i + 1, lastName: `G${i}` }));
    const { user } = openAdmin('/admin', {
      [signups]: ({ path }) => {
        const query = new URL(path, 'http://localhost').searchParams;
        const offset = Number(query.get('offset'));
        return json(all.slice(offset, offset + Number(query.get('limit'))));
      },
    });
    await row('Greta G0');
    expect(page.getAllByRole('row')).toHaveLength(51);
    await user.click(page.getByRole('button', { name: 'Next' }));
    await row('Greta G50');
    expect(page.getAllByRole('row')).toHaveLength(11);
    await user.click(page.getByRole('button', { name: 'Previous' }));
    await row('Greta G0');
  });

  test('show that there are none, or none with that name', async () => {
    const { user } = openAdmin('/admin');
    expect(await page.findByText('No applications yet.')).toBeDefined();
    await user.type(page.getByLabelText('Name or email'), 'x');
    expect(await page.findByText('Nothing was found.')).toBeDefined();
  });

  test('offer a retry when they cannot be loaded', async () => {
    let isBroken = true;
    const { user } = openAdmin('/admin', {
      [signups]: () => (isBroken ? rejection(500, 'Something went wrong.') : json([aSignup()])),
    });
    await page.findByText('Beta applications could not be loaded.');
    isBroken = false;
    await user.click(page.getByRole('button', { name: 'Try again' }));
    await row('Greta Guest');
  });
});

describe('invitations', () => {
  test('show the link while they are open, and the date once they are accepted', async () => {
    openAdmin('/admin/user-invitations', {
      [invitations]: () =>
        json([
          aUserInvitation(),
          aUserInvitation({
            ...{ id: 2, email: 'in@example.com', status: 'accepted', inviteUrl: null },
            acceptedAt: '2026-01-07T12:00:00Z',
          }),
          aUserInvitation({ id: 3, email: 'late@example.com', status: 'expired', inviteUrl: null }),
        ]),
    });
    const open = within(await row('greta@example.com'));
    expect(open.getByText('Pending')).toBeDefined();
    expect((open.getByRole('textbox') as HTMLInputElement).value).toBe(
      'https://write.example/api/login?invite=abc',
    );
    const accepted = within(await row('in@example.com'));
    expect(accepted.getByText('Accepted')).toBeDefined();
    expect(accepted.getByText('Accepted Jan 7, 2026')).toBeDefined();
    const expired = within(await row('late@example.com'));
    expect(expired.getByText('Expired')).toBeDefined();
    for (const each of [accepted, expired]) expect(each.queryByRole('button')).toBeNull();
  });

  test('are copied by a button, which confirms it', async () => {
    const { user } = openAdmin('/admin/user-invitations', { [invitations]: () => json([aUserInvitation()]) });
    const button = await page.findByRole('button', { name: 'Copy: Invitation link of greta@example.com' });
    await user.click(button);
    expect(await navigator.clipboard.readText()).toBe('https://write.example/api/login?invite=abc');
    expect(button.textContent).toBe('Copied');
    expect(toastsNow()).toEqual(['Link copied']);
  });

  test('report that the browser blocks copying', async () => {
    const { user } = openAdmin('/admin/user-invitations', { [invitations]: () => json([aUserInvitation()]) });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('denied', 'NotAllowedError'),
    );
    await user.click(await page.findByRole('button', { name: /^Copy/ }));
    await waitFor(() =>
      expect(toastsNow()).toEqual(['Failed to copy link: Unable to copy link to clipboard.']),
    );
  });
});

describe('creating an invitation', () => {
  const create = 'POST /api/admin/user-invitations';
  const email = () => page.findByLabelText('Email');
  const button = () => page.getByRole('button', { name: 'Create Invitation' });

  test('takes an address and one of five expiries, a week unless another is chosen', async () => {
    const { user, bodies } = openAdmin('/admin/create-invitation', {
      [create]: () => json(aUserInvitation(), 201),
    });
    await user.type(await email(), 'greta@example.com');
    const options = within(page.getByLabelText('Expires after')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      '1 day',
      '3 days',
      '7 days',
      '14 days',
      '30 days',
    ]);
    await user.click(button());
    await waitFor(() => expect(toastsNow()).toEqual(['Invitation created']));
    await user.type(await email(), 'per@example.com');
    await user.selectOptions(page.getByLabelText('Expires after'), '30 days');
    await user.keyboard('{Enter}');
    await user.click(button());
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies).toEqual([
      { email: 'greta@example.com', expireDays: 7 },
      { email: 'per@example.com', expireDays: 30 },
    ]);
    expect(await page.findByLabelText('Invitation link of greta@example.com')).toBeDefined();
  });

  test('asks for an address, and sends nothing without one', async () => {
    const { user, asked } = openAdmin('/admin/create-invitation');
    await user.type(await email(), '  ');
    await user.click(button());
    await waitFor(() => expect(toastsNow()).toEqual(['Email required: Please enter an email address.']));
    expect(asked).toEqual([]);
    expect(document.activeElement).toBe(await email());
  });

  test.each([
    ['This email already has an account.', () => rejection(409, 'This email already has an account.')],
    ['Failed to send invitation', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('reports a failure: %s', async (text, answer) => {
    const { user } = openAdmin('/admin/create-invitation', { [create]: answer });
    await user.type(await email(), 'sam@example.com{Enter}');
    await waitFor(() => expect(toastsNow()).toEqual([`Invitation failed: ${text}`]));
    expect(((await email()) as HTMLInputElement).value).toBe('sam@example.com');
  });
});
