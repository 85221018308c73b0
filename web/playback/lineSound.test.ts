import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { ownLanguageVoices } from './deviceVoices.ts';
import { fileOfLine, openLine, ownVoices, type ScriptLine } from './lineSound.ts';
import { createSilence } from './silence.ts';

function script(...rows: [ElementType, string, Partial<Element>?][]): Element[] {
  const nothing = { characterName: null, dialogueAudioUrl: null, soundEffectUrl: null, audioVolume: 0.5 };
  return rows.map(
    ([elementType, content, columns], index) =>
      ({ id: index + 1, elementType, content, ...nothing, ...columns }) as unknown as Element,
  );
}

const elements = script(['character', 'MARA'], ['dialogue', 'Hold on.'], ['action', 'Rain.']);
const characters = [{ name: 'Tobias', voiceId: null }] as Character[];
const open = (index: number, part: ScriptLine['part'], casting = ownVoices) =>
  openLine({ elementId: index + 1, overlapSeconds: 0, part }, { elements, index, characters }, casting);

// ERRS-038, AUDI-018
test('rejects a line without a voice with the documented message', async () => {
  await expect(open(1, 'dialogue')).rejects.toThrow(
    'No voice assigned to character MARA. Available: nobody yet',
  );
});

test.each([
  ['an empty line', ' '],
  ['emoji alone', '🔥🔥'],
  ['signs alone', '… !?'],
  ['a direction alone', '(beat)'],
  ['a line longer than can be spoken', 'No. '.repeat(1300)],
])('skips %s before any voice or server call', async (_what, content) => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  const spokenScript = script(['character', 'MARA'], ['dialogue', content], ['action', content]);
  const voiced = [{ name: 'Mara', voiceId: 'v1' }] as Character[];
  const reason = /contains nothing to speak|longer than the 5,000 characters/;
  const line = (index: number, part: ScriptLine['part']) => ({
    elementId: index + 1,
    overlapSeconds: 0,
    part,
  });
  for (const [index, part, casting] of [
    [1, 'dialogue', ownVoices],
    [1, 'dialogue', { ...ownVoices, device: new Map([['MARA', 'a']]) }],
    [2, 'narration', { ...ownVoices, narrator: { voiceId: 'v1' } }],
  ] as const) {
    const source = { elements: spokenScript, index, characters: voiced };
    await expect(openLine(line(index, part), source, casting)).rejects.toThrow(reason);
    const options = { casting, maySpeak: () => true, load: async () => new Blob() };
    expect(await fileOfLine(line(index, part), source, options)).toBeNull();
  }
  expect(fetchSpy).not.toHaveBeenCalled();
  fetchSpy.mockRestore();
});

test('rejects a missing effect, a missing element and a narrator without a voice', async () => {
  await expect(open(2, 'effect')).rejects.toThrow('There is no sound effect');
  await expect(open(7, 'dialogue')).rejects.toThrow('The element is no longer there');
  await expect(open(2, 'narration')).rejects.toThrow('No voice is chosen for the narrator');
});

test('rejects at once if the device has no voices', async () => {
  await expect(open(2, 'narration', { ...ownVoices, narrator: { deviceUri: null } })).rejects.toThrow(
    'This device has no voices',
  );
});

test('returns the voices of the user’s language, or all if there are none', () => {
  const voices = [
    { uri: 'a', name: 'Anna', language: 'en-GB' },
    { uri: 'k', name: 'Karl', language: 'de-DE' },
  ];
  expect(ownLanguageVoices(voices, 'en-US').map(({ uri }) => uri)).toEqual(['a']);
  expect(ownLanguageVoices(voices, 'fi')).toEqual(voices);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const timers = {
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

test('ends a silence once after its length, sooner at a higher speed', async () => {
  const silence = createSilence(4, timers);
  const onEnd = vi.fn();
  silence.onEnd = onEnd;
  await silence.play();
  vi.advanceTimersByTime(2000);
  expect(silence.positionSeconds()).toBeCloseTo(2, 6);
  silence.setRate(2);
  vi.advanceTimersByTime(999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('does not end a silence that is stopped', async () => {
  const silence = createSilence(4, timers);
  const onEnd = vi.fn();
  silence.onEnd = onEnd;
  await silence.play();
  silence.stop();
  vi.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
});
