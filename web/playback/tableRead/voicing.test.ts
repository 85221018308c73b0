import { expect, test, vi } from 'vitest';
import { spokenKey } from '#engines/sound/spokenKey.ts';
import type { ElementType } from '#screenplay/element.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { FakeClock } from '../testing.ts';
import { createVoicing, type UnvoicedLine, unvoicedLines, voicingCredits } from './voicing.ts';

const voiceSettings = { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true };
const mara = { name: 'Mara', voiceId: 'v1', voiceSettings } as Character;
const tobias = { name: 'Tobias', voiceId: null, voiceSettings } as Character;
const cast = [mara, tobias];

function script(...rows: [ElementType, string][]): Element[] {
  return rows.map(
    ([elementType, content], index) =>
      ({
        id: index + 1,
        elementType,
        content,
        characterName: null,
        dialogueAudioUrl: null,
        dialogueAudioKey: null,
      }) as unknown as Element,
  );
}

const elements = script(
  ['character', 'MARA'],
  ['parenthetical', '(low)'],
  ['dialogue', 'Hold on.'],
  ['character', 'TOBIAS'],
  ['dialogue', 'To what?'],
);

/** Return the elements with stored sounds of this text. */
const voiced = (list: Element[], text: string): Element[] =>
  list.map((element) =>
    element.elementType === 'dialogue'
      ? {
          ...element,
          dialogueAudioUrl: '/uploads/a.mp3',
          dialogueAudioKey: spokenKey({ text, voiceId: 'v1', voiceSettings }),
        }
      : element,
  );

test('returns a line without a file, with its direction, if its character has a voice', () => {
  expect(unvoicedLines(elements, cast)).toEqual([
    { elementId: 3, characterName: 'MARA', text: '[low] Hold on.' },
  ]);
});

test('returns no line of an unchanged script, and those with a new text, direction, voice or settings', () => {
  const upToDate = voiced(elements, '[low] Hold on.');
  const lineCount = (list: Element[], character: Character = mara) =>
    unvoicedLines(list, [character, tobias]).length;
  const changed = (at: number, content: string) =>
    upToDate.map((each, index) => (index === at ? { ...each, content } : each));
  expect(lineCount(upToDate)).toBe(0);
  expect(lineCount(changed(2, 'Let go.'))).toBe(1);
  expect(lineCount(changed(1, '(loud)'))).toBe(1);
  expect(lineCount(upToDate, { ...mara, voiceId: 'v2' })).toBe(1);
  expect(lineCount(upToDate, { ...mara, voiceSettings: { ...voiceSettings, style: 1 } })).toBe(1);
});

test.each(['', ' ', '(beat)', '🔥', '… !?', 'No. '.repeat(1300)])(
  'leaves out a line that cannot be spoken: "%.10s"',
  (content) => {
    const edited = elements.map((each, index) => (index === 2 ? { ...each, content } : each));
    expect(unvoicedLines(edited, cast)).toEqual([]);
  },
);

test('adds up the price of all lines as the server charges it', () => {
  const lines = unvoicedLines(elements, cast);
  expect(voicingCredits([...lines, ...lines], { usdPer1000Characters: 0.1 })).toBe(0.14);
  expect(voicingCredits(lines, { exact: 0 })).toBe(0);
  expect(voicingCredits(lines, null)).toBeNull();
});

const line = (elementId: number): UnvoicedLine => ({ elementId, characterName: 'MARA', text: 'Hold on.' });
const clock = new FakeClock();
const defaultInput = { isRateLimited: (error: unknown) => (error as Error).message === '429', clock };
const five = [1, 2, 3, 4, 5].map(line);

test('counts failed lines and speaks the others', async () => {
  const voicing = createVoicing({
    ...defaultInput,
    speak: async ({ elementId }) => {
      if (elementId === 2) throw new Error('Slow');
    },
    onFailure: () => true,
  });
  await voicing.start(five);
  expect(voicing.state.get()).toEqual({ isRunning: false, total: 5, done: 4, failed: 1 });
});

test('makes no further calls when the credits run out, and keeps what is stored', async () => {
  const speak = vi.fn(async ({ elementId }: UnvoicedLine) => {
    if (elementId >= 3) throw new Error('402');
  });
  const voicing = createVoicing({ ...defaultInput, speak, onFailure: () => false });
  await voicing.start(five);
  expect(voicing.state.get()).toMatchObject({ isRunning: false, done: 2 });
  expect(speak.mock.calls.length).toBeLessThanOrEqual(4);
});

test('aborts the calls in flight and starts no other when it is cancelled', async () => {
  const started: number[] = [];
  const voicing = createVoicing({
    ...defaultInput,
    speak: ({ elementId }, signal) => {
      started.push(elementId);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Aborted')));
      });
    },
    onFailure: () => true,
  });
  const run = voicing.start(five);
  voicing.cancel();
  await run;
  expect(started).toEqual([1, 2]);
  expect(voicing.state.get()).toEqual({ isRunning: false, total: 5, done: 0, failed: 0 });
});

test("retries a line later when the server's rate limit is reached", async () => {
  const requests: number[] = [];
  const voicing = createVoicing({
    ...defaultInput,
    speak: async ({ elementId }) => {
      requests.push(elementId);
      if (elementId === 3 && requests.filter((id) => id === 3).length === 1) throw new Error('429');
    },
    onFailure: () => true,
  });
  const run = voicing.start(five);
  await clock.to(6);
  await run;
  expect(voicing.state.get()).toEqual({ isRunning: false, total: 5, done: 5, failed: 0 });
  expect(requests.filter((id) => id === 3)).toHaveLength(2);
});
