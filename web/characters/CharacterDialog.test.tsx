import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createCharacter, updateCharacter } from '#shared/contract/characters.ts';
import { fillField, freshBrowser } from '#web/lib/testing.ts';
import { charactersQuery } from '#web/scriptSync/script.data.ts';
import { card, choose, field, names, openCast, press } from './testing.tsx';

freshBrowser();

const dialog = (name: string) => page.findByRole('dialog', { name });

async function openNew() {
  const opened = await openCast();
  await card('MARA');
  await press(opened.user, 'New Character');
  await dialog('New Character');
  return opened;
}

async function openMara() {
  const opened = await openCast();
  await choose(opened.user, 'MARA', 'Edit');
  await dialog('Edit MARA');
  return opened;
}

describe('a new character', () => {
  test('is created with all fields, as a supporting character by default, and shown in every view', async () => {
    const { user, project, cast, client } = await openNew();
    const types = page.getAllByRole<HTMLInputElement>('radio');
    expect(types.map(({ value, checked }) => [value, checked])).toEqual([
      ['protagonist', false],
      ['antagonist', false],
      ['supporting', true],
    ]);
    await user.type(field('Name'), 'INGRID');
    await user.type(field('Age'), '34');
    await user.type(field('Description'), 'The captain.');
    await press(user, 'Create');
    expect(await page.findByText('Character created')).toBeTruthy();
    expect((await cast()).at(-1)).toMatchObject({
      name: 'INGRID',
      age: 34,
      description: 'The captain.',
      characterType: 'supporting',
    });
    expect(page.queryByRole('dialog')).toBeNull();
    expect(names()).toEqual(['MARA', 'TOBIAS', 'HOLGER', 'INGRID']);
    // The list from which the script offers names.
    expect(client.getQueryData(charactersQuery(project.id).queryKey)?.map(({ name }) => name)).toContain(
      'INGRID',
    );
  });

  test('has the type that was chosen', async () => {
    const { user, cast } = await openNew();
    await fillField(user, field('Name'), 'INGRID');
    await user.click(page.getByRole('radio', { name: 'Antagonist' }));
    await press(user, 'Create');
    expect(await page.findByText('Character created')).toBeTruthy();
    expect((await cast()).at(-1)).toMatchObject({ name: 'INGRID', characterType: 'antagonist' });
  });

  test.each(['', '   '])('needs a name, which %j is not', async (name) => {
    const { user, network } = await openNew();
    if (name) await user.type(field('Name'), name);
    await press(user, 'Create');
    expect(await page.findByText('Character name is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Name'));
    expect(network.writes).toEqual([]);
  });

  test('is saved without an age that is not a whole number, after a warning in the form', async () => {
    const { user, cast } = await openNew();
    await fillField(user, field('Name'), 'INGRID');
    await user.type(field('Age'), 'abc');
    expect(page.getByText('Not a whole number up to 999. The age will be left empty.')).toBeTruthy();
    await press(user, 'Create');
    expect(await page.findByText('Character created')).toBeTruthy();
    expect((await cast()).at(-1)).toMatchObject({ name: 'INGRID', age: null });
  });

  test("cannot have another character's name in any case", async () => {
    const { user, network } = await openNew();
    await user.type(field('Name'), 'mara');
    await press(user, 'Create');
    expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(page.queryByRole('button', { name: /^Merge/ })).toBeNull();
    expect(network.writes).toEqual([]);
  });

  test('shows the rejection at the name when someone else has just taken it', async () => {
    const { user, as, people } = await openNew();
    await as('eddie').post(`${people.projectUrl}/characters`, { name: 'Ingrid' });
    await fillField(user, field('Name'), 'INGRID');
    await press(user, 'Create');
    expect(await page.findByText('A character with this name already exists.')).toBeTruthy();
    expect(await dialog('New Character')).toBeTruthy();
    expect(page.queryByText('Creation failed')).toBeNull();
  });

  test("shows the server's message about a field at that field", async () => {
    const { user, network } = await openNew();
    const fields = { role: 'Contains characters that cannot be stored' };
    network.interrupt(createCharacter, () =>
      Response.json({ code: 'invalid', message: 'Some fields are not valid.', fields }, { status: 400 }),
    );
    await fillField(user, field('Name'), 'INGRID');
    await press(user, 'Create');
    const problem = await page.findByText(fields.role);
    expect(field('Role').getAttribute('aria-describedby')).toBe(problem.id);
  });

  test('keeps the form open when it could not be created', async () => {
    const { user, network } = await openNew();
    network.cut(createCharacter);
    await fillField(user, field('Name'), 'INGRID');
    await press(user, 'Create');
    expect(await page.findByText('Creation failed')).toBeTruthy();
    expect(field('Name').value).toBe('INGRID');
  });
});

describe('an edited character', () => {
  test('is opened by its card, and sends only what was changed', async () => {
    const { user, written, idOf } = await openCast();
    await user.click(within(await card('MARA')).getByRole('button', { name: 'MARA' }));
    await dialog('Edit MARA');
    expect([field('Role').value, field('Age').value]).toEqual(['Purser', '38']);
    await user.clear(field('Age'));
    await fillField(user, field('Arc'), 'Learns to lose count.');
    await press(user, 'Save');
    expect(await page.findByText('Character updated')).toBeTruthy();
    expect(written()).toEqual([
      [`PATCH /api/characters/${idOf('MARA')}`, { age: null, arc: 'Learns to lose count.' }],
    ]);
  });

  test('keeps the form open when it could not be saved', async () => {
    const { user, network } = await openMara();
    network.reject(updateCharacter, 'internal', 'The disk is full.');
    await user.type(field('Role'), ' and cook');
    await press(user, 'Save');
    expect(await page.findByText('Update failed')).toBeTruthy();
    expect(page.getByText('The disk is full.')).toBeTruthy();
    expect(field('Role').value).toBe('Purser and cook');
  });

  test('sends nothing without a change', async () => {
    const { user, network } = await openMara();
    await press(user, 'Save');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(network.writes).toEqual([]);
  });

  test('asks before changes are discarded', async () => {
    const { user } = await openMara();
    await user.type(field('Role'), '!');
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
    await user.keyboard('{Escape}');
    const question = within(await page.findByRole('alertdialog', { name: 'Discard changes' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(field('Role').value).toBe('Purser!');
    await press(user, 'Cancel');
    await press(user, 'Discard');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(page.getByText('Purser')).toBeTruthy();
  });

  test('keeps the dialog open while saving, on Escape and on a press on a scene', async () => {
    const { user, network } = await openMara();
    const release = network.hold(updateCharacter);
    await user.type(field('Role'), '!');
    const strip = await page.findByRole('slider', { name: 'Scenes with MARA' });
    await press(user, 'Save');
    await waitFor(() => expect(network.callsOf(updateCharacter)).toHaveLength(1));
    fireEvent.keyDown(strip, { key: 'Enter' });
    expect(page.queryByRole('alertdialog')).toBeNull();
    await user.keyboard('{Escape}');
    expect(page.queryByRole('alertdialog')).toBeNull();
    release();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  test('closes at once without a change', async () => {
    const { user } = await openMara();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(page.queryByRole('alertdialog')).toBeNull();
  });
});
