import { act, screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { atThePlan, cardOf, lists, noStory, openPlan } from './testing.tsx';

freshBrowser();

type User = ReturnType<typeof openPlan>['user'];

async function choose(user: User, menu: string, item: string) {
  await user.click(await page.findByRole('button', { name: menu }));
  await user.click(page.getByRole('menuitem', { name: item }));
}

const dialog = (name: string) => within(page.getByRole('dialog', { name }));
const question = () => within(page.getByRole('alertdialog'));

describe('acts', () => {
  async function adding() {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await cardOf('Departure');
    await user.click(page.getByRole('button', { name: 'Add Act' }));
    return { server, user, form: dialog('Add New Act') };
  }

  test('a new one has pages 1 to 30, the colour blue, and the next number', async () => {
    const { server, user, form } = await adding();
    expect(document.activeElement).toBe(form.getByLabelText('Title'));
    expect(form.getByLabelText('Start page')).toHaveProperty('value', '1');
    expect(form.getByLabelText('End page')).toHaveProperty('value', '30');
    const colors = within(form.getByRole('group', { name: 'Color theme' })).getAllByRole('radio');
    expect(colors.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Green',
      'Blue',
      'Purple',
      'Orange',
      'Red',
      'Yellow',
      'Indigo',
      'Pink',
    ]);
    expect(form.getByRole('radio', { name: 'Blue' })).toHaveProperty('checked', true);
    await user.type(form.getByLabelText('Title'), 'Landfall');
    await user.click(form.getByRole('button', { name: 'Add Act' }));
    expect(await page.findByText('Act added')).toBeTruthy();
    expect(server.sent()).toEqual([
      {
        method: 'POST',
        path: `/projects/${server.code}/acts`,
        body: {
          title: 'Landfall',
          subtitle: null,
          startPage: 1,
          endPage: 30,
          colorTheme: 'blue',
          number: 3,
          orderIndex: 2,
        },
      },
    ]);
    expect(page.queryByRole('dialog')).toBeNull();
    await cardOf('Landfall');
  });

  test('asks before written text is discarded', async () => {
    const { server, user, form } = await adding();
    await user.type(form.getByLabelText('Title'), 'Landfall');
    await user.keyboard('{Escape}');
    await user.click(question().getByRole('button', { name: 'Cancel' }));
    expect(form.getByLabelText('Title')).toHaveProperty('value', 'Landfall');
    await user.keyboard('{Escape}');
    await user.click(question().getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(server.sent()).toEqual([]);
  });

  test('after the first one the focus is at the button that adds the next', async () => {
    const { user } = openPlan(await atThePlan({ story: noStory }));
    await page.findByText('No acts yet');
    await user.click(page.getAllByRole('button', { name: 'Add Act' })[1] ?? document.body);
    await user.keyboard('Landfall');
    await user.click(dialog('Add New Act').getByRole('button', { name: 'Add Act' }));
    await cardOf('Landfall');
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: 'Add Act' })));
  });

  test('adds one act on a double press', async () => {
    const { server, user, form } = await adding();
    await user.type(form.getByLabelText('Title'), 'Landfall');
    const add = form.getByRole('button', { name: 'Add Act' });
    act(() => {
      add.click();
      add.click();
    });
    expect(await page.findByText('Act added')).toBeTruthy();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(server.sent()).toHaveLength(1);
  });

  test('requires a title and pages from 1 on', async () => {
    const { server, user, form } = await adding();
    await user.clear(form.getByLabelText('Start page'));
    await user.type(form.getByLabelText('Start page'), '0');
    await user.clear(form.getByLabelText('End page'));
    await user.type(form.getByLabelText('Title'), '  ');
    await user.click(form.getByRole('button', { name: 'Add Act' }));
    await waitFor(() => expect(form.getByText('Title is required')).toBeTruthy());
    expect(form.getByText('Must be 1 or more')).toBeTruthy();
    expect(form.getByText('Enter a whole number')).toBeTruthy();
    expect(server.sent()).toEqual([]);
  });

  test('warns about an act that ends before it starts, and saves it', async () => {
    const { server, user, form } = await adding();
    await user.type(form.getByLabelText('Title'), 'Landfall');
    await user.clear(form.getByLabelText('Start page'));
    await user.type(form.getByLabelText('Start page'), '87');
    await waitFor(() => expect(form.getByText('This is before the start page.')).toBeTruthy());
    await user.click(form.getByRole('button', { name: 'Add Act' }));
    await page.findByText('Act added');
    expect(server.sent()[0]?.body).toMatchObject({ startPage: 87, endPage: 30 });
  });

  test('keeps the text when the act could not be added', async () => {
    const { server, user, form } = await adding();
    server.network.reject('writes', 'internal');
    server.network.calls.length = 0;
    await user.type(form.getByLabelText('Title'), 'Landfall');
    await user.click(form.getByRole('button', { name: 'Add Act' }));
    expect(await page.findByText('Failed to add act. Please try again.')).toBeTruthy();
    expect(page.getByText('Error')).toBeTruthy();
    expect(form.getByLabelText('Title')).toHaveProperty('value', 'Landfall');
    // Another act may have taken the number, so everything is refetched.
    await waitFor(() => expect(server.asked().toSorted()).toEqual(['acts', 'sequences', 'story-beats']));
  });

  test('the form shows the stored values and saves changes', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await choose(user, 'Menu of act 1', 'Edit');
    const form = dialog('Edit Act');
    expect(form.getByLabelText('Title')).toHaveProperty('value', 'Departure');
    expect(form.getByLabelText('Subtitle')).toHaveProperty('value', 'Setup');
    await user.click(form.getByRole('radio', { name: 'Pink' }));
    await user.clear(form.getByLabelText('Subtitle'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await page.findByText('Act updated')).toBeTruthy();
    const body = { title: 'Departure', subtitle: null, startPage: 1, endPage: 30, colorTheme: 'pink' };
    expect(server.sent()).toEqual([{ method: 'PATCH', path: `/acts/${server.act(10)}`, body }]);
    expect((await page.findByRole('region', { name: 'Act 1: Departure' })).dataset.theme).toBe('pink');
  });

  test('deleting one asks for confirmation, deletes its beats too, and refetches the beats once', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await choose(user, 'Menu of act 1', 'Delete');
    expect(
      question().getByText(
        'Are you sure you want to delete this act? All associated story beats will also be deleted.',
      ),
    ).toBeTruthy();
    server.network.calls.length = 0;
    await user.click(question().getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Act deleted')).toBeTruthy();
    await page.findByRole('region', { name: 'Act 1: The Count' });
    expect(lists()).toEqual({
      'Beats of Door to door': ['The odd side'],
      'Loose beats of act 1': ['The manifest'],
    });
    await waitFor(() =>
      expect(server.asked().toSorted()).toEqual(['acts', 'scenes', 'sequences', 'story-beats']),
    );
    expect(document.activeElement).toBe(page.getByRole('region', { name: 'Act 1: The Count' }));
  });

  test('keeps the confirmation open when the act could not be deleted', async () => {
    const server = await atThePlan();
    server.network.reject('writes', 'internal');
    const { user } = openPlan(server);
    await choose(user, 'Menu of act 1', 'Delete');
    await user.click(question().getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Failed to delete act. Please try again.')).toBeTruthy();
    expect(page.getByRole('alertdialog')).toBeTruthy();
  });

  test('treats an act that someone else has deleted as deleted', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await choose(user, 'Menu of act 1', 'Delete');
    await server.as('eddie').delete(`/api/acts/${server.act(10)}`);
    await user.click(question().getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Act deleted')).toBeTruthy();
  });
});

describe('a row that someone else has deleted while its dialog is open', () => {
  const opened = async (menu: string, item: string) => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    if (menu === '') await user.click((await cardOf('Departure')).getByRole('button', { name: item }));
    else await choose(user, menu, item);
    await server.as('eddie').delete(`/api/sequences/${server.sequence(5)}`);
    // The next act takes the deleted act's number, to which a new sequence refers.
    for (const id of [20, 10]) await server.as('eddie').delete(`/api/acts/${server.act(id)}`);
    return { server, user };
  };

  test.each([
    ['', 'Sequence', 'Add New Sequence', 'Add Sequence', 'Someone else has deleted this act.'],
    ['Menu of act 1', 'Edit', 'Edit Act', 'Save', 'Someone else has deleted this act.'],
    ['Menu of Boarding', 'Edit', 'Edit Sequence', 'Save', 'Someone else has deleted this sequence.'],
  ])('%s %s: shows a message, and keeps the typed text readable', async (menu, item, name, verb, why) => {
    const { server, user } = await opened(menu, item);
    const [words] = dialog(name).getAllByRole<HTMLInputElement>('textbox');
    if (!words) throw new Error('No field');
    await user.clear(words);
    await user.type(words, 'Rain');
    await user.click(dialog(name).getByRole('button', { name: verb }));
    expect((await dialog(name).findByRole('alert')).textContent).toBe(why);
    const sent = server.sent().length;
    await user.click(dialog(name).getByRole('button', { name: verb }));
    expect([words.value, server.sent().length]).toEqual(['Rain', sent]);
  });
});

describe('sequences', () => {
  test("a new one has its act's colour and comes last", async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    const card = await cardOf('Departure');
    await user.click(card.getByRole('button', { name: 'Sequence' }));
    const form = dialog('Add New Sequence');
    expect(form.getByRole('radio', { name: 'Green' })).toHaveProperty('checked', true);
    await user.click(form.getByRole('button', { name: 'Add Sequence' }));
    await waitFor(() => expect(form.getByText('Name is required')).toBeTruthy());
    expect(server.sent()).toEqual([]);
    await user.type(form.getByLabelText('Name'), 'The extra name');
    await user.type(form.getByLabelText('Description'), 'Somebody typed it.');
    await user.click(form.getByRole('button', { name: 'Add Sequence' }));
    expect(await page.findByText('Sequence added')).toBeTruthy();
    expect(server.sent()[0]).toMatchObject({
      path: `/projects/${server.code}/sequences`,
      body: {
        name: 'The extra name',
        description: 'Somebody typed it.',
        colorTheme: 'green',
        actNumber: 1,
        orderIndex: 1,
      },
    });
    expect(card.getByRole('heading', { name: 'The extra name' })).toBeTruthy();
  });

  test('the form shows the stored values and saves changes', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await choose(user, 'Menu of Boarding', 'Edit');
    const form = dialog('Edit Sequence');
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Boarding');
    await user.type(form.getByLabelText('Name'), ' again{Enter}');
    expect(await page.findByText('Sequence updated')).toBeTruthy();
    expect(server.sent()).toEqual([
      {
        method: 'PATCH',
        path: `/sequences/${server.sequence(5)}`,
        body: { name: 'Boarding again', description: null, colorTheme: 'blue' },
      },
    ]);
  });

  test('deleting one asks for confirmation, and appends its beats to the loose beats', async () => {
    const server = await atThePlan();
    const { user } = openPlan(server);
    await choose(user, 'Menu of Boarding', 'Delete');
    const text = 'Are you sure you want to delete this sequence? Its beats will be kept in the act.';
    expect(question().getByText(text)).toBeTruthy();
    await user.click(question().getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Sequence deleted')).toBeTruthy();
    expect(lists()['Loose beats of act 1']).toEqual(['The captain', 'The log', 'Forty cars', 'Mara counts']);
  });

  test.each([
    [
      'add',
      async (user: User) => {
        await user.click((await cardOf('Departure')).getByRole('button', { name: 'Sequence' }));
        await user.type(dialog('Add New Sequence').getByLabelText('Name'), 'Ashore{Enter}');
      },
    ],
    [
      'update',
      async (user: User) => {
        await choose(user, 'Menu of Boarding', 'Edit');
        await user.type(dialog('Edit Sequence').getByLabelText('Name'), '{Enter}');
      },
    ],
    [
      'delete',
      async (user: User) => {
        await choose(user, 'Menu of Boarding', 'Delete');
        await user.click(question().getByRole('button', { name: 'Delete' }));
      },
    ],
  ] as const)('reports a failure to %s one', async (verb, press) => {
    const server = await atThePlan();
    server.network.reject('writes', 'internal');
    const { user } = openPlan(server);
    await press(user);
    expect(await page.findByText(`Failed to ${verb} sequence. Please try again.`)).toBeTruthy();
  });
});
