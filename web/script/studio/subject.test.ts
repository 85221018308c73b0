import { expect, test } from 'vitest';
import { wordsKey } from '#engines/sound/spokenKey.ts';
import type { Element } from '#shared/contract/elements.ts';
import { audioSubjectOf } from './subject.ts';

const words = 'Rain on *black* water.';
/** An action that had these words when its effect was made of this description. */
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

test('an effect is as old as the words it was made beside, whatever their emphasis', () => {
  expect(rain(words, 'Heavy rain')).toMatchObject({ isStale: false, text: 'Heavy rain' });
  expect(rain('Rain on black water.', 'Heavy rain')?.isStale).toBe(false);
  expect(rain('Snow on black water.', 'Heavy rain')?.isStale).toBe(true);
  expect(rain('Snow on black water.', 'Heavy rain', null)?.isStale).toBe(false);
});

test('an old effect is made again of the words as they are now, unless somebody described it', () => {
  expect(rain('Snow on black water.', 'Rain on black water.')?.text).toBe('Snow on black water.');
  expect(rain('Snow on black water.', 'Heavy rain')?.text).toBe('Heavy rain');
  expect(rain(words, 'Rain on black water.')?.text).toBe('Rain on black water.');
});
