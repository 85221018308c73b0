import { expect, test } from 'vitest';
import { type SpokenLine, spokenKey } from './spokenKey.ts';

const line: SpokenLine = {
  text: '[low] Count them again.',
  voiceId: 'voice-1',
  voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
};

test('returns the same key for the same line, whatever the order of its settings', () => {
  const { use_speaker_boost, style, similarity_boost, stability } = line.voiceSettings;
  const voiceSettings = { use_speaker_boost, style, similarity_boost, stability };
  expect(spokenKey({ ...line, voiceSettings })).toBe(spokenKey(line));
  expect(spokenKey(line)).toMatch(/^[0-9a-z]{1,11}$/);
});

test('returns another key for every audible difference', () => {
  const { voiceSettings } = line;
  const others = [
    line,
    { ...line, text: 'Count them again.' },
    { ...line, text: '[low] Count them again!' },
    { ...line, voiceId: 'voice-2' },
    ...[{ stability: 0.6 }, { similarity_boost: 0.6 }, { style: 0.5 }, { use_speaker_boost: false }].map(
      (changed) => ({ ...line, voiceSettings: { ...voiceSettings, ...changed } }),
    ),
    // A value that runs over into the next field gives another key.
    { ...line, text: '[low] Count them again.",voice-1', voiceId: '' },
  ];
  expect(new Set(others.map(spokenKey)).size).toBe(others.length);
});

test('returns different keys for twenty thousand lines', () => {
  const keys = new Set<string>();
  for (let number = 0; number < 20_000; number++) keys.add(spokenKey({ ...line, text: `Line ${number}` }));
  expect(keys.size).toBe(20_000);
});
