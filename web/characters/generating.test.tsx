import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { browserPage } from '#web/lib/leave.ts';
import { freshBrowser, priced, refusal } from '#web/lib/testing.ts';
import { aCharacter, CastServer, card, choose, field, openCast, press, threeOfThem } from './testing.tsx';

freshBrowser();

const edit = async (server = new CastServer()) => {
  const opened = openCast(server);
  await choose(opened.user, 'MARA', 'Edit');
  await page.findByRole('dialog', { name: 'Edit MARA' });
  return opened;
};
const avatarButton = () => page.findByRole('button', { name: /^Generate avatar/ });
const styleButton = () => page.findByRole('button', { name: /^Generate style description/ });

/** A call that is answered when it is aborted, and not before. */
const hanging = (init: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

describe('an avatar', () => {
  test('is drawn from the menu, at a price said before, and shown on the card', async () => {
    const { user, server, client } = openCast();
    await user.click(within(await card('MARA')).getByRole('button', { name: 'More for MARA' }));
    const item = await page.findByRole('menuitem', { name: /^Generate avatar/ });
    await waitFor(() => expect(item.textContent).toBe('Generate avatar20 credits'));
    await user.click(item);
    expect(await page.findByText('Avatar generated')).toBeTruthy();
    expect(page.getByRole('img', { name: 'Avatar of MARA' }).getAttribute('src')).toBe('/uploads/face.png');
    expect(server.written).toEqual([['POST /api/characters/1/generate-avatar', null]]);
    expect(client.getQueryData(aiStateQuery(1).queryKey)?.creditBalance).toBe(392);
    expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(392);
  });

  test('is drawn in the form, of what is saved, and changes stay there', async () => {
    const { user, server } = await edit();
    await user.type(field('Role'), '!');
    expect((await avatarButton()).textContent).toBe('Generate avatar 20 credits');
    expect(page.getByText('Drawn from what is saved, without the changes here.')).toBeTruthy();
    await user.click(await avatarButton());
    expect(await page.findByText('Avatar generated')).toBeTruthy();
    const dialog = within(page.getByRole('dialog'));
    expect(dialog.getByRole('img', { name: 'Avatar of MARA' })).toBeTruthy();
    expect(field('Role').value).toBe('Purser!');
    expect(server.written).toHaveLength(1);
  });

  test('is for characters that are created', async () => {
    const { user } = openCast();
    await card('MARA');
    await press(user, 'New Character');
    expect(await page.findByText('An avatar can be generated once the character is created.')).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Generate avatar/ })).toBeNull();
  });

  test('goes on while the form is closed, and can be cancelled on the card', async () => {
    const { user, server } = await edit();
    server.instead = ({ init }) => hanging(init);
    await user.click(await avatarButton());
    expect(await page.findByRole('progressbar', { name: 'Drawing the avatar' })).toBeTruthy();
    await user.keyboard('{Escape}');
    const mara = within(await card('MARA'));
    expect(mara.getByRole('progressbar', { name: 'Drawing MARA' })).toBeTruthy();
    await user.click(mara.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(mara.queryByRole('progressbar')).toBeNull());
    expect(page.queryByText('Avatar generation failed')).toBeNull();
  });

  test('that came to nothing says so', async () => {
    const { user, server } = openCast();
    server.instead = () => refusal(502, 'Upstream');
    await choose(user, 'MARA', /^Generate avatar/);
    expect(await page.findByText('Avatar generation failed')).toBeTruthy();
    expect(page.getByText('Could not generate character avatar. Please try again.')).toBeTruthy();
  });

  test('goes under the same key again when the answer was lost', async () => {
    const { user, server } = openCast();
    server.instead = () => Promise.reject(new TypeError('Failed to fetch'));
    await choose(user, 'MARA', /^Generate avatar/);
    await page.findByText('Avatar generation failed');
    server.instead = null;
    await choose(user, 'MARA', /^Generate avatar/);
    expect(await page.findByText('Avatar generated')).toBeTruthy();
    expect(server.keys[0]).toBe(server.keys[1]);
  });

  test('without credits leads to buying some', async () => {
    const leaveTo = vi.spyOn(browserPage, 'leaveTo').mockImplementation(() => {});
    const { user, server } = openCast();
    server.instead = () => refusal(402, 'No credits');
    await choose(user, 'MARA', /^Generate avatar/);
    expect(await page.findByText('Out of credits')).toBeTruthy();
    fireEvent.click(page.getByRole('button', { name: 'Buy Credits' }));
    expect(leaveTo).toHaveBeenCalledWith('/buy-credits');
  });

  test('is refused in the words of the server where AI was switched off meanwhile', async () => {
    const { user, server } = openCast();
    server.instead = () => {
      server.ai = { ...priced, access: 'off' };
      return refusal(403, 'AI is switched off in this project.');
    };
    await choose(user, 'MARA', /^Generate avatar/);
    expect(await page.findByText('AI is switched off in this project.')).toBeTruthy();
    await choose(user, 'MARA', 'Edit');
    expect(await page.findAllByText(/^AI is switched off in this project\. The owner/)).toHaveLength(2);
    expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull();
  });
});

describe('a style description', () => {
  const withStyle = () =>
    new CastServer([aCharacter({ visualAesthetic: 'A yellow coat.' }), ...threeOfThem.slice(1)]);

  test('goes into the field unsaved, made of what the form says', async () => {
    const { user, server } = await edit();
    expect((await styleButton()).textContent).toBe('Generate style description Up to 5 credits');
    await user.clear(field('Age'));
    await user.type(field('Age'), '39');
    await user.click(await styleButton());
    await waitFor(() => expect(field('Visual aesthetic').value).toBe('Grey wool, wet hair.'));
    const body = {
      characterName: 'MARA',
      projectId: 1,
      description: 'Counts everything.',
      role: 'Purser',
      age: 39,
      characterType: 'protagonist',
    };
    expect(server.written).toEqual([['POST /api/characters/generate-style-description', body]]);
    expect(server.cast[0]?.visualAesthetic).toBeNull();
  });

  test('can be taken back: what stood there before returns', async () => {
    const { user } = await edit(withStyle());
    await user.click(await styleButton());
    await user.click(await page.findByRole('button', { name: 'Bring back the text before' }));
    expect(field('Visual aesthetic').value).toBe('A yellow coat.');
    expect(page.queryByRole('button', { name: 'Bring back the text before' })).toBeNull();
  });

  test('that was edited since is the writer’s, and is not taken back', async () => {
    const { user } = await edit(withStyle());
    await user.click(await styleButton());
    await page.findByRole('button', { name: 'Bring back the text before' });
    await user.type(field('Visual aesthetic'), ' Always.');
    expect(page.queryByRole('button', { name: 'Bring back the text before' })).toBeNull();
  });

  test('needs a name, and asks nobody without', async () => {
    const { user, server } = openCast();
    await card('MARA');
    await press(user, 'New Character');
    await user.click(await styleButton());
    expect(page.getByText('Please enter a character name first.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Name'));
    expect(server.written).toEqual([]);
  });

  test('can be cancelled, and what is typed meanwhile stays', async () => {
    const { user, server } = await edit();
    server.instead = ({ init }) => hanging(init);
    await user.click(await styleButton());
    await user.type(field('Visual aesthetic'), 'A red coat.');
    // The other one is that of the form.
    const [cancel] = page.getAllByRole('button', { name: 'Cancel' });
    if (cancel) await user.click(cancel);
    expect(await styleButton()).toBeTruthy();
    expect(field('Visual aesthetic').value).toBe('A red coat.');
  });

  test.each([
    ['in the words of the server', () => refusal(500, 'The model is away.'), 'The model is away.'],
    ['without any', () => new Response('', { status: 502 }), 'Could not generate style description.'],
    [
      'without a connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Could not connect to generate style description.',
    ],
  ])('that failed says so %s', async (_, answer, description) => {
    const { user, server } = await edit();
    server.instead = answer;
    await user.click(await styleButton());
    expect(await page.findByText('Generation Failed')).toBeTruthy();
    expect(page.getByText(description)).toBeTruthy();
  });
});
