import { expect, test } from 'vitest';
import type { ReadClip, UnfiledLine } from '#web/audio/readClip.ts';
import { heardCount, unfiledLinesOf, unfiledText, unpaidTexts } from './unfiledLines.ts';

const clip = (unfiled?: Partial<UnfiledLine>): ReadClip => ({
  ...{ load: async () => null, silentSeconds: 0, overlapSeconds: 0, volume: 0.5, chapter: '1 DECK' },
  unfiled: unfiled && {
    ...{ part: 'dialogue', name: 'TOBIAS', text: 'Wait!', needsVoice: true, hasVoice: false, isHeard: false },
    ...unfiled,
  },
});
const narration = { part: 'narration', name: null } as const;

test('counts the silent lines of the narrator and of every speaker, with the reason', () => {
  const clips = [
    clip({}),
    ...Array.from({ length: 23 }, () => clip(narration)),
    clip({ name: 'Tobias ' }),
    clip({ name: 'MARA', needsVoice: false, hasVoice: true }),
    clip({ name: null }),
    clip({ name: 'OTTO', needsVoice: false, hasVoice: true, isHeard: true }),
    clip({}),
    clip(),
  ];
  expect(unfiledLinesOf(clips).map(unfiledText)).toEqual([
    '3 lines of TOBIAS will be silent: TOBIAS has no voice that can be in a file.',
    '23 lines of the narrator will be silent: a voice of this device cannot be in a file.',
    '1 line of MARA will be silent: it is not voiced yet.',
    '1 line without a speaker will be silent: no cue says who speaks.',
  ]);
  expect(heardCount(clips)).toBe(2);
});

test('includes speakers who were given a voice for this export', () => {
  const clips = [
    clip({ ...narration, hasVoice: true, isHeard: true }),
    clip({ ...narration, hasVoice: true, isHeard: true }),
  ];
  expect(unfiledLinesOf(clips).map(unfiledText)).toEqual([
    '2 lines of the narrator will be spoken by the voice chosen here.',
  ]);
});

test('lists a character called Narrator separately from the narrator', () => {
  const groups = unfiledLinesOf([clip(narration), clip({ name: 'NARRATOR' })]);
  expect(groups.map(({ key, who }) => [key, who])).toEqual([
    ['narrator', 'the narrator'],
    ['NARRATOR', 'NARRATOR'],
  ]);
});

test('returns the texts that have a voice and cost credits', () => {
  expect(
    unpaidTexts([clip({}), clip({ hasVoice: true, text: 'Go.' }), clip({ hasVoice: true, isHeard: true })]),
  ).toEqual(['Go.']);
});
