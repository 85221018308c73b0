import { expect, test } from 'vitest';
import type { ReadClip, UnfiledLine } from '#web/audio/readClip.ts';
import { soundCount, unfiledLinesOf, unfiledText, unpaidTexts } from './unfiledLines.ts';

const clip = (unfiled?: Partial<UnfiledLine>): ReadClip => ({
  ...{ load: async () => null, silentSeconds: 0, overlapSeconds: 0, volume: 0.5, chapter: '1 DECK' },
  unfiled: unfiled && {
    ...{
      part: 'dialogue',
      name: 'TOBIAS',
      text: 'Wait!',
      needsVoice: true,
      hasVoice: false,
      isAudible: false,
    },
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
    clip({ name: 'OTTO', needsVoice: false, hasVoice: true, isAudible: true }),
    clip({}),
    clip(),
  ];
  expect(unfiledLinesOf(clips).map(unfiledText)).toEqual([
    '3 lines of TOBIAS will be silent: TOBIAS has no voice that can be in a file.',
    '23 lines of the narrator will be silent: a voice of this device cannot be in a file.',
    '1 line of MARA will be silent: it is not voiced yet.',
    '1 line without a speaker will be silent: no cue says who speaks.',
  ]);
  expect(soundCount(clips)).toBe(2);
});

test('includes speakers who were given a voice for this export', () => {
  const clips = [
    clip({ ...narration, hasVoice: true, isAudible: true }),
    clip({ ...narration, hasVoice: true, isAudible: true }),
  ];
  expect(unfiledLinesOf(clips).map(unfiledText)).toEqual([
    '2 lines of the narrator will be spoken by the voice chosen here.',
  ]);
});

test('lists a character called Narrator separately from the narrator', () => {
  const groups = unfiledLinesOf([clip(narration), clip({ name: 'NARRATOR' })]);
  expect(groups.map(({ key, speaker }) => [key, speaker])).toEqual([
    ['narrator', 'the narrator'],
    ['NARRATOR', 'NARRATOR'],
  ]);
});

test('returns the texts that have a voice and cost credits', () => {
  expect(
    unpaidTexts([clip({}), clip({ hasVoice: true, text: 'Go.' }), clip({ hasVoice: true, isAudible: true })]),
  ).toEqual(['Go.']);
});
