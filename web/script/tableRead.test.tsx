import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { characters as cast, comments, scriptElements } from '#server/db/schema/script.ts';
import { getAiState } from '#shared/contract/ai.ts';
import { generateDialogueAudio, generateSpeech } from '#shared/contract/audio.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { exportRead, type ReadToExport } from '#web/playback/export/exportRead.ts';
import { clearSpeechCache } from '#web/voices/speech.data.ts';
import { playing, soundOf, stubAudio } from './testing/fakeAudio.ts';
import { openScreen } from './testing/openScreen.ts';
import { closeScript, elementOf } from './testing/openScript.tsx';
import { aStoredScript } from './testing/storedScript.ts';

// The encoder runs in a worker of the browser; end-to-end tests make real files.
vi.mock('#web/playback/export/exportRead.ts', () => ({ exportRead: vi.fn(() => new Promise(() => {})) }));

const heading = 'INT. CAR DECK - NIGHT';
const action = 'Mara takes the last ladder sideways.';
const speech = 'Two hundred and thirteen. Twice.';
const answer = 'Then count the drivers.';
const lines: [ElementType, string][] = [
  ['scene_heading', heading],
  ['action', action],
  ['character', 'MARA'],
  ['dialogue', speech],
  ['character', 'TOBIAS'],
  ['parenthetical', '(low)'],
  ['dialogue', answer],
  ['scene_heading', 'EXT. PIER - DAWN'],
  ['action', 'Fog.'],
];

/** Utterances that the device was asked to speak, in order. */
let utterances: FakeUtterance[] = [];

class FakeUtterance {
  readonly text: string;
  voice: { voiceURI: string } | null = null;
  lang = '';
  rate = 1;
  volume = 1;
  isCancelled = false;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onboundary: ((event: { charIndex: number }) => void) | null = null;
  constructor(text: string) {
    this.text = text;
  }
}

beforeEach(() => {
  stubAudio();
  clearSpeechCache();
  utterances = [];
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [
      { voiceURI: 'anna', name: 'Anna', lang: 'en-GB' },
      { voiceURI: 'karl', name: 'Karl', lang: 'de-DE' },
    ],
    speak: (utterance: FakeUtterance) => utterances.push(utterance),
    cancel: () => {
      const last = utterances.at(-1);
      if (last) last.isCancelled = true;
    },
  });
});
afterEach(async () => {
  await closeScript();
  vi.restoreAllMocks();
});

const bar = () => within(screen.getByRole('region', { name: 'Table read' }));
const press = (name: string | RegExp) => fireEvent.click(bar().getByRole('button', { name }));
const hasSaid = (...texts: string[]) =>
  waitFor(() => expect(utterances.map(({ text }) => text)).toEqual(texts));
const endSpeech = () => act(() => utterances.at(-1)?.onend?.());

/** Stands for the id of the first voice of the library. */
const aLibraryVoice = 'of the library';

function withPaidSpeech(state: Record<string, unknown>) {
  const { voices } = state as { voices: { speech: { engine: object } } };
  const engine = { ...voices.speech.engine, isBuiltIn: false };
  const speech = { ...voices.speech, engine, price: { usdPer1000Characters: 0.5 } };
  return { ...state, voices: { ...voices, speech } };
}

/** Open the script with a voice for Mara, and the table read. */
async function openTable({
  voices = { Mara: 'v1' } as Record<string, string>,
  speechUrl = null as string | null,
  isPaid = false,
} = {}) {
  const first = await openScreen({ lines, cast: ['Mara', 'Tobias'] });
  const { server } = first;
  const [offered] = (await server.browser.as('olive').get('/api/voices')).json();
  for (const { id, name } of server.characters)
    if (voices[name])
      await server.browser.db
        .update(cast)
        .set({ voiceId: voices[name] === aLibraryVoice ? offered.voice_id : voices[name] })
        .where(eq(cast.id, id));
  if (speechUrl) await server.setColumns({ dialogueAudioUrl: speechUrl }, 4);
  if (isPaid) server.network.amend(getAiState, withPaidSpeech);
  cleanup();
  const opened = await openScreen({ server });
  server.network.interrupt(generateSpeech, () => new Response('mp3'));
  await opened.user.click(screen.getByRole('button', { name: 'More' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Table read' }));
  await screen.findByRole('region', { name: 'Table read' });
  return opened;
}

async function openSettings() {
  press('Table read settings');
  return await screen.findByLabelText('Scene headings');
}

test('the narrator reads headings and action, and characters have their voices or one of this device', async () => {
  await openTable();
  press('Read from here');
  await hasSaid('Interior. car deck. night');
  expect(bar().getByText('Narrator')).toBeTruthy();
  endSpeech();
  await hasSaid('Interior. car deck. night', action);
  endSpeech();
  await waitFor(() => expect(playing()).toEqual(['blob:1']));
  expect(bar().getByText('MARA')).toBeTruthy();
  expect(bar().getByText('3/6')).toBeTruthy();
  act(() => soundOf('blob:1').end());
  await waitFor(() => expect(utterances.at(-1)?.text).toBe(answer));
  expect(utterances.at(-1)?.voice?.voiceURI).toBe('anna');
  press('Stop');
  expect(utterances.at(-1)?.isCancelled).toBe(true);
  expect(await screen.findByRole('button', { name: 'Read from here' })).toBeTruthy();
});

test('skips the parts that are switched off, and stores that preference', async () => {
  await openTable();
  await openSettings();
  fireEvent.click(bar().getByLabelText('Scene headings'));
  fireEvent.click(bar().getByLabelText('Action'));
  press('From the start');
  await waitFor(() => expect(playing()).toEqual(['blob:1']));
  expect(bar().getByText('1/2')).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('table-read') ?? '{}')).toMatchObject({
    headings: false,
    action: false,
  });
});

test('applies the speed at once and to the following lines', async () => {
  await openTable();
  await openSettings();
  fireEvent.click(bar().getByLabelText('Scene headings'));
  fireEvent.click(bar().getByLabelText('Action'));
  press('From the start');
  await waitFor(() => expect(playing()).toEqual(['blob:1']));
  fireEvent.change(bar().getByLabelText('Speed'), { target: { value: '1.5' } });
  await waitFor(() => expect(soundOf('blob:1').playbackRate).toBe(1.5));
  expect(soundOf('blob:1').preservesPitch).toBe(true);
  act(() => soundOf('blob:1').end());
  await waitFor(() => expect(utterances.at(-1)?.rate).toBe(1.5));
});

test('the part of the user is silent, marked as theirs, and can be hidden', async () => {
  await openTable();
  await openSettings();
  fireEvent.change(bar().getByLabelText('I read'), { target: { value: 'MARA' } });
  fireEvent.click(bar().getByLabelText('Hide my lines'));
  act(() => elementOf(speech).focus());
  press('Read from here');
  expect(await bar().findByText('Your line')).toBeTruthy();
  expect(bar().getByText('Say it now.')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('[data-mine]')).toBeTruthy());
  expect([playing(), utterances]).toEqual([[], []]);
});

test('plays a line of several speakers once, as a line of each of them', async () => {
  const together: typeof lines = [...lines.slice(0, 2), ['character', 'MARA AND TOBIAS'], ...lines.slice(3)];
  const cueChoices = [{ key: 'MARA AND TOBIAS', choice: 'together' as const, people: ['MARA', 'TOBIAS'] }];
  const server = await aStoredScript(together, { columns: { cueChoices } });
  const { user } = await openScreen({ server });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Table read' }));
  await screen.findByRole('region', { name: 'Table read' });
  await openSettings();
  const parts = within(bar().getByLabelText('I read')).getAllByRole('option');
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Nobody: I listen', 'MARA', 'TOBIAS']);
  fireEvent.change(bar().getByLabelText('I read'), { target: { value: 'TOBIAS' } });
  act(() => elementOf(speech).focus());
  press('Read from here');
  expect(await bar().findByText('Your line')).toBeTruthy();
  expect(utterances).toEqual([]);
});

test('a voice of this device can replace that of a character for listening', async () => {
  const { server } = await openTable();
  await openSettings();
  const voice = await bar().findByLabelText('MARA');
  expect(
    within(voice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Their own voice', 'Anna (this device)']);
  fireEvent.change(voice, { target: { value: 'anna' } });
  act(() => elementOf(speech).focus());
  press('Read from here');
  await hasSaid(speech);
  expect(server.network.callsOf(generateSpeech)).toEqual([]);
});

test('speaks a line again if its text has changed since its file was made', async () => {
  const { server } = await openTable({ speechUrl: '/uploads/old.mp3' });
  act(() => elementOf(speech).focus());
  press('Read from here');
  await waitFor(() => expect(playing()).toEqual(['blob:1']));
  expect(server.network.callsOf(generateSpeech).map(({ body }) => body?.text)).toEqual([speech]);
});

test('repeats a looped scene from its heading, and does not continue after it', async () => {
  await openTable({ voices: {} });
  await openSettings();
  fireEvent.click(bar().getByLabelText('Action'));
  press('Loop this scene');
  act(() => elementOf(answer).focus());
  press('Read from here');
  await hasSaid(answer);
  endSpeech();
  await hasSaid(answer, 'Interior. car deck. night');
});

test('Space starts reading at the focused element, and stops it', async () => {
  await openTable({ voices: {} });
  act(() => elementOf(speech).focus());
  fireEvent.keyDown(elementOf(speech), { key: ' ' });
  await hasSaid(speech);
  fireEvent.keyDown(elementOf(speech), { key: ' ' });
  await waitFor(() => expect(utterances.at(-1)?.isCancelled).toBe(true));
});

test('a comment is added to the line that was playing when it was started, and the reading continues', async () => {
  const { user, server } = await openTable({ voices: {} });
  act(() => elementOf(speech).focus());
  press('Read from here');
  await hasSaid(speech);
  press('Comment on this line');
  const field = await bar().findByLabelText(`Comment on MARA: ${speech}`);
  endSpeech();
  await hasSaid(speech, answer);
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229, isComposing: false });
  await user.type(field, 'Slower.{Enter}');
  await waitFor(() => expect(bar().queryByLabelText(`Comment on MARA: ${speech}`)).toBeNull());
  const [stored] = await server.browser.db.select().from(comments).where(eq(comments.content, 'Slower.'));
  expect(stored?.scriptElementId).toBe(server.id(4));
});

test('generates audio for all lines that have a voice, and for none the second time', async () => {
  const { server } = await openTable({ voices: { Mara: aLibraryVoice } });
  await openSettings();
  expect(await bar().findByText('1 line not voiced yet, or changed since.')).toBeTruthy();
  fireEvent.click(await bar().findByRole('button', { name: 'Voice all lines Built-in, no credits' }));
  expect(await bar().findByText('Every line with a voice is up to date.')).toBeTruthy();
  expect(server.network.callsOf(generateDialogueAudio).map(({ body }) => body)).toEqual([
    { elementId: server.id(4), projectId: server.project.id, characterName: 'MARA', text: speech },
  ]);
  const [row] = await server.browser.db
    .select()
    .from(scriptElements)
    .where(eq(scriptElements.id, server.id(4)));
  expect(row?.dialogueAudioKey).toBeTruthy();
});

test('stops generating audio with a message when credits run out, and keeps the finished lines', async () => {
  const { server } = await openTable({ voices: { Mara: aLibraryVoice, Tobias: aLibraryVoice } });
  await openSettings();
  expect(await bar().findByText('2 lines not voiced yet, or changed since.')).toBeTruthy();
  server.network.reject(generateDialogueAudio, 'out_of_credits', 'Insufficient credits', 1);
  fireEvent.click(await bar().findByRole('button', { name: 'Voice all lines Built-in, no credits' }));
  await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Out of credits', isOpen: true }));
  expect(currentToasts()[0]?.action?.label).toBe('Buy Credits');
  expect(await bar().findByText(/^[12] lines? not voiced yet, or changed since\.$/)).toBeTruthy();
  const rows = await server.browser.db
    .select()
    .from(scriptElements)
    .where(eq(scriptElements.projectId, server.project.id));
  // The second line was pending: it is either stored as a whole or not at all.
  expect(rows.filter(({ dialogueAudioUrl }) => dialogueAudioUrl !== null).length).toBeLessThanOrEqual(1);
  for (const { dialogueAudioUrl, dialogueAudioKey } of rows)
    expect(dialogueAudioKey === null).toBe(dialogueAudioUrl === null);
});

/** The export dialog of the table read. */
async function exportWindow() {
  press('Export Audio');
  return within(await screen.findByRole('dialog', { name: 'Export Audio' }));
}

/** Return the input of the encoder when a read is exported, and the parts of each sound. */
async function exported(choose = /^Whole script/) {
  press('Export Audio');
  const dialog = within(await screen.findByRole('dialog', { name: 'Export Audio' }));
  fireEvent.click(dialog.getByRole('radio', { name: choose }));
  fireEvent.click(dialog.getByRole('button', { name: 'Make MP3' }));
  const [read] = vi.mocked(exportRead).mock.lastCall as [ReadToExport, unknown];
  const { signal } = new AbortController();
  const sounds = await Promise.all(
    read.clips.map(async (clip) => (await clip.load(signal).then((file) => file?.text())) ?? null),
  );
  // Cancel the export, then close the dialog.
  for (let press = 0; press < 2; press++) fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { read, sounds };
}

describe('the export of a table read', () => {
  const file = { method: 'GET', path: '/uploads/line.mp3' } as never;
  const openVoiced = async (isPaid = false) => {
    const voices = { Mara: 'v1', Tobias: 'v7' };
    const opened = await openTable({ voices, speechUrl: '/uploads/line.mp3', isPaid });
    opened.server.network.interrupt(file, () => new Response('stored mp3'));
    await openSettings();
    await bar().findByRole('button', {
      name: isPaid ? /^Voice all lines .*credit/ : /^Voice all lines Built-in/,
    });
    return { ...opened, spoken: () => opened.server.network.callsOf(generateSpeech).length };
  };

  test('has the table read with its settings, by scene; lines without a file are spoken if speech is free', async () => {
    const { server, spoken } = await openVoiced();
    // Its text has changed since its file was made, so it is spoken again, as in the table read.
    const { read, sounds } = await exported();
    expect(read.title).toBe(server.project.name);
    expect(read.clips.map(({ chapter }) => chapter)).toEqual([
      ...Array(4).fill(`1 ${heading}`),
      ...Array(2).fill('2 EXT. PIER - DAWN'),
    ]);
    // A voice of the device cannot be recorded.
    expect(sounds).toEqual([null, null, 'mp3', 'mp3', null, null]);
    expect(spoken()).toBe(2);
    const second = await exported(/^2 EXT. PIER - DAWN/);
    expect(second.read.clips).toHaveLength(2);
    expect(second.read.fileName).toBe(`${server.project.name}, 2 EXT. PIER - DAWN`);
  });

  test('generates nothing if speech costs credits, and is silent for the lines of the user', async () => {
    const { spoken } = await openVoiced(true);
    fireEvent.change(bar().getByLabelText('I read'), { target: { value: 'TOBIAS' } });
    const { read, sounds } = await exported();
    expect(sounds).toEqual([null, null, null, null, null, null]);
    expect(spoken()).toBe(0);
    expect(read.clips.map(({ silentSeconds }) => silentSeconds > 0)).toEqual([
      ...[false, false, false],
      ...[true, false, false],
    ]);
  });

  test('lists the lines that will be silent, and speaks them with voices that are chosen for the file', async () => {
    const { server } = await openTable({ voices: { Mara: 'v1' } });
    await openSettings();
    await bar().findByRole('button', { name: /^Voice all lines Built-in/ });
    const narrated = '4 lines of the narrator will be silent: a voice of this device cannot be in a file.';
    const voiceless = '1 line of TOBIAS will be silent: TOBIAS has no voice that can be in a file.';
    const dialog = await exportWindow();
    expect(dialog.getByText(narrated)).toBeTruthy();
    expect(dialog.getByText(voiceless)).toBeTruthy();
    expect(dialog.getByText('The MP3 can be made without them.')).toBeTruthy();
    expect(dialog.getByRole('radio', { name: /^Whole script ?1 sound$/ })).toBeTruthy();
    // Starting anyway is possible.
    expect(dialog.getByRole('button', { name: 'Make MP3' })).toHaveProperty('disabled', false);
    const [voice, other] = (await server.browser.as('olive').get('/api/voices')).json();
    const choose = (label: string, voiceId: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value: voiceId } });
    choose('Voice of the narrator in this file', voice.voice_id);
    expect(dialog.queryByText(narrated)).toBeNull();
    expect(dialog.getByText('4 lines of the narrator will be spoken by the voice chosen here.')).toBeTruthy();
    choose('Voice of TOBIAS in this file', other.voice_id);
    expect(dialog.getByText('1 line of TOBIAS will be spoken by the voice chosen here.')).toBeTruthy();
    expect(dialog.queryByText('The MP3 can be made without them.')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Make MP3' }));
    const [read] = vi.mocked(exportRead).mock.lastCall as [ReadToExport, unknown];
    const { signal } = new AbortController();
    for (const clip of read.clips) expect(await (await clip.load(signal))?.text()).toBe('mp3');
    const spoken = server.network
      .callsOf(generateSpeech)
      .map(({ body }) => body as { text: string; voiceId: string });
    expect(spoken.filter(({ voiceId }) => voiceId === voice.voice_id).map(({ text }) => text)).toContain(
      'Fog.',
    );
    expect(spoken.filter(({ voiceId }) => voiceId === other.voice_id).map(({ text }) => text)).toEqual([
      `[low] ${answer}`,
    ]);
    // The voices of the table read and of the character are unchanged.
    const [tobias] = await server.browser.db.select().from(cast).where(eq(cast.name, 'Tobias'));
    expect(tobias?.voiceId).toBeNull();
  });

  test('shows the price of lines without audio, and speaks them only if the user accepts it', async () => {
    const { server, spoken } = await openVoiced(true);
    const dialog = await exportWindow();
    expect(dialog.getByText('1 line of MARA will be silent: it is not voiced yet.')).toBeTruthy();
    const box = dialog.getByRole('checkbox', {
      name: /^Speak the lines without a file \([\d.]+ credits?\)$/,
    });
    fireEvent.click(box);
    expect(dialog.queryByText('1 line of MARA will be silent: it is not voiced yet.')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Make MP3' }));
    const [read] = vi.mocked(exportRead).mock.lastCall as [ReadToExport, unknown];
    const { signal } = new AbortController();
    for (const clip of read.clips) await clip.load(signal);
    expect(spoken()).toBe(2);
    expect(server.network.callsOf(generateDialogueAudio)).toEqual([]);
  });
});
