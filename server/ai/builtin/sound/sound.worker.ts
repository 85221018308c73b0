import { effectFor } from '#engines/sound/effects/effect.ts';
import { durationOf } from '#engines/sound/sound.ts';
import { answerOrders } from '#server/lib/thread.ts';
import { encodeMp3 } from '../audio/encodeMp3.ts';
import type { MadeEffect, SoundOrder } from './soundBuiltIn.ts';

/** Create effects one at a time. */
answerOrders<SoundOrder, MadeEffect>(
  async ({ text, seconds, influence }) => {
    const { sound, ...words } = effectFor(text, { seconds, influence });
    return { ...words, bytes: await encodeMp3([sound]), durationSeconds: durationOf(sound) };
  },
  ({ bytes }) => [bytes.buffer],
);
