import { expect, test } from 'vitest';
import { wordsKey } from '#engines/sound/spokenKey.ts';
import type { Element } from '#shared/contract/elements.ts';
import { audioSubjectOf } from './subject.ts';

const words = 'Rain on *black* water.';
/**
 * Return the subject of an action whose effect was made from a description when its text was
 * `words`.
 */
const rain = (content: string, soundEffectText: string, soundEffectKey: string | null = wordsKey(words)) =>
  audioSubjectOf(
    [
      {
        ...{ elementType: 'action', content, soundEffectUrl: '/uploads/rain.mp3' },
        ...{ soundEffectText, soundEffectKey },
      } as Element,
    ],
    0,
    [],
  );

test('an effect is stale if the text has changed since it was made, ignoring emphasis', () => {
  expect(rain(words, 'Heavy rain')).toMatchObject({ isStale: false, text: 'Heavy rain' });
  expect(rain('Rain on black water.', 'Heavy rain')?.isStale).toBe(false);
  expect(rain('Snow on black water.', 'Heavy rain')?.isStale).toBe(true);
  expect(rain('Snow on black water.', 'Heavy rain', null)?.isStale).toBe(false);
});

test('a stale effect is made again from the present text, unless it has its own description', () => {
  expect(rain('Snow on black water.', 'Rain on black water.')?.text).toBe('Snow on black water.');
  expect(rain('Snow on black water.', 'Heavy rain')?.text).toBe('Heavy rain');
  expect(rain(words, 'Rain on black water.')?.text).toBe('Rain on black water.');
});
