import { screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getAiState } from '#shared/contract/ai.ts';
import { deleteCharacter, listCharacters } from '#shared/contract/characters.ts';
import { listElements } from '#shared/contract/elements.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { charactersQuery, elementsQuery } from '#web/scriptSync/script.data.ts';
import { atTheCast, card, choose, names, openCast, press, sampleCharacters } from './testing.tsx';

freshBrowser();

describe('the grid', () => {
  test('has a card for each character in their order', async () => {
    await openCast();
    await card('MARA');
    expect(names()).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
    const mara = within(await card('MARA'));
    for (const text of ['Purser', 'Age', 'Counts everything.', 'Protagonist']) {
      expect(mara.getByText(text)).toBeTruthy();
    }
  });

  test.each([
    ['MARA', 'green', 'Protagonist'],
    ['HOLGER', 'red', 'Antagonist'],
    ['TOBIAS', 'blue', 'Supporting'],
  ])('marks %s as %s, also in words', async (name, theme, label) => {
    await openCast();
    const found = await card(name);
    expect(found.dataset.theme).toBe(theme);
    expect(within(found).getByText(label).closest('[data-theme]')?.getAttribute('data-theme')).toBe(theme);
  });

  test('shows how often each character speaks, and the first scene', async () => {
    await openCast();
    expect(await page.findByText('1 speech, first in scene 1')).toBeTruthy();
    expect(within(await card('TOBIAS')).getByText('2 speeches, first in scene 2')).toBeTruthy();
    expect(within(await card('HOLGER')).getByText('No lines in the script')).toBeTruthy();
    expect(page.getByText('3 in the cast, 2 with lines in the script')).toBeTruthy();
  });

  test('is shown when the script cannot be loaded', async () => {
    const browser = await atTheCast();
    browser.network.reject(listElements, 'internal');
    await openCast(browser);
    await card('MARA');
    expect(page.getByText('3 in the cast')).toBeTruthy();
  });

  test('shows the avatar, or initials if it is missing or broken', async () => {
    const [mara, ...others] = sampleCharacters;
    const drawn = { ...mara, name: 'MARA', avatarUrl: '/uploads/mara.png' };
    await openCast(await atTheCast({ cast: [drawn, ...others] }));
    const image = await page.findByRole('img', { name: 'Avatar of MARA' });
    expect(within(await card('TOBIAS')).getByText('TO')).toBeTruthy();
    image.dispatchEvent(new Event('error'));
    expect(await within(await card('MARA')).findByText('MA')).toBeTruthy();
  });

  test('shows that there are no characters yet', async () => {
    const { user } = await openCast(await atTheCast({ cast: [] }));
    expect(await page.findByRole('heading', { name: 'No characters yet' })).toBeTruthy();
    const [, below] = page.getAllByRole('button', { name: 'New Character' });
    if (below) await user.click(below);
    expect(await page.findByRole('dialog', { name: 'New Character' })).toBeTruthy();
  });

  test('shows placeholders while it loads', async () => {
    const browser = await atTheCast();
    browser.network.hold(listCharacters);
    await openCast(browser);
    expect(await page.findByRole('status', { name: 'Loading characters' })).toBeTruthy();
  });

  test('offers a retry when it could not be loaded', async () => {
    const browser = await atTheCast();
    browser.network.reject(listCharacters, 'internal', undefined, 1);
    const { user } = await openCast(browser);
    expect(await page.findByText('The characters could not be loaded.')).toBeTruthy();
    await press(user, 'Try again');
    expect(await card('MARA')).toBeTruthy();
  });

  test('refetches when it opens, because cues and other users add characters', async () => {
    const { user, as, people, router } = await openCast();
    await choose(user, 'MARA', 'Show in the script');
    await page.findByText('The script');
    await as('eddie').post(`${people.projectUrl}/characters`, { name: 'ELSE' });
    await router.navigate({ to: '/' });
    expect(await card('ELSE')).toBeTruthy();
  });

  test('stays when a refetch fails', async () => {
    const { client, network, project } = await openCast();
    await card('MARA');
    network.reject(listCharacters, 'internal');
    await client.refetchQueries({ queryKey: charactersQuery(project.id).queryKey });
    expect(await card('MARA')).toBeTruthy();
  });
});

describe('permissions', () => {
  test.each<[string, Name]>([
    ['viewer', 'vic'],
    ['commenter', 'cora'],
  ])('a %s sees the cast without controls that change it', async (_role, who) => {
    const { user, network } = await openCast(await atTheCast({ user: who }));
    await card('MARA');
    expect(page.queryByRole('button', { name: 'New Character' })).toBeNull();
    expect(page.queryByRole('button', { name: /^Move / })).toBeNull();
    await user.click(page.getByRole('button', { name: 'More for MARA' }));
    expect(page.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Show in the script',
    ]);
    await user.keyboard('{Escape}');
    await user.click(page.getByRole('button', { name: 'MARA' }));
    const dialog = within(await page.findByRole('dialog', { name: 'MARA' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true);
    expect(dialog.queryByRole('button', { name: /Generate|Save/ })).toBeNull();
    expect(network.callsOf(getAiState)).toEqual([]);
  });

  test('does not invite a viewer to create a character', async () => {
    await openCast(await atTheCast({ user: 'vic', cast: [] }));
    expect(
      await page.findByText('They appear by themselves when a cue is written in the script.'),
    ).toBeTruthy();
    expect(page.queryByRole('button')).toBeNull();
  });

  test('shows an editor all controls', async () => {
    await openCast(await atTheCast({ user: 'eddie' }));
    await card('MARA');
    expect(page.getByRole('button', { name: 'New Character' })).toBeTruthy();
    expect(page.getByRole('button', { name: 'Move MARA' })).toBeTruthy();
  });
});

describe('the menu of a card', () => {
  test('shows the lines of the character in the script', async () => {
    const { user, router, code, idOf } = await openCast();
    await choose(user, 'TOBIAS', 'Show in the script');
    expect(await page.findByText('The script')).toBeTruthy();
    expect(router.state.location.href).toBe(`/projects/${code}/script?character=${idOf('TOBIAS')}`);
  });

  test('disables that item for a character without lines', async () => {
    const { user } = await openCast();
    await page.findByText('No lines in the script');
    await user.click(page.getByRole('button', { name: 'More for HOLGER' }));
    const item = await page.findByRole('menuitem', { name: 'Show in the script' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  test('deletes permanently after a confirmation, without changing the script', async () => {
    const { user, project, cast, elements, client } = await openCast();
    await choose(user, 'MARA', 'Delete');
    const question = within(await page.findByRole('alertdialog', { name: 'Delete character' }));
    expect(
      question.getByText(/This removes "MARA" permanently.*This action cannot be undone\./),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Character deleted')).toBeTruthy();
    expect(names()).toEqual(['TOBIAS', 'HOLGER']);
    expect((await cast()).map(({ name }) => name)).toEqual(['TOBIAS', 'HOLGER']);
    expect(client.getQueryData(elementsQuery(project.id).queryKey)).toEqual(await elements());
    await waitFor(() =>
      expect(document.activeElement).toBe(page.getByRole('button', { name: 'More for TOBIAS' })),
    );
  });

  test('keeps a character that could not be deleted, and shows an error', async () => {
    const { user, network } = await openCast();
    network.reject(deleteCharacter, 'internal', 'The disk is full.');
    await choose(user, 'MARA', 'Delete');
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Deletion failed')).toBeTruthy();
    expect(page.getByText('The disk is full.')).toBeTruthy();
    await press(user, 'Cancel');
    expect(names()).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
  });

  test('treats a character that someone else has deleted as deleted', async () => {
    const { user, as, idOf } = await openCast();
    await card('MARA');
    await as('eddie').delete(`/api/characters/${idOf('MARA')}`);
    await choose(user, 'MARA', 'Delete');
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Character deleted')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['TOBIAS', 'HOLGER']));
  });

  test('disables the avatar with the reason where AI is off', async () => {
    const { user } = await openCast(await atTheCast({ columns: { aiAccess: 'off' } }));
    await user.click(within(await card('MARA')).getByRole('button', { name: 'More for MARA' }));
    const item = await page.findByRole('menuitem', { name: /^Generate avatar/ });
    await waitFor(() => expect(item.textContent).toContain('AI is switched off in this project.'));
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });
});
