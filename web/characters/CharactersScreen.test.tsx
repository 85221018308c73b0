import { screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { freshBrowser, json, priced, refusal } from '#web/lib/testing.ts';
import { charactersQuery, elementsQuery } from '#web/script/script.data.ts';
import { aCharacter, CastServer, card, choose, names, openCast, press, threeOfThem } from './testing.tsx';

freshBrowser();

describe('the grid', () => {
  test('has a card for each character in their order', async () => {
    openCast();
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
  ])('%s is %s, and says so in words', async (name, theme, label) => {
    openCast();
    const found = await card(name);
    expect(found.dataset.theme).toBe(theme);
    expect(within(found).getByText(label).closest('[data-theme]')?.getAttribute('data-theme')).toBe(theme);
  });

  test('says how often each of them speaks, and where first', async () => {
    openCast();
    expect(await page.findByText('1 speech, first in scene 1')).toBeTruthy();
    expect(within(await card('TOBIAS')).getByText('2 speeches, first in scene 2')).toBeTruthy();
    expect(within(await card('HOLGER')).getByText('No lines in the script')).toBeTruthy();
    expect(page.getByText('3 in the cast, 2 with lines in the script')).toBeTruthy();
  });

  test('is there without the script', async () => {
    const answers = { 'GET /api/projects/PrQTbI/script-elements': () => refusal(500, 'Broken') };
    openCast(new CastServer(), {}, answers);
    await card('MARA');
    expect(page.getByText('3 in the cast')).toBeTruthy();
  });

  test('shows the avatar, and the first letters where there is none or it is broken', async () => {
    const [mara = aCharacter(), ...others] = threeOfThem;
    openCast(new CastServer([{ ...mara, avatarUrl: '/uploads/mara.png' }, ...others]));
    const image = await page.findByRole('img', { name: 'Avatar of MARA' });
    expect(within(await card('TOBIAS')).getByText('TO')).toBeTruthy();
    image.dispatchEvent(new Event('error'));
    expect(await within(await card('MARA')).findByText('MA')).toBeTruthy();
  });

  test('says that there are no characters yet', async () => {
    const { user } = openCast(new CastServer([]));
    expect(await page.findByRole('heading', { name: 'No characters yet' })).toBeTruthy();
    const [, below] = page.getAllByRole('button', { name: 'New Character' });
    if (below) await user.click(below);
    expect(await page.findByRole('dialog', { name: 'New Character' })).toBeTruthy();
  });

  test('has the shape of cards while it loads', async () => {
    const never = { 'GET /api/projects/PrQTbI/characters': () => new Promise<Response>(() => {}) };
    openCast(new CastServer(), {}, never);
    expect(await page.findByRole('status', { name: 'Loading characters' })).toBeTruthy();
  });

  test('says when it could not be loaded, and can be tried again', async () => {
    let isBroken = true;
    const server = new CastServer();
    const { user } = openCast(
      server,
      {},
      {
        'GET /api/projects/PrQTbI/characters': () => (isBroken ? refusal(500, 'Broken') : json(server.cast)),
      },
    );
    expect(await page.findByText('The characters could not be loaded.')).toBeTruthy();
    isBroken = false;
    await press(user, 'Try again');
    expect(await card('MARA')).toBeTruthy();
  });

  test('is asked for again when it opens: cues in the script and other people add to it', async () => {
    const { user, server, router } = openCast();
    await choose(user, 'MARA', 'Show in the script');
    await page.findByText('The script');
    server.cast = [...server.cast, aCharacter({ id: 9, name: 'ELSE' })];
    await router.navigate({ to: '/' });
    expect(await card('ELSE')).toBeTruthy();
  });

  test('stays when asking for it again fails', async () => {
    const server = new CastServer();
    const { client } = openCast(server);
    await card('MARA');
    server.serve({ 'GET /api/projects/PrQTbI/characters': () => refusal(500, 'Broken') });
    await client.refetchQueries({ queryKey: charactersQuery(1).queryKey });
    expect(await card('MARA')).toBeTruthy();
  });
});

describe('who may do what', () => {
  test.each(['viewer', 'commenter'] as const)('a %s reads, and has no control that writes', async (role) => {
    const { user, server } = openCast(new CastServer(), { role });
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
    expect(server.seen.some(({ path }) => path.endsWith('/ai'))).toBe(false);
  });

  test('a viewer of an empty cast is not asked to make one', async () => {
    openCast(new CastServer([]), { role: 'viewer' });
    expect(
      await page.findByText('They appear by themselves when a cue is written in the script.'),
    ).toBeTruthy();
    expect(page.queryByRole('button')).toBeNull();
  });

  test('an editor has all of them', async () => {
    openCast(new CastServer(), { role: 'editor' });
    await card('MARA');
    expect(page.getByRole('button', { name: 'New Character' })).toBeTruthy();
    expect(page.getByRole('button', { name: 'Move MARA' })).toBeTruthy();
  });
});

describe('the menu of a card', () => {
  test('leads to the lines of the character in the script', async () => {
    const { user, router } = openCast();
    await choose(user, 'TOBIAS', 'Show in the script');
    expect(await page.findByText('The script')).toBeTruthy();
    expect(router.state.location.href).toBe('/projects/PrQTbI/script?character=2');
  });

  test('leads nowhere from a character without lines', async () => {
    const { user } = openCast();
    await page.findByText('No lines in the script');
    await user.click(page.getByRole('button', { name: 'More for HOLGER' }));
    const item = await page.findByRole('menuitem', { name: 'Show in the script' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  test('deletes for good, once that was confirmed, and leaves the script alone', async () => {
    const { user, server, client } = openCast();
    await choose(user, 'MARA', 'Delete');
    const question = within(await page.findByRole('alertdialog', { name: 'Delete character' }));
    expect(
      question.getByText(/This removes "MARA" permanently.*This action cannot be undone\./),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Character deleted')).toBeTruthy();
    expect(names()).toEqual(['TOBIAS', 'HOLGER']);
    expect(server.written).toEqual([['DELETE /api/characters/1', null]]);
    expect(client.getQueryData(elementsQuery(1).queryKey)).toEqual(server.elements);
    await waitFor(() =>
      expect(document.activeElement).toBe(page.getByRole('button', { name: 'More for TOBIAS' })),
    );
  });

  test('keeps a character that could not be deleted, and says so', async () => {
    const { user, server } = openCast();
    server.instead = () => refusal(500, 'The disk is full.');
    await choose(user, 'MARA', 'Delete');
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Deletion failed')).toBeTruthy();
    expect(page.getByText('The disk is full.')).toBeTruthy();
    await press(user, 'Cancel');
    expect(names()).toEqual(['MARA', 'TOBIAS', 'HOLGER']);
  });

  test('takes one that somebody else has deleted as deleted', async () => {
    const { user, server } = openCast();
    server.instead = () => refusal(404, 'Character not found');
    await choose(user, 'MARA', 'Delete');
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await page.findByText('Character deleted')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['TOBIAS', 'HOLGER']));
  });

  test('has no avatar to offer where AI is off, and says why', async () => {
    const server = new CastServer();
    server.ai = { ...priced, access: 'off' };
    const { user } = openCast(server);
    await user.click(within(await card('MARA')).getByRole('button', { name: 'More for MARA' }));
    const item = await page.findByRole('menuitem', { name: /^Generate avatar/ });
    await waitFor(() => expect(item.textContent).toContain('AI is switched off in this project.'));
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });
});
