import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { atThePlan, cardOf, lists, openPlan } from './testing.tsx';

freshBrowser();

type Plan = Awaited<ReturnType<typeof atThePlan>>;

async function edit(title: string, given?: Plan) {
  const server = given ?? (await atThePlan());
  const { user } = openPlan(server);
  await user.click(await page.findByRole('button', { name: `Menu of ${title}` }));
  await user.click(page.getByRole('menuitem', { name: 'Edit' }));
  const form = within(page.getByRole('form', { name: `Edit ${title}` }));
  return { server, user, form };
}

describe('a new beat', () => {
  test('has default texts, comes after the loose beats, and opens its form at once', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await user.click((await cardOf('Departure')).getByRole('button', { name: 'Beat' }));
    expect(await page.findByText('Beat added')).toBeTruthy();
    const body = {
      title: 'New Beat',
      description: 'Add description...',
      actNumber: 1,
      sequenceId: null,
      orderIndex: 2,
    };
    expect(server.sent()).toEqual([{ method: 'POST', path: `/projects/${server.code}/story-beats`, body }]);
    const title = page.getByRole('textbox', { name: 'Title' });
    expect(document.activeElement).toBe(title);
    await user.keyboard('Hale turns{Enter}');
    expect(await page.findByText('Beat updated')).toBeTruthy();
    expect(lists()['Loose beats of act 1']).toEqual(['The captain', 'The log', 'Hale turns']);
  });

  test('is added once by a double press, and the focus stays in its title', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    const button = (await cardOf('Departure')).getByRole('button', { name: 'Beat' });
    act(() => {
      button.click();
      button.click();
    });
    const title = await page.findByRole('textbox', { name: 'Title' });
    const section = page.getByRole('region', { name: 'Act 1: Departure' });
    expect(fireEvent.mouseDown(section, { detail: 2 })).toBe(false);
    expect(fireEvent.mouseDown(title, { detail: 2 })).toBe(true);
    expect(document.activeElement).toBe(title);
    expect(server.sent()).toHaveLength(1);
    await user.keyboard('{Escape}');
  });

  test('is added after the beats of its sequence', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await user.click(await page.findByRole('button', { name: 'Beat in Boarding' }));
    await page.findByText('Beat added');
    expect(server.sent()[0]?.body).toMatchObject({
      actNumber: 1,
      sequenceId: server.sequence(5),
      orderIndex: 2,
    });
  });

  test('reports that it could not be added', async () => {
    const server = await atThePlan();
    server.network.reject('writes', 'internal');
    const { user } = openPlan(server);
    await user.click((await cardOf('Departure')).getByRole('button', { name: 'Beat' }));
    expect(await page.findByText('Failed to add beat. Please try again.')).toBeTruthy();
  });
});

describe('writing a beat', () => {
  test('Save stores title and description, and focuses the card', async () => {
    const { server, user, form } = await edit('The captain');
    await user.keyboard('Hale will not turn back');
    await user.clear(form.getByLabelText('Description'));
    await user.type(form.getByLabelText('Description'), 'Not this winter.');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await page.findByText('Beat updated')).toBeTruthy();
    const body = { title: 'Hale will not turn back', description: 'Not this winter.' };
    expect(server.sent()).toEqual([{ method: 'PATCH', path: `/story-beats/${server.beat(101)}`, body }]);
    expect(page.getByText('Not this winter.')).toBeTruthy();
    expect(document.activeElement).toBe(
      page.getByRole('button', { name: 'Menu of Hale will not turn back' }),
    );
  });

  test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
    '%s in the description saves',
    async (keys) => {
      const { server, user, form } = await edit('The captain');
      await user.type(form.getByLabelText('Description'), `{Enter}Two at most.${keys}`);
      await page.findByText('Beat updated');
      expect(server.sent()[0]?.body).toMatchObject({ description: 'One winter left.\nTwo at most.' });
    },
  );

  test.each([
    [
      'Cancel',
      async ({ user, form }: Awaited<ReturnType<typeof edit>>) =>
        user.click(form.getByRole('button', { name: 'Cancel' })),
    ],
    ['Escape', async ({ user }: Awaited<ReturnType<typeof edit>>) => user.keyboard('{Escape}')],
  ] as const)('%s discards the draft and sends nothing', async (_how, giveUp) => {
    const opened = await edit('The captain');
    await opened.user.type(opened.form.getByLabelText('Title'), 'x');
    await giveUp(opened);
    expect(page.queryByRole('form')).toBeNull();
    expect(lists()['Loose beats of act 1']).toEqual(['The captain', 'The log']);
    expect(opened.server.sent()).toEqual([]);
  });

  test('stays open on the keys that end a composition', async () => {
    const { user, form, server } = await edit('The captain');
    const field = form.getByLabelText('Description');
    await user.type(field, '船');
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 229, isComposing: false });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, keyCode: 229, isComposing: false });
    expect([page.queryByRole('form') !== null, server.sent()]).toEqual([true, []]);
  });

  test('restores an unsaved draft after the view was left, until it is discarded', async () => {
    const server = await atThePlan();
    const { user, leave, comeBack } = openPlan(server);
    await user.click(await page.findByRole('button', { name: 'Menu of The captain' }));
    await user.click(page.getByRole('menuitem', { name: 'Edit' }));
    await user.type(page.getByRole('textbox', { name: 'Description' }), ' Not this one.');
    leave();
    await comeBack();
    expect(await page.findByDisplayValue('One winter left. Not this one.')).toBeTruthy();
    await user.click(page.getByRole('button', { name: 'Cancel' }));
    leave();
    await comeBack();
    expect(await page.findByText('One winter left.')).toBeTruthy();
    expect(page.queryByRole('form')).toBeNull();
    expect(server.sent()).toEqual([]);
  });

  test('stays open when another beat is added', async () => {
    const { user, form } = await edit('The captain');
    await user.keyboard('Hale');
    await user.click((await cardOf('The Count')).getByRole('button', { name: 'Beat' }));
    const added = within(await page.findByRole('form', { name: 'Edit New Beat' }));
    expect(document.activeElement).toBe(added.getByLabelText('Title'));
    expect(form.getByLabelText('Title')).toHaveProperty('value', 'Hale');
  });

  test('sends nothing without a change', async () => {
    const { server, user } = await edit('The captain');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(page.queryByRole('form')).toBeNull());
    expect(server.sent()).toEqual([]);
  });

  test('reports a missing title and saves nothing', async () => {
    const { server, user, form } = await edit('The captain');
    await user.clear(form.getByLabelText('Title'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(form.getByText('Title is required')).toBeTruthy());
    expect(form.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
    expect(server.sent()).toEqual([]);
  });

  test('keeps the text after a failed save', async () => {
    const server = await atThePlan();
    server.network.reject('writes', 'internal');
    const { user, form } = await edit('The captain', server);
    await user.keyboard('Hale{Enter}');
    expect(await page.findByText('Failed to update beat. Please try again.')).toBeTruthy();
    expect(form.getByLabelText('Title')).toHaveProperty('value', 'Hale');
  });
});

describe('deleting a beat', () => {
  async function remove(server: Plan) {
    const { user } = openPlan(server);
    await user.click(await page.findByRole('button', { name: 'Menu of The captain' }));
    await user.click(page.getByRole('menuitem', { name: 'Delete' }));
    const question = within(page.getByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete this beat?')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
  }

  test('asks for confirmation, and later beats move up', async () => {
    const server = await atThePlan();
    await remove(server);
    expect(await page.findByText('Beat deleted')).toBeTruthy();
    expect(lists()['Loose beats of act 1']).toEqual(['The log']);
    expect(server.sent()).toEqual([
      { method: 'DELETE', path: `/story-beats/${server.beat(101)}`, body: null },
    ]);
    await waitFor(() =>
      expect(document.activeElement).toBe(page.getByRole('region', { name: 'Act 1: Departure' })),
    );
  });

  test('reports a failure', async () => {
    const server = await atThePlan();
    server.network.reject('writes', 'internal');
    await remove(server);
    expect(await page.findByText('Failed to delete beat. Please try again.')).toBeTruthy();
    expect(page.getByRole('alertdialog')).toBeTruthy();
    expect(page.getByText('One winter left.')).toBeTruthy();
  });
});
