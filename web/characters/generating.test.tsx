import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { generateAvatar, generateStyleDescription } from '#shared/contract/characters.ts';
import { setBalance } from '#test/browser.ts';
import { answers } from '#test/models.ts';
import type { Network } from '#test/network.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { atTheCast, card, choose, field, openCast, press, sampleCharacters } from './testing.tsx';

freshBrowser();

const edit = async (given?: Awaited<ReturnType<typeof atTheCast>>) => {
  const opened = await openCast(given);
  opened.models.script(answers(JSON.stringify({ description: 'Grey wool, wet hair.' })));
  await choose(opened.user, 'MARA', 'Edit');
  await page.findByRole('dialog', { name: 'Edit MARA' });
  return opened;
};
// Matches the menu item once its price is loaded, before which it is disabled.
const drawnFromMenu = /^Generate avatar.*\d/;
const avatarButton = () => page.findByRole('button', { name: /^Generate avatar.*credits$/ });
const styleButton = () => page.findByRole('button', { name: /^Generate style description.*credits$/ });

describe('an avatar', () => {
  test('is generated from the menu, at the price shown before, and appears on the card', async () => {
    const { user, written, idOf, cast, project, client } = await openCast();
    await user.click(within(await card('MARA')).getByRole('button', { name: 'More for MARA' }));
    const item = await page.findByRole('menuitem', { name: /^Generate avatar/ });
    await waitFor(() => expect(item.textContent).toBe('Generate avatar20 credits'));
    await user.click(item);
    expect(await page.findByText('Avatar generated')).toBeTruthy();
    const [mara] = await cast();
    expect(mara?.avatarUrl).toMatch(/^\/uploads\//);
    expect(page.getByRole('img', { name: 'Avatar of MARA' }).getAttribute('src')).toBe(mara?.avatarUrl);
    expect(written()).toEqual([[`POST /api/characters/${idOf('MARA')}/generate-avatar`, null]]);
    expect(client.getQueryData(aiStateQuery(project.id).queryKey)?.creditBalance).toBe(480);
    expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(480);
  });

  test('is generated in the form from saved fields, and unsaved changes stay', async () => {
    const { user, network } = await edit();
    await user.type(field('Role'), '!');
    expect((await avatarButton()).textContent).toBe('Generate avatar 20 credits');
    expect(page.getByText('Uses the saved description, not your unsaved changes.')).toBeTruthy();
    await user.click(await avatarButton());
    expect(await page.findByText('Avatar generated')).toBeTruthy();
    const dialog = within(page.getByRole('dialog'));
    expect(dialog.getByRole('img', { name: 'Avatar of MARA' })).toBeTruthy();
    expect(field('Role').value).toBe('Purser!');
    expect(network.writes).toHaveLength(1);
  });

  test('is disabled until the character is created', async () => {
    const { user } = await openCast();
    await card('MARA');
    await press(user, 'New Character');
    expect(await page.findByText('Create the character first, then generate an avatar.')).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Generate avatar/ })).toBeNull();
  });

  test('continues while the form is closed, and can be cancelled on the card', async () => {
    const { user, network } = await edit();
    network.hold(generateAvatar);
    await user.click(await avatarButton());
    expect(await page.findByRole('progressbar', { name: 'Drawing the avatar' })).toBeTruthy();
    await user.keyboard('{Escape}');
    const mara = within(await card('MARA'));
    expect(mara.getByRole('progressbar', { name: 'Drawing MARA' })).toBeTruthy();
    await user.click(mara.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(mara.queryByRole('progressbar')).toBeNull());
    expect(page.queryByText('Avatar generation failed')).toBeNull();
  });

  test('reports a failure', async () => {
    const { user, network } = await openCast();
    network.reject(generateAvatar, 'upstream');
    await choose(user, 'MARA', drawnFromMenu);
    expect(await page.findByText('Avatar generation failed')).toBeTruthy();
    expect(page.getByText('Could not generate character avatar. Please try again.')).toBeTruthy();
  });

  test('repeats with the same key when the answer was lost', async () => {
    const { user, network, cast } = await openCast();
    network.losesAnswer = true;
    await choose(user, 'MARA', drawnFromMenu);
    await page.findByText('Avatar generation failed');
    await choose(user, 'MARA', drawnFromMenu);
    expect(await page.findByText('Avatar generated')).toBeTruthy();
    const keys = network.callsOf(generateAvatar).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect((await cast())[0]?.avatarUrl).toBeTruthy();
  });

  test('links to buying credits when they are missing', async () => {
    const leaveTo = vi.spyOn(pageNavigation, 'leaveTo').mockImplementation(() => {});
    const opened = await openCast();
    const { user } = opened;
    await setBalance(opened, 'olive', 0);
    await choose(user, 'MARA', drawnFromMenu);
    expect(await page.findByText('Out of credits')).toBeTruthy();
    fireEvent.click(page.getByRole('button', { name: 'Buy Credits' }));
    expect(leaveTo).toHaveBeenCalledWith('/buy-credits');
  });

  test("shows the server's message when AI was switched off", async () => {
    const { user, as, people } = await openCast();
    await card('MARA');
    await as('olive').patch(people.projectUrl, { aiAccess: 'off' });
    await choose(user, 'MARA', drawnFromMenu);
    expect(await page.findByText('AI is switched off in this project.')).toBeTruthy();
    await choose(user, 'MARA', 'Edit');
    expect(await page.findAllByText(/^AI is switched off in this project\. The owner/)).toHaveLength(2);
    expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull();
  });
});

describe('a style description', () => {
  const withStyle = () =>
    atTheCast({
      cast: sampleCharacters.map((each, at) =>
        at === 0 ? { ...each, visualAesthetic: 'A yellow coat.' } : each,
      ),
    });

  test('is generated from the form, and put into the field unsaved', async () => {
    const { user, network, cast, project } = await edit();
    expect((await styleButton()).textContent).toMatch(/^Generate style description Up to [\d.]+ credits$/);
    await user.clear(field('Age'));
    await user.type(field('Age'), '39');
    await user.click(await styleButton());
    await waitFor(() => expect(field('Visual aesthetic').value).toBe('Grey wool, wet hair.'));
    const body = {
      characterName: 'MARA',
      projectId: project.id,
      description: 'Counts everything.',
      role: 'Purser',
      age: 39,
      characterType: 'protagonist',
    };
    expect(network.callsOf(generateStyleDescription).map((call) => call.body)).toEqual([body]);
    expect((await cast())[0]?.visualAesthetic).toBeNull();
  });

  test('can be undone: the previous text returns', async () => {
    const { user } = await edit(await withStyle());
    await user.click(await styleButton());
    await user.click(await page.findByRole('button', { name: 'Restore the previous text' }));
    expect(field('Visual aesthetic').value).toBe('A yellow coat.');
    expect(page.queryByRole('button', { name: 'Restore the previous text' })).toBeNull();
  });

  test('cannot be undone after an edit', async () => {
    const { user } = await edit(await withStyle());
    await user.click(await styleButton());
    await page.findByRole('button', { name: 'Restore the previous text' });
    await user.type(field('Visual aesthetic'), ' Always.');
    expect(page.queryByRole('button', { name: 'Restore the previous text' })).toBeNull();
  });

  test('is not requested without a name', async () => {
    const { user, network } = await openCast();
    await card('MARA');
    await press(user, 'New Character');
    await user.click(await styleButton());
    await waitFor(() => expect(page.getByText('Please enter a character name first.')).toBeTruthy());
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(network.writes).toEqual([]);
  });

  test('can be cancelled, and text typed in between stays', async () => {
    const { user, network } = await edit();
    network.hold(generateStyleDescription);
    await user.click(await styleButton());
    await user.type(field('Visual aesthetic'), 'A red coat.');
    // The second one is the form's Cancel.
    const [cancel] = page.getAllByRole('button', { name: 'Cancel' });
    if (cancel) await user.click(cancel);
    expect(await styleButton()).toBeTruthy();
    expect(field('Visual aesthetic').value).toBe('A red coat.');
  });

  test.each([
    [
      "with the server's message",
      ({ reject }: Network) => reject(generateStyleDescription, 'internal', 'The model is away.'),
      'The model is away.',
    ],
    [
      'without any',
      ({ interrupt }: Network) =>
        interrupt(generateStyleDescription, () => new Response('', { status: 502 })),
      'Could not generate style description.',
    ],
    [
      'without a connection',
      ({ cut }: Network) => cut(generateStyleDescription),
      'Could not connect to generate style description.',
    ],
  ])('reports a failure %s', async (_, fail, description) => {
    const { user, network } = await edit();
    fail(network);
    await user.click(await styleButton());
    expect(await page.findByText('Generation Failed')).toBeTruthy();
    expect(page.getByText(description)).toBeTruthy();
  });
});
