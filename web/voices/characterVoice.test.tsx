import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { generateSpeech } from '#shared/contract/audio.ts';
import { setBalance } from '#test/browser.ts';
import { answers } from '#test/models.ts';
import { card, choose, openCast, press } from '#web/characters/testing.tsx';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { consoleLines, freshBrowser } from '#web/lib/testing.ts';
import { FakeAudio, playing, stubAudio } from '#web/script/testing/fakeAudio.ts';
import { clearSpeechCache } from './speech.data.ts';
import { aCastWithVoices } from './testing.ts';

freshBrowser();
beforeEach(() => {
  stubAudio();
  clearSpeechCache();
});

const cast = [
  { name: 'MARA', voiceId: 'v-sigrun' },
  { name: 'TOBIAS', voiceId: 'v-gone' },
];
const play = (name: string) => page.findByRole('button', { name: new RegExp(`^Play ${name}'s voice`) });
const stop = (name: string) => page.findByRole('button', { name: `Stop ${name}'s voice` });

async function openVoiced() {
  const opened = await openCast(await aCastWithVoices({ cast }));
  opened.models.script(answers('silence'));
  await page.findByText('Sigrun');
  return opened;
}

test('a card shows the voice and plays a fixed greeting, which is charged once', async () => {
  const { user, network } = await openVoiced();
  expect((await card('MARA')).textContent).toContain('Sigrun, female');
  expect((await card('TOBIAS')).textContent).toContain('A voice that is not in the library');
  await waitFor(async () =>
    expect((await play('MARA')).getAttribute('aria-label')).toMatch(/, [\d.]+ credits?$/),
  );
  await user.click(await play('MARA'));
  await user.click(await stop('MARA'));
  expect(playing()).toEqual([]);
  await user.click(await play('MARA'));
  await waitFor(() => expect(playing()).toHaveLength(1));
  const calls = network.callsOf(generateSpeech).map(({ body }) => body);
  expect(calls).toEqual([
    {
      text: 'Hello, this is my voice. How does it sound?',
      voiceId: 'v-sigrun',
      voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
    },
  ]);
});

test('plays one voice at a time', async () => {
  const { user } = await openVoiced();
  await user.click(await play('MARA'));
  await waitFor(() => expect(playing()).toHaveLength(1));
  const first = playing();
  await user.click(await play('TOBIAS'));
  await stop('TOBIAS');
  await waitFor(() => expect(playing()).toHaveLength(1));
  expect(playing()).not.toEqual(first);
  expect(await play('MARA')).toBeTruthy();
});

test.each([
  [
    'is rejected',
    'Voice playback failed',
    ({ network }: Opened) => network.reject(generateSpeech, 'internal'),
  ],
  [
    'is blocked by the browser',
    'Audio autoplay blocked',
    () => {
      vi.spyOn(FakeAudio.prototype, 'play').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
    },
  ],
  [
    'cannot be played',
    'Audio playback error',
    () => {
      vi.spyOn(FakeAudio.prototype, 'play').mockImplementation(function (this: FakeAudio) {
        queueMicrotask(() => this.break());
        return new Promise(() => {});
      });
    },
  ],
])('reports a voice that %s', async (_what, title, breaks) => {
  const opened = await openVoiced();
  breaks(opened);
  await opened.user.click(await play('MARA'));
  expect(await page.findByText(title)).toBeTruthy();
  if (title === 'Audio autoplay blocked')
    expect(page.getByText('Please click the sound icon again to play the voice.')).toBeTruthy();
  consoleLines.length = 0;
  expect(await play('MARA')).toBeTruthy();
});
type Opened = Awaited<ReturnType<typeof openVoiced>>;

test('links to buying credits when they are missing', async () => {
  const leaveTo = vi.spyOn(pageNavigation, 'leaveTo').mockImplementation(() => {});
  const opened = await openVoiced();
  await setBalance(opened, 'olive', 0);
  await opened.user.click(await play('MARA'));
  expect(await page.findByText('Out of credits')).toBeTruthy();
  fireEvent.click(page.getByRole('button', { name: 'Buy Credits' }));
  expect(leaveTo).toHaveBeenCalledWith('/buy-credits');
  consoleLines.length = 0;
});

test('the form has sliders from 0 to 1 in tenths and saves the settings', async () => {
  const { user, cast: stored } = await openVoiced();
  await choose(user, 'MARA', 'Edit');
  const dialog = within(await page.findByRole('dialog', { name: 'Edit MARA' }));
  const sliders = ['Stability', 'Similarity', 'Style'].map((name) =>
    dialog.getByRole<HTMLInputElement>('slider', { name: new RegExp(name) }),
  );
  expect(sliders.map(({ min, max, step, value }) => [min, max, step, value])).toEqual([
    ['0', '1', '0.1', '0.5'],
    ['0', '1', '0.1', '0.5'],
    ['0', '1', '0.1', '0'],
  ]);
  const boost = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Speaker boost' });
  expect(boost.checked).toBe(true);
  fireEvent.change(dialog.getByRole('slider', { name: 'Style' }), { target: { value: '0.3' } });
  await user.click(boost);
  await press(user, 'Save');
  expect(await page.findByText('Character updated')).toBeTruthy();
  expect((await stored())[0]?.voiceSettings).toEqual({
    stability: 0.5,
    similarity_boost: 0.5,
    style: 0.3,
    use_speaker_boost: false,
  });
});

test('saves a voice chosen in the form, and can remove it', async () => {
  const { user, cast: stored, network } = await openVoiced();
  await choose(user, 'MARA', 'Edit');
  await page.findByRole('dialog', { name: 'Edit MARA' });
  await press(user, 'Change voice');
  await user.click(await page.findByRole('button', { name: 'Use voice Nils' }));
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Voice Library' })).toBeNull());
  expect(network.writes).toEqual([]);
  await press(user, 'Save');
  await page.findByText('Character updated');
  expect((await stored())[0]?.voiceId).toBe('v-nils');
  await choose(user, 'MARA', 'Edit');
  await page.findByRole('dialog', { name: 'Edit MARA' });
  await press(user, 'Remove voice');
  await press(user, 'Save');
  await waitFor(async () => expect((await stored())[0]?.voiceId).toBeNull());
});

test('lets viewers play a voice, but not change it', async () => {
  const opened = await openCast(await aCastWithVoices({ cast, user: 'vic' }));
  await page.findByText('Sigrun');
  expect(await play('MARA')).toBeTruthy();
  expect(
    page.queryByRole('button', { name: /Change|Choose a voice|Voice Library|Suggest Voices/ }),
  ).toBeNull();
  expect(opened.network.writes).toEqual([]);
});
