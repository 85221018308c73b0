import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { characters, type scriptElements } from '#server/db/schema/script.ts';
import {
  generateDialogueAudio,
  generateSoundEffect,
  updateAudioPreferences,
} from '#shared/contract/audio.ts';
import { updateElement } from '#shared/contract/elements.ts';
import { callsEnd } from '#test/network.ts';
import { isOff } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { FakeAudio, playing, stubAudio } from '../testing/fakeAudio.ts';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript, elementOf } from '../testing/openScript.tsx';
import { aStoredScript } from '../testing/storedScript.ts';

const action = 'Mara takes the last ladder sideways.';
const line = 'Two hundred and thirteen. Twice.';
const lines = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', action],
  ['character', 'MARA'],
  ['parenthetical', '(low)'],
  ['dialogue', line],
  ['transition', 'CUT TO:'],
  ['character', 'MARA'],
  ['dialogue', '(beat) 🔥'],
] as const;

/** Fake of the audio element, whose time passes only when the test says so. */
class StudioAudio extends FakeAudio {
  ontimeupdate: (() => void) | null = null;
  ondurationchange: (() => void) | null = null;
}
const sound = () => FakeAudio.all.at(-1) as StudioAudio;
/** Left edges of the bars of the last drawn waveform, and of the play head. */
const drawnBars: number[] = [];
const seconds = 6.2;

beforeEach(() => {
  stubAudio();
  vi.stubGlobal('Audio', StudioAudio);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  drawnBars.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    clearRect: () => {
      drawnBars.length = 0;
    },
    fillRect: (x: number) => drawnBars.push(x),
  } as never);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = async () => ({ duration: seconds, getChannelData: () => new Float32Array(1000) });
    },
  );
  for (const { id } of currentToasts()) dismissToast(id);
});
afterEach(async () => {
  await closeScript();
  vi.restoreAllMocks();
});

type Columns = Partial<typeof scriptElements.$inferInsert>;

/**
 * Open a script with the character MARA, who has a voice by default, and the studio of one element.
 */
async function openStudio(content: string, { sounds = {} as Columns, hasVoice = true } = {}) {
  const server = await aStoredScript(lines as never);
  await server.addCharacter('MARA');
  const { db, project, as } = server.browser;
  const voices = (await as('olive').get('/api/voices')).json();
  const voiceId = hasVoice ? voices[0].voice_id : null;
  await db.update(characters).set({ voiceId }).where(eq(characters.projectId, project.id));
  const place = lines.findIndex(([, each]) => each === content) + 1;
  if (Object.keys(sounds).length > 0) await server.setColumns(sounds, place);
  await server.read();
  const opened = await openScreen({ server });
  fireEvent.pointerOver(elementOf(content));
  const tools = within(await screen.findByRole('toolbar', { name: 'Element' }));
  await opened.user.click(tools.getByRole('button', { name: /^(Reg|G)enerate audio$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Audio Studio' });
  const element = () => server.elements.find((each) => each.content === content);
  return { ...opened, dialog: within(dialog), element, project, network: server.network };
}
const spokenLine = { dialogueAudioUrl: '/uploads/line.mp3' };

describe('making audio', () => {
  test('sends text, tone and voice of a dialogue', async () => {
    const { user, dialog, network, element, project } = await openStudio(line);
    expect(dialog.getByText(line)).toBeTruthy();
    expect(await dialog.findByText(/^MARA, voiced by /)).toBeTruthy();
    await user.click(await dialog.findByRole('button', { name: /^Generate/ }));
    expect(await dialog.findByRole('button', { name: /^Regenerate/ })).toBeTruthy();
    expect(network.callsOf(generateDialogueAudio).map(({ body }) => body)).toEqual([
      { elementId: element()?.id, characterName: 'MARA', text: `[low] ${line}`, projectId: project.id },
    ]);
    expect(element()?.dialogueAudioUrl).toMatch(/^\/uploads\//);
    expect(screen.queryByText(/changed since this audio/)).toBeNull();
    const first = element()?.dialogueAudioUrl;
    await user.click(dialog.getByRole('button', { name: /^Regenerate/ }));
    await waitFor(() => expect(element()?.dialogueAudioUrl).not.toBe(first));
    expect(network.callsOf(generateDialogueAudio)).toHaveLength(2);
  });

  test.each([action, 'CUT TO:'])(
    'makes a sound effect of "%s" from its text, by default eight seconds long with an influence of a half',
    async (content) => {
      const { user, dialog, network, element } = await openStudio(content);
      const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Sound effect' });
      expect(text.value).toBe(content);
      await user.clear(text);
      await user.type(text, '  ');
      expect(isOff(await dialog.findByRole('button', { name: /^Generate/ }))).toBe(true);
      await user.type(text, 'Heavy rain');
      await user.click(dialog.getByRole('button', { name: /^Generate/ }));
      await dialog.findByRole('button', { name: /^Regenerate/ });
      expect(network.callsOf(generateSoundEffect).map(({ body }) => body)).toEqual([
        { text: 'Heavy rain', elementId: element()?.id, duration_seconds: 8, prompt_influence: 0.5 },
      ]);
      expect(element()).toMatchObject({
        soundEffectText: 'Heavy rain',
        soundEffectUrl: expect.stringMatching(/^\/uploads\//),
      });
    },
  );

  test('is not possible for a line without spoken words', async () => {
    const { dialog } = await openStudio('(beat) 🔥');
    expect(dialog.getByText('This line contains nothing to speak.')).toBeTruthy();
    expect(isOff(await dialog.findByRole('button', { name: /^Generate/ }))).toBe(true);
  });

  test('only logs a failure, and can be retried', async () => {
    const { user, dialog, network } = await openStudio(line);
    network.reject(generateDialogueAudio, 'internal');
    await user.click(await dialog.findByRole('button', { name: /^Generate/ }));
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('Failed to generate audio:', expect.anything()),
    );
    expect(isOff(await dialog.findByRole('button', { name: /^Generate/ }))).toBe(false);
    expect(currentToasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  test('only logs the failure of a sound effect, too', async () => {
    const { user, dialog, network } = await openStudio(action);
    network.reject(generateSoundEffect, 'internal');
    await user.click(await dialog.findByRole('button', { name: /^Generate/ }));
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('Failed to generate audio:', expect.anything()),
    );
    expect(isOff(await dialog.findByRole('button', { name: /^Generate/ }))).toBe(false);
    expect(currentToasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  test('shows a message when credits are missing', async () => {
    const { user, dialog, network } = await openStudio(line);
    network.reject(generateDialogueAudio, 'out_of_credits');
    await user.click(await dialog.findByRole('button', { name: /^Generate/ }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Out of credits' }));
    expect(currentToasts()[0]?.action?.label).toBe('Buy Credits');
  });

  test('is possible for a character after a voice is chosen', async () => {
    const { user, dialog } = await openStudio(line, { hasVoice: false });
    expect(dialog.getByText(/^No voice assigned to character MARA\. Available:/)).toBeTruthy();
    expect(isOff(await dialog.findByRole('button', { name: /^Generate/ }))).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Choose a voice' }));
    const [first] = await screen.findAllByRole('button', { name: /^Use voice/ });
    await user.click(first as HTMLElement);
    await waitFor(() => expect(dialog.queryByText(/^No voice assigned/)).toBeNull());
    expect(isOff(await dialog.findByRole('button', { name: /^Generate/ }))).toBe(false);
  });
});

test.each([
  ['INT. CAR DECK - NIGHT', 'Scene Heading has no separate audio'],
  ['MARA', 'Character has no separate audio'],
  ['(low)', 'Parenthetical has no separate audio'],
])('%s has no audio, and its button gives the reason', async (content, label) => {
  await openScreen({ server: await aStoredScript(lines as never) });
  fireEvent.pointerOver(elementOf(content));
  const tools = within(await screen.findByRole('toolbar', { name: 'Element' }));
  const button = tools.getByRole('button', { name: label });
  expect(isOff(button)).toBe(true);
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('existing audio', () => {
  const waveform = () => screen.getByRole<HTMLCanvasElement>('slider', { name: 'Position' });
  const click = (share: number, shiftKey = false) => {
    waveform().getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect;
    fireEvent.click(waveform(), { clientX: 100 + 400 * share, shiftKey });
  };
  /** Open the studio and wait until the sound is decoded. */
  const openDecoded = async () => {
    const file = { method: 'GET', path: '/uploads/line.mp3' } as never;
    const server = await aStoredScript(lines as never);
    server.network.interrupt(file, () => new Response('mp3'));
    await server.addCharacter('MARA');
    await server.setColumns(spokenLine, 5);
    await server.read();
    const opened = await openScreen({ server });
    fireEvent.pointerOver(elementOf(line));
    await opened.user.click(await screen.findByRole('button', { name: 'Regenerate audio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Audio Studio' }));
    await dialog.findByText('6.2 s');
    return { ...opened, dialog, network: server.network, element: () => server.elements[4] };
  };

  test('is drawn in 800 by 120 pixels, with length and format of the file', async () => {
    const { dialog } = await openDecoded();
    expect([waveform().width, waveform().height]).toEqual([800, 120]);
    expect(drawnBars).toEqual([...Array.from({ length: 200 }, (_, bar) => bar * 4), 0]);
    expect(dialog.getByText('Audio Properties')).toBeTruthy();
    for (const text of ['Duration', '6.2 s', 'Format', 'MP3', 'Sample rate', '44.1kHz', 'Quality', 'High'])
      expect(dialog.getByText(text)).toBeTruthy();
    const download = dialog.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
    expect(download.getAttribute('href')).toBe('/uploads/line.mp3');
    expect(download.download).toBe('Two hundred and thirteen Twice.mp3');
  });

  test('plays and stops, and ends when the studio is closed', async () => {
    const { user, dialog } = await openDecoded();
    await user.click(dialog.getByRole('button', { name: 'Play' }));
    expect(playing()).toEqual(['/uploads/line.mp3']);
    expect(sound().volume).toBe(0.5);
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(playing()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Play' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(playing()).toEqual([]));
  });

  test('can be sought by a click and by keys', async () => {
    await openDecoded();
    click(0.5);
    expect(sound().currentTime).toBeCloseTo(3.1);
    fireEvent.keyDown(waveform(), { key: 'ArrowRight' });
    expect(sound().currentTime).toBeCloseTo(3.2);
    fireEvent.keyDown(waveform(), { key: 'End' });
    expect(sound().currentTime).toBeCloseTo(6.2);
    fireEvent.keyDown(waveform(), { key: 'Home' });
    expect(waveform().getAttribute('aria-valuetext')).toBe('0.0 of 6.2 seconds');
  });

  test('plays between two markers, set in any order, until they are reset', async () => {
    const { user, dialog } = await openDecoded();
    const reset = dialog.getByRole('button', { name: 'Reset' });
    expect(isOff(reset)).toBe(true);
    click(0.75, true);
    click(0.25, true);
    expect(dialog.getByText('1.6 s to 4.7 s')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Play' }));
    expect(sound().currentTime).toBeCloseTo(1.55);
    act(() => {
      sound().currentTime = 4.7;
      sound().ontimeupdate?.();
    });
    expect(playing()).toEqual([]);
    click(0.5, true);
    expect(dialog.getByText('From 3.1 s')).toBeTruthy();
    await user.click(reset);
    expect(dialog.getByText('Click to seek, shift-click to set the clip')).toBeTruthy();
  });

  test('is mixed by sliders, whose values are saved once when they rest', async () => {
    const { dialog, network, element } = await openDecoded();
    const [volume, overlap] = [
      dialog.getByRole<HTMLInputElement>('slider', { name: 'Volume' }),
      dialog.getByRole<HTMLInputElement>('slider', { name: 'Overlap' }),
    ];
    const shape = ({ min, max, step, value }: HTMLInputElement) => [min, max, step, value];
    expect([shape(volume), shape(overlap)]).toEqual([
      ['0', '1', '0.01', '0.5'],
      ['0', '5', '0.1', '0'],
    ]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const value of ['0.6', '0.7', '0.8']) {
      fireEvent.change(volume, { target: { value } });
      vi.advanceTimersByTime(200);
    }
    fireEvent.change(overlap, { target: { value: '1.5' } });
    vi.advanceTimersByTime(299);
    expect(network.callsOf(updateAudioPreferences)).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await act(callsEnd);
    expect(network.callsOf(updateAudioPreferences).map(({ body }) => body)).toEqual([
      { audioVolume: 0.8, audioOverlapSeconds: 1.5 },
    ]);
    expect(element()).toMatchObject({ audioVolume: 0.8, audioOverlapSeconds: 1.5 });
    expect(sound().volume).toBe(0.8);
  });

  test('is deleted after a confirmation', async () => {
    const { user, dialog, network, element } = await openDecoded();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Are you sure you want to delete this audio?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(network.callsOf(updateElement)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('No audio yet.')).toBeTruthy();
    expect(network.callsOf(updateElement).map(({ body }) => body)).toEqual([{ dialogueAudioUrl: null }]);
    expect(element()?.dialogueAudioUrl).toBeNull();
  });

  test('is marked as outdated if the text or the voice has changed since', async () => {
    const old = { ...spokenLine, dialogueAudioKey: 'another' };
    const { dialog } = await openStudio(line, { sounds: old });
    expect(dialog.getByText('Text or voice changed since this audio was generated')).toBeTruthy();
  });

  test('is shown with random bars if it cannot be decoded', async () => {
    const { dialog } = await openStudio(line, { sounds: spokenLine });
    expect(waveform()).toBeTruthy();
    await waitFor(() => expect(drawnBars).toHaveLength(201));
    act(() => {
      sound().duration = 4;
      sound().ondurationchange?.();
    });
    expect(dialog.getByText('4.0 s')).toBeTruthy();
  });

  test('can be deleted if it is a sound effect', async () => {
    const { user, dialog, network } = await openStudio(action, {
      sounds: { soundEffectUrl: '/uploads/rain.mp3' },
    });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await dialog.findByText('No audio yet.');
    expect(network.callsOf(updateElement).map(({ body }) => body)).toEqual([{ soundEffectUrl: null }]);
  });
});
