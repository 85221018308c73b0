import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { listVoices } from '#shared/contract/voices.ts';
import { openCast, press } from '#web/characters/testing.tsx';
import { consoleLines, freshBrowser, isOff } from '#web/lib/testing.ts';
import { playing, soundOf, stubAudio } from '#web/script/testing/fakeAudio.ts';
import { aCastWithVoices } from './testing.ts';

freshBrowser();
beforeEach(stubAudio);

const cast = [
  { name: 'MARA', voiceId: 'v-sigrun', role: 'Purser', age: 38 },
  { name: 'TOBIAS', voiceId: null },
];

const chooseVoice = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await page.findByRole('button', { name: 'Choose a voice' }));

/** Open the library for TOBIAS, who has no voice. */
async function openLibrary() {
  const castPage = await aCastWithVoices({ cast });
  const opened = await openCast(castPage);
  await chooseVoice(opened.user);
  await page.findByRole('dialog', { name: 'Voice Library' });
  await page.findByRole('list', { name: 'Voices' });
  return opened;
}
const rows = () => within(page.getByRole('list', { name: 'Voices' })).getAllByRole('listitem');
const namesShown = () => rows().map((row) => row.querySelector('b')?.textContent);
const row = (name: string) => {
  const found = rows().find((each) => each.querySelector('b')?.textContent === name);
  if (!found) throw new Error(`${name} is not listed`);
  return within(found);
};

describe('the library', () => {
  test('lists voices with three labels and the count of the rest, language, likes and the characters that use them', async () => {
    await openLibrary();
    expect(namesShown()).toEqual(['Sigrun', 'Arvid', 'Nils', 'Wren', 'Posy']);
    const sigrun = rows()[0]?.textContent;
    for (const part of [
      'female',
      'middle aged',
      'american',
      '+2',
      'English',
      '1,204',
      'Voice of MARA',
      'Dry as a ledger.',
    ])
      expect(sigrun).toContain(part);
    expect(sigrun).not.toContain('narration');
    expect(rows()[3]?.textContent).not.toMatch(/undefined|\+/);
    expect(page.getByText('For TOBIAS')).toBeTruthy();
    expect(page.getByText('5 voices')).toBeTruthy();
  });

  test('can be searched, and filtered by category and language', async () => {
    const { user } = await openLibrary();
    await user.type(page.getByRole('searchbox', { name: 'Search' }), 'ledger');
    await waitFor(() => expect(namesShown()).toEqual(['Sigrun']));
    await user.clear(page.getByRole('searchbox', { name: 'Search' }));
    await user.selectOptions(page.getByRole('combobox', { name: 'Category' }), 'professional');
    await waitFor(() => expect(namesShown()).toEqual(['Nils']));
    await user.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'German');
    expect(await page.findByText('No voice fits. Try other words, or fewer filters.')).toBeTruthy();
    await press(user, 'Clear Filters');
    await waitFor(() => expect(rows()).toHaveLength(5));
  });

  test('assigns the voice to the character', async () => {
    const { user, cast: stored, written, idOf } = await openLibrary();
    await user.click(row('Arvid').getByRole('button', { name: 'Use voice Arvid' }));
    expect(await page.findByText('Character updated')).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
    expect(written()).toEqual([[`PATCH /api/characters/${idOf('TOBIAS')}`, { voiceId: 'v-arvid' }]]);
    expect((await stored())[1]).toMatchObject({
      voiceId: 'v-arvid',
      voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
    });
    expect(page.getByText('Arvid')).toBeTruthy();
  });

  test('moves the focus with the arrow keys', async () => {
    await openLibrary();
    const use = (name: string) => row(name).getByRole('button', { name: `Use voice ${name}` });
    use('Sigrun').focus();
    fireEvent.keyDown(use('Sigrun'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(use('Arvid'));
    fireEvent.keyDown(use('Arvid'), { key: 'End' });
    expect(document.activeElement).toBe(use('Posy'));
    fireEvent.keyDown(use('Posy'), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(use('Wren'));
  });

  test('reports a failed load, and offers a retry', async () => {
    const castPage = await aCastWithVoices({ cast: [{ name: 'TOBIAS' }] });
    castPage.network.reject(listVoices, 'upstream', 'The voices are out.', 1);
    const { user } = await openCast(castPage);
    await chooseVoice(user);
    expect(await page.findByText('The voices could not be loaded.')).toBeTruthy();
    expect(page.getByText('The voices are out.')).toBeTruthy();
    await press(user, 'Try again');
    expect(await page.findByRole('list', { name: 'Voices' })).toBeTruthy();
  });

  test('can be listened to without a character', async () => {
    const { user } = await openCast(await aCastWithVoices({ cast }));
    await page.findByText('Sigrun');
    await press(user, 'Voice Library');
    await page.findByRole('list', { name: 'Voices' });
    expect(page.queryByRole('button', { name: /^Use voice/ })).toBeNull();
    expect(page.queryByRole('button', { name: 'Design Your Voice' })).toBeNull();
  });

  test('shows that there are no voices', async () => {
    const castPage = await aCastWithVoices({ cast: [{ name: 'TOBIAS' }] });
    castPage.list.voices = [];
    const { user } = await openCast(castPage);
    await chooseVoice(user);
    expect(await page.findByText('There are no voices yet.')).toBeTruthy();
  });
});

describe('a preview', () => {
  const play = (name: string) => page.getByRole('button', { name: `Play preview of ${name}` });
  const stop = (name: string) => page.findByRole('button', { name: `Stop preview of ${name}` });

  test('plays and stops, one at a time, and ends with the library', async () => {
    const { user } = await openLibrary();
    await user.click(play('Sigrun'));
    await stop('Sigrun');
    expect(playing()).toEqual(['/api/voices/v-sigrun/preview']);
    await user.click(play('Arvid'));
    await stop('Arvid');
    expect(playing()).toEqual(['/api/voices/v-arvid/preview']);
    await user.click(await stop('Arvid'));
    expect(playing()).toEqual([]);
    await user.click(play('Nils'));
    await stop('Nils');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(playing()).toEqual([]));
  });

  test('reports a failed preview, and a missing one', async () => {
    const { user } = await openLibrary();
    await user.click(play('Sigrun'));
    await stop('Sigrun');
    soundOf('/api/voices/v-sigrun/preview').break();
    expect(await page.findByText('Preview failed')).toBeTruthy();
    expect(page.getByText('Unable to play voice preview. Please try again.')).toBeTruthy();
    expect(consoleLines.splice(0)).toHaveLength(1);
    await user.click(play('Wren'));
    expect(await page.findByText('Preview unavailable')).toBeTruthy();
    expect(page.getByText('Unable to play voice preview')).toBeTruthy();
    expect(playing()).toEqual([]);
  });
});

test('a voice that is still being made cannot be played or used', async () => {
  const castPage = await aCastWithVoices({ cast: [{ name: 'TOBIAS' }] });
  castPage.list.voices = [{ voice_id: 'pending_7', name: 'Else', category: 'generated' }];
  await openCast(castPage);
  await chooseVoice(userEvent.setup());
  await page.findByRole('list', { name: 'Voices' });
  expect(rows()[0]?.textContent).toContain('Still being made');
  expect(isOff(row('Else').getByRole('button', { name: 'Use voice Else' }))).toBe(true);
  expect(isOff(row('Else').getByRole('button', { name: 'Play preview of Else' }))).toBe(true);
});
