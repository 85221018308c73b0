import { act, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nameText, storableText, wholeNumber } from '#shared/contract/fields.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { ApiError } from './api.ts';
import { freshBrowser } from './testing.ts';
import { useForm } from './useForm.ts';

freshBrowser();

// The schema's order differs from the order of the fields.
const schema = z.object({
  page: wholeNumber(1).nullish(),
  notes: storableText(20).nullish(),
  name: nameText(10, 'Name is required'),
});

type Draft = Record<'name' | 'page' | 'notes', string>;

const opened: Draft = { name: 'Deck', page: '3', notes: 'Cold' };

interface Setup {
  opened?: Draft;
  kept?: Partial<Draft>;
  rules?: (draft: Draft) => Partial<Record<keyof Draft, string | null>>;
  save?: () => Promise<string>;
}

/** Results of a form. */
interface Seen {
  sent: object[];
  saved: string[];
  wrong: object[];
  kept: unknown[];
}

function Asked({ setup, seen }: { setup: Setup; seen: Seen }) {
  const form = useForm({
    schema,
    opened: setup.opened ?? opened,
    ...(setup.rules && { rules: setup.rules }),
    keeps: { read: () => setup.kept ?? null, write: (draft) => seen.kept.push(draft) },
    save({ body, changes }) {
      seen.sent.push({ body, changes });
      return setup.save?.() ?? Promise.resolve('stored');
    },
    onSaved: (answer) => seen.saved.push(answer),
    onWrong: (problems) => seen.wrong.push(problems),
  });
  return (
    <form {...form.form} aria-label="Asked">
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Page" {...form.field('page')} />
      <TextArea label="Notes" {...form.field('notes')} />
      <output>{form.isChanged ? 'changed' : 'as it was'}</output>
      <button type="submit">{form.isSaving ? 'Saving' : 'Save'}</button>
      {form.failure !== null && <p>Not saved</p>}
    </form>
  );
}

function openForm(setup: Setup = {}) {
  const seen: Seen = { sent: [], saved: [], wrong: [], kept: [] };
  const { unmount } = render(<Asked setup={setup} seen={seen} />);
  return { seen, unmount, user: userEvent.setup({ delay: null }) };
}

const field = (label: string) => page.getByLabelText<HTMLInputElement>(label);
const save = () => page.getByRole('button');
const alerts = () => page.queryAllByRole('alert').map(({ textContent }) => textContent);
const rejection = (fields: Record<string, string>) =>
  new ApiError(400, 'Bad Request', JSON.stringify({ message: 'Some fields are not valid.', fields }));

function leaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('saves the whole body, and returns the changed fields separately', async () => {
  const { user, seen } = openForm();
  await user.clear(field('Notes'));
  await user.click(save());
  await waitFor(() => expect(seen.saved).toEqual(['stored']));
  expect(seen.sent).toEqual([{ body: { name: 'Deck', page: 3, notes: null }, changes: { notes: null } }]);
});

test('shows errors only from the first submit on, and focuses the first wrong field', async () => {
  const { user, seen } = openForm();
  await user.clear(field('Name'));
  await user.type(field('Notes'), ', dark and full of cars');
  expect(alerts()).toEqual([]);
  await user.click(save());
  await waitFor(() => expect(alerts()).toEqual(['Name is required', 'Must be at most 20 characters']));
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(seen.wrong).toEqual([{ name: 'Name is required', notes: 'Must be at most 20 characters' }]);
  await user.type(field('Name'), 'D');
  await waitFor(() => expect(alerts()).toEqual(['Must be at most 20 characters']));
  expect(seen.sent).toEqual([]);
});

test("a rule of the form replaces the contract's error, and null removes it", async () => {
  const { user, seen } = openForm({
    rules: ({ page: typed }) => ({ name: null, page: typed === '13' ? 'Not this one' : null }),
  });
  await user.clear(field('Name'));
  await user.type(field('Page'), '{Backspace}13');
  await user.click(save());
  await waitFor(() => expect(alerts()).toEqual(['Not this one']));
  await user.type(field('Page'), '{Backspace}2');
  await user.click(save());
  await waitFor(() => expect(seen.saved).toHaveLength(1));
});

test("shows the server's error about a field until that field is changed", async () => {
  const { user } = openForm({ save: () => Promise.reject(rejection({ notes: 'Must be one line' })) });
  await user.click(save());
  await waitFor(() => expect(alerts()).toEqual(['Must be one line']));
  expect(document.activeElement).toBe(field('Notes'));
  expect(page.queryByText('Not saved')).toBeNull();
  await user.type(field('Name'), 's');
  await waitFor(() => expect(alerts()).toEqual(['Must be one line']));
  await user.type(field('Notes'), '!');
  await waitFor(() => expect(alerts()).toEqual([]));
});

test("shows a rejection without a field as the form's failure until the next submit", async () => {
  const answers = [() => Promise.reject(rejection({ other: 'Unknown' })), () => Promise.resolve('stored')];
  const { user } = openForm({ save: () => answers.shift()?.() ?? Promise.resolve('') });
  await user.click(save());
  expect(await page.findByText('Not saved')).toBeTruthy();
  await user.click(save());
  await waitFor(() => expect(page.queryByText('Not saved')).toBeNull());
});

test('sends once when submitted twice at once, and can be sent again afterwards', async () => {
  const { seen } = openForm();
  const form = page.getByRole('form');
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  await waitFor(() => expect(seen.saved).toHaveLength(1));
  expect(seen.sent).toHaveLength(1);
  fireEvent.submit(form);
  await waitFor(() => expect(seen.saved).toHaveLength(2));
});

test('ignores an answer after unmount', async () => {
  const answer = Promise.withResolvers<string>();
  const { user, seen, unmount } = openForm({ save: () => answer.promise });
  await user.click(save());
  await waitFor(() => expect(save().textContent).toBe('Saving'));
  unmount();
  answer.resolve('stored');
  await waitFor(() => expect(seen.kept).toEqual([null]));
  expect(seen.saved).toEqual([]);
});

test('makes the browser warn while there are unsaved changes', async () => {
  const { user } = openForm();
  expect(leaving()).toBe(false);
  await user.type(field('Notes'), '!');
  await waitFor(() => expect([leaving(), page.getByRole('status').textContent]).toEqual([true, 'changed']));
  await user.type(field('Notes'), '{Backspace}');
  await waitFor(() =>
    expect([leaving(), page.getByRole('status').textContent]).toEqual([false, 'as it was']),
  );
});

test('restores the draft of an earlier form, and compares it with the stored values', async () => {
  const { user, seen } = openForm({ kept: { notes: 'Cold, dark' } });
  expect(field('Notes').value).toBe('Cold, dark');
  expect(page.getByRole('status').textContent).toBe('changed');
  await user.type(field('Notes'), '!');
  await waitFor(() => expect(seen.kept).toEqual([{ ...opened, notes: 'Cold, dark!' }]));
  await user.click(save());
  await waitFor(() => expect(seen.saved).toHaveLength(1));
  expect(seen.kept.at(-1)).toBeNull();
});

test('stores no draft of undone changes', async () => {
  const { seen } = openForm();
  for (const value of ['Cold, dark', 'Cold'])
    fireEvent.change(page.getByRole('textbox', { name: /Notes/ }), { target: { value } });
  await waitFor(() => expect(seen.kept).toEqual([{ ...opened, notes: 'Cold, dark' }, null]));
});
