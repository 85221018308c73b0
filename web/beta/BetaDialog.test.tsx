import { act, screen as page, render, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { fillField, freshBrowser, json, rejection, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { BetaDialog } from './BetaDialog.tsx';
import { openBeta } from './openBeta.tsx';

freshBrowser();
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

type Answers = Parameters<typeof serve>[0];

const call = 'POST /api/beta-signup';
const accepted = { [call]: () => json({ id: 1, status: 'pending' }, 201) };
const messages = () =>
  currentToasts().flatMap(({ title, description, isOpen }) =>
    isOpen ? [description ? `${title}: ${description}` : title] : [],
  );
const field = (name: string) => page.getByLabelText(name);
const submit = (user: UserEvent) => user.click(page.getByRole('button', { name: 'Submit Application' }));

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <BetaDialog open={open} onClose={() => setOpen(false)} />
      <Toaster />
    </>
  );
}

function openDialog(answers: Answers = accepted) {
  const seen = serve(answers);
  render(<Page />);
  const bodies = () => seen.map(({ init }) => JSON.parse(String(init.body)) as Record<string, unknown>);
  return { seen, bodies, user: userEvent.setup({ delay: null }) };
}

const byTyping = (user: UserEvent, field: HTMLElement, text: string) => user.type(field, text);

async function fillIn(user: UserEvent, fill = fillField) {
  await fill(user, field('First name'), 'Sam');
  await fill(user, field('Last name'), 'Stranger');
  await fill(user, field('Email'), 'Sam@Example.com');
  await user.selectOptions(field('Role'), 'Director');
  await user.selectOptions(field('Experience'), 'Advanced');
  await fill(user, field('Why do you want early access?'), 'A ferry and a camera.');
}

test('the form has a field for each part of an application', () => {
  openDialog();
  const form = within(page.getByRole('dialog', { name: 'Join the Beta' }));
  const labels = [
    ...['First name', 'Last name', 'Email', 'Role', 'Experience', 'Why do you want early access?'],
    ...['Previous work', 'Current projects'],
  ];
  for (const label of labels) expect(form.getByLabelText(label)).toBeDefined();
  const optionsOf = (label: string) =>
    within(field(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(optionsOf('Role')).toEqual([
    ...['Select your role', 'Screenwriter', 'Director', 'Producer', 'Student', 'Other'],
  ]);
  expect(optionsOf('Experience')).toEqual([
    ...['Select your experience level', 'Beginner', 'Intermediate', 'Advanced', 'Professional'],
  ]);
  const interests = within(form.getByRole('group', { name: 'Interests' })).getAllByRole('checkbox');
  expect(interests.map((box) => box.closest('label')?.textContent)).toEqual([
    ...['Character Development', 'Dialogue Writing', 'Visual Storytelling', 'AI-Assisted Writing'],
    ...['Collaborative Writing', 'Script Formatting', 'Story Structure', 'Genre Fiction', 'Documentary'],
    'Commercial Work',
  ]);
  expect(document.activeElement).toBe(field('First name'));
});

test('sends the application as typed, and replaces the form by a thank-you message', async () => {
  const { user, bodies } = openDialog();
  await fillIn(user, byTyping);
  await user.type(field('Previous work'), 'Two shorts.');
  await user.click(page.getByLabelText('Documentary'));
  await user.click(page.getByLabelText('Story Structure'));
  await submit(user);
  await page.findByRole('dialog', { name: 'Thank you' });
  expect(bodies()).toEqual([
    {
      ...{ firstName: 'Sam', lastName: 'Stranger', email: 'sam@example.com', role: 'director' },
      ...{ experience: 'advanced', reason: 'A ferry and a camera.', previousWork: 'Two shorts.' },
      ...{ currentProjects: '', interests: ['Story Structure', 'Documentary'] },
    },
  ]);
  expect(page.queryByLabelText('First name')).toBeNull();
  expect(messages()).toEqual(['Application submitted!']);
  await user.click(within(page.getByRole('dialog')).getByText('Close'));
  expect(page.queryByRole('dialog')).toBeNull();
});

describe('an invalid field', () => {
  test('shows its message, the first one gets the focus, and nothing is sent', async () => {
    const { user, seen } = openDialog();
    await submit(user);
    const messages = await page.findAllByRole('alert');
    expect(messages.map(({ textContent }) => textContent)).toEqual([
      'First name is required',
      'Last name is required',
      'Valid email is required',
      'Please select your role',
      'Please select your experience level',
      'Please provide at least 10 characters explaining why you want early access',
    ]);
    expect(document.activeElement).toBe(field('First name'));
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('First name'), 'S');
    await waitFor(() => expect(page.queryByText('First name is required')).toBeNull());
    expect(seen).toEqual([]);
  });

  test.each([
    ['First name', 'x'.repeat(51), 'First name too long'],
    ['Last name', 'x'.repeat(51), 'Last name too long'],
    ['Email', 'sam@', 'Valid email is required'],
    ['Why do you want early access?', 'x'.repeat(501), 'Please keep your reason under 500 characters'],
    ['Previous work', 'x'.repeat(301), 'Please keep previous work description under 300 characters'],
    ['Current projects', 'x'.repeat(301), 'Please keep current projects description under 300 characters'],
  ])('%s shows: %s', async (label, value, text) => {
    const { user, seen } = openDialog();
    await fillIn(user);
    await user.clear(field(label));
    await user.click(field(label));
    await user.paste(value);
    await submit(user);
    expect((await page.findByRole('alert')).textContent).toBe(text);
    expect(document.activeElement).toBe(field(label));
    expect(seen).toEqual([]);
  });
});

test('sends once and keeps the dialog open while sending', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { user, seen } = openDialog({ [call]: () => promise });
  await fillIn(user);
  await submit(user);
  const button = await page.findByRole('button', { name: 'Submitting...' });
  await user.click(button);
  await user.type(field('First name'), '{Enter}{Escape}');
  expect(seen).toHaveLength(1);
  expect(page.getByRole('dialog', { name: 'Join the Beta' })).toBeDefined();
  await act(async () => resolve(json({ id: 1, status: 'pending' }, 201)));
  await page.findByRole('dialog', { name: 'Thank you' });
});

describe('a failure', () => {
  test.each([
    [
      "the server's message",
      () => rejection(409, 'An application with this email already exists.'),
      'An application with this email already exists.',
    ],
    [
      'our message where the server has none',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to submit your application. Please try again.',
    ],
  ])('shows %s, and leaves the form unchanged', async (_, answer, text) => {
    const { user } = openDialog({ [call]: answer });
    await fillIn(user);
    await submit(user);
    await waitFor(() => expect(messages()).toEqual([`Submission failed: ${text}`]));
    expect((field('Last name') as HTMLInputElement).value).toBe('Stranger');
  });

  test("shows the server's message at the rejected field", async () => {
    const fields = { email: 'Valid email is required' };
    const body = { message: fields.email, error: fields.email, fields };
    const { user } = openDialog({ [call]: () => json(body, 400) });
    await fillIn(user);
    await submit(user);
    expect((await page.findByRole('alert')).textContent).toBe('Valid email is required');
  });
});

test('restores the typed values when the dialog is opened again', async () => {
  const { user } = openDialog();
  await fillIn(user);
  await user.click(page.getByLabelText('Documentary'));
  await user.keyboard('{Escape}');
  expect(page.queryByRole('dialog')).toBeNull();
  await user.click(page.getByRole('button', { name: 'Open' }));
  expect((field('Email') as HTMLInputElement).value).toBe('Sam@Example.com');
  expect((field('Role') as HTMLSelectElement).value).toBe('director');
  expect((page.getByLabelText('Documentary') as HTMLInputElement).checked).toBe(true);
});

test('opens over a page that React did not render, with its own toasts', async () => {
  serve(accepted);
  const user = userEvent.setup({ delay: null });
  act(openBeta);
  await page.findByRole('dialog', { name: 'Join the Beta' });
  await fillIn(user);
  await submit(user);
  expect(await page.findByText('Application submitted!')).toBeDefined();
  await user.click(within(page.getByRole('dialog')).getByText('Close'));
  act(openBeta);
  await page.findByRole('dialog', { name: 'Thank you' });
  await user.keyboard('{Escape}');
});
