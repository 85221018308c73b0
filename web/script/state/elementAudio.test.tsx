import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { characters } from '#server/db/schema/script.ts';
import { generateSpeech } from '#shared/contract/audio.ts';
import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { clearSpeechCache } from '#web/voices/speech.data.ts';
import { playing, soundOf, stubAudio } from '../testing/fakeAudio.ts';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript, elementOf, scene } from '../testing/openScript.tsx';

const speech = 'Two hundred and thirteen. Twice.';
const action = 'Mara takes the last ladder sideways.';
const answer = 'Then count the drivers.';
const lines: [ElementType, string][] = [
  ...scene,
  ['character', 'TOBIAS'],
  ['parenthetical', '(low)'],
  ['dialogue', answer],
];
const speechUrl = '/uploads/speech.mp3';
const ladderUrl = '/uploads/ladder.mp3';
const logs: unknown[][] = [];

beforeEach(() => {
  stubAudio();
  clearSpeechCache();
  logs.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...said) => void logs.push(said));
});
afterEach(async () => {
  await closeScript();
  vi.restoreAllMocks();
});

/**
 * Open a script with sounds for its action and its first speech, and set the voices of the
 * characters.
 */
async function openWithSounds(voices: Record<string, string> = {}) {
  const opened = await openScreen({
    lines,
    cast: ['Mara', 'Tobias'],
    sounds: {
      [speech]: { dialogueAudioUrl: speechUrl, audioVolume: 0.25 },
      [action]: { soundEffectUrl: ladderUrl },
    },
  });
  const { db } = opened.server.browser;
  for (const { id, name } of opened.server.characters)
    if (voices[name]) await db.update(characters).set({ voiceId: voices[name] }).where(eq(characters.id, id));
  return opened;
}

/** Open the script a second time, so that the screen has the stored voices. */
async function openCast(voices: Record<string, string>) {
  const opened = await openWithSounds(voices);
  cleanup();
  const again = await openScreen({ server: opened.server });
  again.server.network.interrupt(generateSpeech, () => new Response('mp3'));
  return again;
}

/** Returns false if the key was handled, so that the page does not scroll. */
const pressSpace = (on: Element) => fireEvent.keyDown(on, { key: ' ' });
const focusOn = (text: string) => {
  act(() => elementOf(text).focus());
  return elementOf(text);
};
const button = (name: RegExp | string) => screen.getByRole('button', { name });
const isPlaying = (...urls: string[]) => waitFor(() => expect(playing()).toEqual(urls));
const end = (url: string) => act(() => soundOf(url).end());
const hasTurn = (count: string) => screen.findByRole('button', { name: `Stop Script ${count}` });

// PLAY-009, PLAY-012, KEYB-006
test('Space plays the audio of the focused element at its volume, and stops it, without scrolling', async () => {
  await openWithSounds();
  expect(pressSpace(focusOn(speech))).toBe(false);
  await isPlaying(speechUrl);
  expect(soundOf(speechUrl).volume).toBe(0.25);
  expect(pressSpace(elementOf(speech))).toBe(false);
  await isPlaying();
});

// PLAY-011
test('stops the playing audio when another element plays, or any other playback starts', async () => {
  await openWithSounds();
  pressSpace(focusOn(speech));
  await isPlaying(speechUrl);
  pressSpace(focusOn(action));
  await isPlaying(ladderUrl);
  act(() => void claimPlayback(() => undefined));
  await isPlaying();
});

test('Space on an element without a sound does nothing, and does not scroll', async () => {
  await openWithSounds();
  expect(pressSpace(focusOn('MARA'))).toBe(false);
  expect(playing()).toEqual([]);
});

// AUDI-018, OQ-80
test('a button plays and stops an element, and gives the reason if it has no voice', async () => {
  const { user } = await openWithSounds();
  const tools = () => within(screen.getByRole('toolbar', { name: 'Element' }));
  fireEvent.pointerOver(elementOf(speech));
  await user.click(tools().getByRole('button', { name: 'Play' }));
  await isPlaying(speechUrl);
  expect(tools().getByRole('button', { name: 'Stop' })).toBeTruthy();
  end(speechUrl);
  await waitFor(() => expect(tools().getByRole('button', { name: 'Play' })).toBeTruthy());
  fireEvent.pointerOver(elementOf('MARA'));
  expect(tools().queryByRole('button', { name: 'Play' })).toBeNull();
  fireEvent.pointerOver(elementOf(answer));
  act(() => tools().getByRole('button', { name: 'Play' }).focus());
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip.textContent).toBe('No voice assigned to character TOBIAS. Available: nobody yet');
});

test('leaving the script stops the audio', async () => {
  await openWithSounds();
  pressSpace(focusOn(speech));
  await isPlaying(speechUrl);
  cleanup();
  expect(playing()).toEqual([]);
});

// PLAY-010, AUDI-020
test('speaks dialogue without a file by the voice of its character, and caches it', async () => {
  const { server } = await openCast({ Tobias: 'v7' });
  pressSpace(focusOn(answer));
  await isPlaying('blob:1');
  const voiceSettings = { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true };
  const bodies = () => server.network.callsOf(generateSpeech).map(({ body }) => body);
  expect(bodies()).toEqual([{ text: `[low] ${answer}`, voiceId: 'v7', voiceSettings }]);
  end('blob:1');
  pressSpace(elementOf(answer));
  await isPlaying('blob:2');
  expect(bodies()).toHaveLength(1);
});

test('logs a line that cannot be spoken, and tries again', async () => {
  const { server } = await openCast({ Tobias: 'v7' });
  server.network.reject(generateSpeech, 'internal', 'The server is broken.', 1);
  pressSpace(focusOn(answer));
  await waitFor(() => expect(logs).toHaveLength(1));
  await waitFor(() =>
    expect(currentToasts().filter(({ isOpen }) => isOpen)).toMatchObject([
      { title: 'No line could be played' },
    ]),
  );
  await waitFor(() => expect(document.querySelector('[data-heard]')).toBeNull());
  pressSpace(elementOf(answer));
  await isPlaying('blob:1');
});

// PLAY-001, PLAY-002, PLAY-003
test('Play Script plays and counts dialogue and sound effects, and stops at the end', async () => {
  const { user } = await openCast({ Tobias: 'v7' });
  await user.click(button('Play Script'));
  await hasTurn('1/3');
  await isPlaying(ladderUrl);
  expect(screen.getByText('Playing the script, 3 lines')).toBeTruthy();
  end(ladderUrl);
  await hasTurn('2/3');
  await isPlaying(speechUrl);
  end(speechUrl);
  await hasTurn('3/3');
  await isPlaying('blob:1');
  end('blob:1');
  expect(await screen.findByRole('button', { name: 'Play Script' })).toBeTruthy();
});

// PLAY-006, PLAY-012
test('Play Script applies volume and overlap of each element, also of one without a file', async () => {
  const opened = await openCast({ Tobias: 'v7' });
  cleanup();
  await opened.server.setColumns({ audioVolume: 0.75, audioOverlapSeconds: 5 }, 2);
  await opened.server.setColumns({ audioVolume: 0.1 }, 7);
  const { user } = await openScreen({ server: opened.server });
  await user.click(button('Play Script'));
  await isPlaying(ladderUrl);
  soundOf(ladderUrl).currentTime = 1;
  await waitFor(() => expect(playing().toSorted()).toEqual([ladderUrl, speechUrl]));
  expect([soundOf(ladderUrl).volume, soundOf(speechUrl).volume]).toEqual([0.75, 0.25]);
  end(ladderUrl);
  end(speechUrl);
  await isPlaying('blob:1');
  expect(soundOf('blob:1').volume).toBe(0.1);
});

test('Stop Script stops it', async () => {
  const { user } = await openWithSounds();
  await user.click(button('Play Script'));
  await isPlaying(ladderUrl);
  await user.click(await hasTurn('1/3'));
  await isPlaying();
  expect(button('Play Script')).toBeTruthy();
});

// PLAY-005, ERRS-038
test('skips a broken file and a line without a voice, and only logs them', async () => {
  const { user } = await openWithSounds();
  await user.click(button('Play Script'));
  await isPlaying(ladderUrl);
  act(() => soundOf(ladderUrl).break());
  await isPlaying(speechUrl);
  end(speechUrl);
  expect(await screen.findByRole('button', { name: 'Play Script' })).toBeTruthy();
  expect(logs.map(([, error]) => (error as Error).message)).toEqual([
    'The file could not be played',
    'No voice assigned to character TOBIAS. Available: nobody yet',
  ]);
});

test('stays idle with a message when there is nothing to play', async () => {
  const { user } = await openScreen({ lines: [['action', 'Nobody moves.']] });
  await user.click(button('Play Script'));
  await waitFor(() => expect(currentToasts()[0]?.title).toBe('Nothing to play'));
  expect([playing(), button('Play Script')]).toMatchObject([[], {}]);
});

// OQ-80
test('plays and counts only the elements that the filter shows', async () => {
  const { user, server } = await openWithSounds();
  cleanup();
  const tobias = server.characters.find(({ name }) => name === 'Tobias')?.id;
  await server.setColumns({ dialogueAudioUrl: '/uploads/answer.mp3' }, 7);
  await openScreen({ server, query: `?character=${tobias}` });
  const play = await screen.findByRole('button', { name: 'Play Script' });
  await waitFor(() => expect(screen.queryByText(speech)).toBeNull());
  await user.click(play);
  await hasTurn('1/1');
  await isPlaying('/uploads/answer.mp3');
});

test('the key plays the script from the focused element, and stops it anywhere', async () => {
  await openWithSounds();
  fireEvent.keyDown(focusOn('MARA'), { key: ' ', ctrlKey: true, shiftKey: true });
  await hasTurn('2/3');
  await isPlaying(speechUrl);
  fireEvent.keyDown(document.body, { key: ' ', ctrlKey: true, shiftKey: true });
  await isPlaying();
});

test('stops when credits run out, and logs nothing', async () => {
  const { user, server } = await openCast({ Tobias: 'v7', Mara: 'v2' });
  server.network.reject(generateSpeech, 'out_of_credits');
  await user.click(button('Play Script'));
  await isPlaying(ladderUrl);
  end(ladderUrl);
  await isPlaying(speechUrl);
  end(speechUrl);
  expect(await screen.findByRole('button', { name: 'Play Script' })).toBeTruthy();
  expect(logs).toEqual([]);
});

test('marks the playing element', async () => {
  const { user } = await openWithSounds();
  await user.click(button('Play Script'));
  await waitFor(() =>
    expect(document.querySelector('[data-heard]')?.getAttribute('data-heard')).toBe(
      elementOf(action).dataset.element,
    ),
  );
});

test('scrolls the page along with playback unless the user scrolls', async () => {
  const rest = Array.from({ length: 90 }, (_each, index): [ElementType, string] => [
    'action',
    `Wave ${index}.`,
  ]);
  const last: [ElementType, string][] = [
    ['character', 'MARA'],
    ['dialogue', 'Land.'],
  ];
  const sounds = {
    [speech]: { dialogueAudioUrl: speechUrl },
    'Land.': { dialogueAudioUrl: '/uploads/land.mp3' },
  };
  const { user } = await openScreen({ lines: [...scene, ...rest, ...last], sounds });
  const desk = document.querySelector<HTMLElement>('[data-desk]');
  if (!desk) throw new Error('There is no desk');
  // Where the editor opens: at the first page, below the title page.
  desk.scrollTop = 1080;
  const scrolled = vi.fn();
  Object.defineProperty(desk, 'clientHeight', { value: 900 });
  Object.assign(desk, { scrollTo: ({ top }: { top: number }) => scrolled(top) });
  await user.click(button('Play Script'));
  await isPlaying(speechUrl);
  await waitFor(() => expect(document.querySelector('[data-heard]')).toBeTruthy());
  expect(scrolled).not.toHaveBeenCalled();
  end(speechUrl);
  await isPlaying('/uploads/land.mp3');
  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
  expect(scrolled.mock.calls[0]?.[0]).toBeGreaterThan(2000);
  await user.click(button(/^Stop Script/));

  scrolled.mockClear();
  await user.click(button('Play Script'));
  await isPlaying(speechUrl);
  await waitFor(() => expect(document.querySelector('[data-heard]')).toBeTruthy());
  fireEvent.wheel(desk);
  end(speechUrl);
  await isPlaying('/uploads/land.mp3');
  await hasTurn('2/2');
  expect(scrolled).not.toHaveBeenCalled();
});
